"""Processes that never outlive the test."""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from .waiting import PATIENCE, wait_until


class Child:
    """A process of the harness: it writes to a log file, and dies when the test does.

    Sound servers and call apps get the priority that they have on a desktop, where root permits it.
    """

    PRIORITY = -11
    """The nice level that sound servers request."""

    def __init__(self, command: Sequence[str | Path], environment: Mapping[str, str], log: Path) -> None:
        self.name = Path(command[0]).name
        self.log = log
        with open(log, "wb") as output:
            self._process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", "--", *command],
                stdin=subprocess.PIPE, stdout=output, stderr=subprocess.STDOUT, env=dict(environment))
        if os.geteuid() == 0:
            os.setpriority(os.PRIO_PROCESS, self._process.pid, self.PRIORITY)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    @property
    def status(self) -> int | None:
        """The exit status, once it has ended."""
        return self._process.poll()

    def output(self) -> str:
        """Returns everything it has written so far."""
        return self.log.read_text(errors="replace")

    def send(self, line: str) -> None:
        """Writes a line to its standard input."""
        stdin: IO[bytes] | None = self._process.stdin
        assert stdin is not None
        stdin.write(line.encode() + b"\n")
        stdin.flush()

    def wait_for_output(self, text: str, timeout: float = PATIENCE, occurrences: int = 1) -> None:
        """Waits until the output contains the text so many times; fails at once when the process ends without it."""
        def seen() -> bool:
            if self.output().count(text) >= occurrences:
                return True
            if not self.is_running and self.output().count(text) < occurrences:
                raise AssertionError(f"{self.name} ended with {self.status} before {text!r}:\n{self.output()[-3000:]}")
            return False
        wait_until(seen, f"{self.name} says {text!r}", timeout, lambda: self.output()[-3000:])

    def wait(self, timeout: float = PATIENCE) -> int:
        """Waits for its end and returns the exit status."""
        return self._process.wait(timeout)

    def close_input(self) -> None:
        if self._process.stdin:
            try:
                self._process.stdin.close()
            except BrokenPipeError:  # it ended with a line unread, which wait() reports by its status
                pass

    def kill(self, signal_number: int = signal.SIGKILL) -> None:
        if self.is_running:
            os.kill(self.pid, signal_number)

    def stop(self) -> None:
        """Terminates it, and kills it if it does not exit."""
        self.close_input()
        self.kill(signal.SIGTERM)
        try:
            self._process.wait(3)
        except subprocess.TimeoutExpired:
            self.kill()
            self._process.wait(3)
