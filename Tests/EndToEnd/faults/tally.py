"""The results of a kind of fault."""

import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Tally:
    """Attempts, survivals, the worst recovery time and the failures."""

    name: str
    server: str
    tried: int = 0
    survived: int = 0
    worst: float | None = None
    failures: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @contextmanager
    def attempt(self, what: str) -> Iterator[None]:
        """Runs one attempt: an exception in the `with` block is recorded and counts as not survived."""
        self.tried += 1
        try:
            yield
        except Exception:  # the suite continues and reports any failure at the end
            self.failures.append(f"{self.server}, {self.name}, {what}:\n{traceback.format_exc()}")
        else:
            self.survived += 1

    def recovered(self, since: float) -> None:
        """Notes recovery at this moment; `since` is the monotonic time of the fault."""
        self.worst = max(self.worst or 0, time.monotonic() - since)

    def line(self) -> str:
        worst = "-" if self.worst is None else f"{1000 * self.worst:.0f} ms"
        remarks = "".join(f"; {remark}" for remark in self.remarks)
        return (f"{self.server:8}  {self.name:42}  tried {self.tried:4}  survived {self.survived:4}  "
                f"worst recovery {worst}{remarks}")
