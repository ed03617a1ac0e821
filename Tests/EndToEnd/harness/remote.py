"""A network between two machines within this one: a network namespace, and a line with delay and loss."""

import os
import subprocess
import sys
import tempfile
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from types import TracebackType

from .child import Child


class NoNetwork(Exception):
    """The reason why no network namespace can be created here."""


class Remote(AbstractContextManager["Remote"]):
    """A namespace whose only route leads to this one, for the duration of the `with` block.

    Programs in it reach this namespace at `host`; programs here are unaffected. `tc netem` delays and loses packets,
    or `harness.line` where the kernel has no netem.
    """

    _numbers = iter(range(256))

    def __init__(self, delay: float = 0, loss: float = 0) -> None:
        number = next(self._numbers)
        self.name = f"sc{os.getpid()}n{number}"
        self._near, self._far = f"{self.name}a", f"{self.name}b"
        # From 198.18.0.0/15, which is reserved for network tests.
        network = f"198.18.{number}"
        self.host, self.address = f"{network}.1", f"{network}.2"
        self._delay, self._loss = delay, loss
        self.line = ""
        self._stack = ExitStack()

    @property
    def prefix(self) -> list[str]:
        """The prefix of a command that runs there."""
        return ["ip", "netns", "exec", self.name]

    def __enter__(self) -> "Remote":
        with ExitStack() as stack:
            try:
                self._run("ip", "netns", "add", self.name)
                stack.callback(self._run, "ip", "netns", "delete", self.name)
                try:
                    self._connect_by_netem()
                except subprocess.CalledProcessError:
                    self._connect_by_line(stack)
                for prefix, address, name in (([], self.host, self._near), (["-n", self.name], self.address, self._far)):
                    self._run("ip", *prefix, "address", "add", f"{address}/24", "dev", name)
                    self._run("ip", *prefix, "link", "set", name, "up")
            except subprocess.CalledProcessError as error:
                raise NoNetwork(f"no network of namespaces can be made here: {error.stderr.strip()}") from error
            except (OSError, AssertionError) as error:
                raise NoNetwork(f"no network of namespaces can be made here: {error}") from error
            self._stack = stack.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._stack.close()

    def _connect_by_netem(self) -> None:
        # Deleting the namespace removes both ends.
        self._run("ip", "link", "add", self._near, "type", "veth", "peer", "name", self._far, "netns", self.name)
        line = ["delay", f"{self._delay * 1000:g}ms", "loss", f"{self._loss:g}%"]
        try:
            for prefix, device in ((["tc"], self._near), (["tc", "-n", self.name], self._far)):
                self._run(*prefix, "qdisc", "replace", "dev", device, "root", "netem", *line)
        except subprocess.CalledProcessError:
            self._run("ip", "link", "delete", self._near)
            raise
        self.line = "netem"

    def _connect_by_line(self, stack: ExitStack) -> None:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="speakcall-line-")))
        child = Child([sys.executable, "-m", "harness.line", self._near, self._far, self.name, str(self._delay),
                       str(self._loss)], {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}, folder / "log")
        stack.callback(child.stop)
        child.wait_for_output("ready")
        self.line = "harness.line"

    @staticmethod
    def _run(*command: str) -> None:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=20)
