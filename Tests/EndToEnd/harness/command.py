"""One run of the program."""

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .waiting import PATIENCE, wait_until


@dataclass(frozen=True)
class Line:
    """A line of standard output and the monotonic time of its arrival."""

    text: str
    moment: float

    @property
    def event(self) -> dict[str, Any]:
        """The line as a JSON object."""
        value = json.loads(self.text)
        assert isinstance(value, dict), self.text
        return value


class Command:
    """The running program; its lines are read as they arrive."""

    def __init__(self, command: Sequence[str | Path], environment: Mapping[str, str]) -> None:
        self.lines: list[Line] = []
        self.errors = ""
        self.words = " ".join(map(str, command[1:]))
        self.started = time.monotonic()
        self._process = subprocess.Popen(command, env=dict(environment), stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self._readers = [threading.Thread(target=work, daemon=True) for work in (self._read, self._read_errors)]
        for reader in self._readers:
            reader.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events so far, of a command with `--json`."""
        return [line.event for line in list(self.lines)]

    def write(self, text: str) -> None:
        """Writes to its standard input."""
        assert self._process.stdin is not None
        self._process.stdin.write(text)
        self._process.stdin.flush()

    def close_input(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()

    def send(self, signal_number: signal.Signals) -> None:
        os.kill(self.pid, signal_number)

    def wait_for(self, event: str, timeout: float = PATIENCE, **values: object) -> Line:
        """Waits for the first event with this name and these values."""
        def found() -> Line | None:
            wanted = {"event": event, **values}
            for line in list(self.lines):
                if wanted.items() <= line.event.items():
                    return line
            if not self.is_running and not any(reader.is_alive() for reader in self._readers):
                for line in list(self.lines):
                    if wanted.items() <= line.event.items():
                        return line
                raise AssertionError(f"{self.words}: ended with {self._process.returncode} without {wanted}\n{self}")
            return None
        line = wait_until(found, f"{self.words}: {event} {values}", timeout, self.__str__)
        assert line is not None
        return line

    def wait_for_line(self, condition: Callable[[str], bool], what: str) -> Line:
        """Waits for the first line of output that fulfils the condition."""
        return wait_until(lambda: next((line for line in list(self.lines) if condition(line.text)), None),
                          f"{self.words}: {what}", detail=self.__str__)

    def wait(self, timeout: float = 60) -> int:
        """Waits for its end and returns the exit status, as a shell reports it."""
        try:
            status = self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise AssertionError(f"{self.words}: still runs after {timeout:g} s\n{self}") from None
        for reader in self._readers:
            reader.join(5)
        return status if status >= 0 else 128 - status

    def end(self) -> None:
        """Makes sure that it has ended."""
        if self.is_running:
            self._process.kill()
        self._process.wait()

    def __str__(self) -> str:
        return "\n".join([*(line.text for line in list(self.lines)), self.errors]).strip()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for text in self._process.stdout:
            self.lines.append(Line(text.rstrip("\n"), time.monotonic()))

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        for text in self._process.stderr:
            self.errors += text
