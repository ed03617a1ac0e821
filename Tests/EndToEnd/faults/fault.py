"""A kind of fault."""

import random
from abc import ABC, abstractmethod

from .scene import Scene
from .tally import Tally


class Fault(ABC):
    """A fault that is injected repeatedly, with checks of the result."""

    name: str
    full: int
    """The number of attempts in the whole suite."""
    quick: int
    """The number of attempts in the shortened form."""

    @abstractmethod
    def run(self, scene: Scene, times: int, tally: Tally, chance: random.Random) -> None:
        """Injects the fault so many times, each as an attempt of the tally."""
