"""A kind of fault."""

import random
from abc import ABC, abstractmethod

from .scene import Scene
from .tally import Tally


class Fault(ABC):
    """Does something bad again and again, and sees what comes of it."""

    name: str
    full: int
    """How often in the whole suite."""
    quick: int
    """How often in the shortened form."""

    @abstractmethod
    def run(self, scene: Scene, times: int, tally: Tally, chance: random.Random) -> None:
        """Does it so many times, each as an attempt of the tally."""
