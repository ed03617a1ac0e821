"""The program under test, as the user of one sound server runs it."""

import json
import os
import pty
import select
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .command import Command
from .paths import PROGRAM
from .waiting import PATIENCE, wait_until


@dataclass(frozen=True)
class Result:
    """The result of a run."""

    status: int
    output: str
    errors: str

    def json(self) -> Any:
        return json.loads(self.output)

    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.output.splitlines()]

    def must_be(self, status: int) -> "Result":
        """Fails with everything that was printed if it ended otherwise."""
        assert self.status == status, f"status {self.status}, expected {status}\n{self.output}\n{self.errors}"
        return self


class SpeakCall:
    """The built program in an environment of its own; leaves no process behind."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        if not PROGRAM.exists():
            raise FileNotFoundError(f"{PROGRAM} is not there: make build")
        self.program = PROGRAM.resolve()
        self.environment = dict(environment)
        self._commands: list[Command] = []

    @property
    def permission_file(self) -> Path:
        return Path(self.environment["XDG_CONFIG_HOME"]) / "speakcall" / "permission"

    @property
    def socket_folder(self) -> Path:
        return Path(self.environment["XDG_RUNTIME_DIR"]) / "speakcall"

    def agent_socket(self) -> Path:
        """Returns the socket of the agent: starts one to find out, ends it, and removes the socket."""
        self.status()
        self.end_agents(signal.SIGKILL)
        sockets = [path for path in self.socket_folder.iterdir() if path.is_socket()]
        assert len(sockets) == 1, sockets
        sockets[0].unlink()
        return sockets[0]

    def run(self, *arguments: str | bytes, input: str | bytes = b"", timeout: float = 60,
            prefix: Sequence[str] = ()) -> Result:
        """Runs a command to its end, without a terminal."""
        data = input.encode() if isinstance(input, str) else input
        done = subprocess.run([*prefix, self.program, *arguments], env=self.environment, input=data,
                              capture_output=True, timeout=timeout)
        status = done.returncode if done.returncode >= 0 else 128 - done.returncode
        return Result(status, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))

    def start(self, *arguments: str, prefix: Sequence[str] = ()) -> Command:
        """Starts a command and returns at once; the test ends what is still running."""
        command = Command([*prefix, self.program, *arguments], self.environment)
        self._commands.append(command)
        return command

    def start_agent(self, *options: str, prefix: Sequence[str] = ()) -> Command:
        """Starts an agent by hand, where none has run yet, and waits until it listens: commands then use this one."""
        agent = self.start("agent", *options, prefix=prefix)
        wait_until(lambda: self.socket_folder.exists() and any(path.is_socket() for path in self.socket_folder.iterdir()),
                   "the agent listens", detail=agent.__str__)
        return agent

    def on_terminal(self, *arguments: str, answer: str, timeout: float = PATIENCE) -> Result:
        """Runs a command on a terminal of its own and types the answer once it asks something."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.execve(self.program, [str(self.program), *arguments], self.environment)
        output, answered, end = "", False, time.monotonic() + timeout
        try:
            while time.monotonic() < end:
                if not select.select([terminal], [], [], max(0, end - time.monotonic()))[0]:
                    break
                try:
                    data = os.read(terminal, 4096)
                except OSError:  # EIO: the other side of the terminal is closed
                    data = b""
                if not data:
                    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                    pid = 0
                    return Result(status, output, "")
                output += data.decode(errors="replace")
                if not answered and "?" in output:
                    os.write(terminal, answer.encode() + b"\n")
                    answered = True
            raise AssertionError(f"{arguments} did not end within {timeout:g} s:\n{output}")
        finally:
            if pid:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            os.close(terminal)

    # Shorthands

    def grant(self) -> None:
        self.run("permission", "grant").must_be(0)

    def enable(self, *options: str) -> None:
        self.run("enable", *options).must_be(0)

    def disable(self) -> None:
        self.run("disable").must_be(0)

    def status(self) -> dict[str, Any]:
        value = self.run("status", "--json").must_be(0).json()
        assert isinstance(value, dict)
        return value

    @property
    def agent_pid(self) -> int:
        return int(self.status()["agent"]["pid"])

    def wait_until_status(self, what: str, **values: object) -> dict[str, Any]:
        """Waits until the speech state has these values, for example `state="speaking"`."""
        last: dict[str, Any] = {}

        def reached() -> bool:
            last.update(self.status())
            return values.items() <= last["speech"].items()
        wait_until(reached, what, detail=lambda: json.dumps(last))
        return last

    # Processes

    def processes(self) -> dict[int, str]:
        """Returns the command lines of the program's processes in this environment, by process id."""
        found: dict[int, str] = {}
        # The engine gets few variables; the home is among them, and each test has its own.
        mark = f"HOME={self.environment['HOME']}".encode()
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                if Path(os.readlink(entry / "exe")) == self.program and \
                        mark in (entry / "environ").read_bytes().split(b"\0"):
                    found[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
            except (FileNotFoundError, ProcessLookupError, PermissionError):
                continue  # it has just ended, or belongs to the kernel or another user
        return found

    def agents(self) -> list[int]:
        return [pid for pid, line in self.processes().items() if " agent" in line]

    def end_agents(self, signal_number: signal.Signals = signal.SIGTERM) -> None:
        """Kills the agent by its id and waits for its end; a command that waits for it may start the next at once."""
        ended = self.agents()
        for pid in ended:
            os.kill(pid, signal_number)
        wait_until(lambda: not set(ended) & set(self.agents()), "the agent ends",
                   detail=lambda: str(self.processes()))

    def close(self) -> None:
        """Ends what the test left running, then the agent like its user; nothing of the program may remain.

        Without a sound server there is nothing to disable, and `disable` says so.
        """
        for command in self._commands:
            command.end()
        if self.agents():
            disabled = self.run("disable")
            self.end_agents()
            assert disabled.status in (0, 69), f"disable at the end: {disabled}"
        wait_until(lambda: not self.processes(), "every process ends", detail=lambda: str(self.processes()))
