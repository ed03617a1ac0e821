"""The program on a terminal of its own, with a person at the keys."""

import fcntl
import os
import pty
import re
import signal
import struct
import termios
import threading
import time
from contextlib import AbstractContextManager
from types import TracebackType

import pyte

from .speak_call import SpeakCall
from .waiting import PATIENCE, wait_until

KEYS = {
    "enter": "\r", "escape": "\x1b", "tab": "\t", "backspace": "\x7f", "up": "\x1b[A", "down": "\x1b[B",
    "right": "\x1b[C", "left": "\x1b[D", "f1": "\x1bOP", "f2": "\x1bOQ", "f5": "\x1b[15~", "f6": "\x1b[17~",
    "f7": "\x1b[18~", "f8": "\x1b[19~", "ctrl-c": "\x03", "ctrl-d": "\x04", "ctrl-o": "\x0f", "ctrl-r": "\x12",
    "ctrl-u": "\x15",
}


class LiveTerminal(AbstractContextManager["LiveTerminal"]):
    """A terminal emulator with `speakcall live`, or another command, for the duration of the `with` block."""

    PROMPT = "› "
    SUGGESTED = "brightblack"

    def __init__(self, program: SpeakCall, *arguments: str, columns: int = 80, rows: int = 24,
                 term: str = "xterm-256color") -> None:
        self._program = program
        self._arguments = arguments or ("live",)
        self._environment = {**program.environment, "TERM": term}
        self._screen = pyte.HistoryScreen(columns, rows, history=5000, ratio=0.5)
        self._stream = pyte.ByteStream(self._screen)
        self._lock = threading.Lock()
        self._size = (rows, columns)
        self.status: int | None = None
        self.received = b""

    def __enter__(self) -> "LiveTerminal":
        self.started = time.monotonic()
        # Kept open on this side, to inspect its modes after the program has ended.
        self._master, self._slave = pty.openpty()
        self.resize(self._size[1], self._size[0])
        self.modes = termios.tcgetattr(self._slave)
        self._pid = os.fork()
        if self._pid == 0:
            os.login_tty(self._slave)
            program = str(self._program.program)
            os.execve(program, [program, *self._arguments], self._environment)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if self.status is None and self.is_running:
            os.kill(self.pid, signal.SIGKILL)
            self.wait()
        # The reader ends when the other side is closed.
        os.close(self._slave)
        self._reader.join(5)
        os.close(self._master)

    @property
    def pid(self) -> int:
        return self._pid

    @property
    def is_running(self) -> bool:
        if self.status is None:
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is None

    def wait(self, timeout: float = PATIENCE) -> int:
        """Waits for its end and returns the exit status."""
        wait_until(lambda: not self.is_running, "live ends", timeout, self.__str__)
        assert self.status is not None
        return self.status

    def send(self, signal_number: signal.Signals) -> None:
        os.kill(self.pid, signal_number)

    # Keys

    def type(self, text: str) -> None:
        """Types a text, without Enter."""
        os.write(self._master, text.encode())

    def press(self, *keys: str) -> None:
        """Presses keys, by name."""
        for key in keys:
            self.type(KEYS[key])

    def enter(self, line: str) -> None:
        """Types a line and Enter."""
        self.type(line)
        self.press("enter")

    def paste(self, text: str) -> None:
        self.type(f"\x1b[200~{text}\x1b[201~")

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        with self._lock:
            self._screen.resize(rows, columns)

    # Screen

    @property
    def lines(self) -> list[str]:
        """The screen, without empty rows at its end."""
        with self._lock:
            shown = [self._row(row) for row in range(self._screen.lines)]
        while shown and not shown[-1]:
            shown.pop()
        return shown

    @property
    def transcript(self) -> list[str]:
        """Everything that has scrolled out of the screen, and the screen."""
        with self._lock:
            gone = [self._text(line) for line in self._screen.history.top]
        return gone + self.lines

    @property
    def state(self) -> str:
        """The state line above the prompt."""
        shown = self.lines
        prompts = [row for row, line in enumerate(shown) if line.startswith("›")]
        return shown[prompts[-1] - 1] if prompts and prompts[-1] else ""

    @property
    def input(self) -> str:
        """The text after the prompt, over all its rows, without the suggestion."""
        with self._lock:
            shown = [self._text({**row, **{x: row[x]._replace(data=" ") for x in range(self._screen.columns)
                                           if row[x].fg == self.SUGGESTED}})
                     for row in (self._screen.buffer[y] for y in range(self._screen.lines))]
        while shown and not shown[-1]:
            shown.pop()
        prompts = [row for row, line in enumerate(shown) if line.startswith("›")]
        if not prompts:
            return ""
        first, *others = shown[prompts[-1]:]
        return first[len(self.PROMPT):] + "".join(line[len(self.PROMPT):] for line in others)

    @property
    def suggestion(self) -> str:
        """The suggestion after the cursor."""
        with self._lock:
            row = self._screen.buffer[self._screen.cursor.y]
            return "".join(row[x].data for x in range(self._screen.columns) if row[x].fg == self.SUGGESTED)

    @property
    def cursor(self) -> tuple[int, int]:
        """The row and the column of the cursor."""
        return self._screen.cursor.y, self._screen.cursor.x

    def wait_for(self, text: str, timeout: float = PATIENCE) -> None:
        """Waits until a text is or has been on the screen."""
        wait_until(lambda: any(text in line for line in self.transcript), f"the terminal shows {text!r}", timeout,
                   self.__str__)

    def wait_for_word(self, word: str, timeout: float = PATIENCE) -> None:
        """Waits until a word has been highlighted as the current one, however briefly."""
        wait_until(lambda: word in self.words, f"{word!r} is heard", timeout,
                   self.__str__)

    @property
    def words(self) -> list[str]:
        """The words that have been highlighted as the current one, in order."""
        found: list[str] = []
        for word in re.findall(r"\x1b\[7m([^\x1b]+)\x1b\[0m", self.received.decode(errors="replace")):
            # The state line is highlighted as well.
            if not word.startswith(("●", "○", "connecting", "!")) and found[-1:] != [word]:
                found.append(word)
        return found

    def wait_for_state(self, text: str, timeout: float = PATIENCE) -> None:
        wait_until(lambda: text in self.state, f"the state line shows {text!r}", timeout, self.__str__)

    def wait_for_input(self, text: str, timeout: float = PATIENCE) -> None:
        wait_until(lambda: self.input == text, f"the line is {text!r}", timeout, lambda: f"{self.input!r}\n{self}")

    def are_modes_restored(self) -> bool:
        """Returns whether the terminal is restored."""
        return termios.tcgetattr(self._slave) == self.modes

    def __str__(self) -> str:
        return "\n".join(self.transcript)

    def _read(self) -> None:
        while True:
            try:
                data = os.read(self._master, 1 << 16)
            except OSError:  # EIO: the other side is closed
                return
            if not data:
                return
            with self._lock:
                self.received = (self.received + data)[-(1 << 20):]
                self._stream.feed(data)

    def _row(self, row: int) -> str:
        return self._text(self._screen.buffer[row])

    def _text(self, line: dict[int, pyte.screens.Char]) -> str:
        return "".join(line[x].data if x in line else " " for x in range(self._screen.columns)).rstrip()
