"""Waits for conditions, never for time to pass."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 15.0
"""Seconds that anything may take before the test fails: far more than needed on an idle machine."""


def wait_until(condition: Callable[[], T], what: str, timeout: float = PATIENCE,
               detail: Callable[[], str] = lambda: "") -> T:
    """Returns the first true value of the condition; fails with the detail if none comes in time."""
    end = time.monotonic() + timeout
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise TimeoutError(f"not within {timeout:g} s: {what}\n{detail()}".rstrip())
        time.sleep(0.005)
