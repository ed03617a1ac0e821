"""A call on a private sound server, with the agent speaking into it."""

import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from harness.call_app import CallApp
from harness.paths import BUILD
from harness.sound_server import Kind, SoundServer
from harness.speak_call import SpeakCall
from harness.waiting import wait_until

SENTENCE = "Good morning."


@cache
def tap() -> Path:
    """Compiles `tap.c` when it is newer than its binary."""
    source, built = Path(__file__).with_name("tap.c"), BUILD / "tap.so"
    if not built.exists() or built.stat().st_mtime < source.stat().st_mtime:
        built.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["gcc", "-shared", "-fPIC", "-O2", "-Wall", "-Werror", source, "-o", built], check=True)
    return built


@dataclass
class Scene:
    """A server, the program, and a call that reads the virtual microphone."""

    server: SoundServer
    program: SpeakCall
    phone: CallApp

    @property
    def environment(self) -> dict[str, str]:
        return self.program.environment

    def daemons(self) -> list[int]:
        """Returns the processes of the sound server."""
        return [daemon.pid for daemon in self.server._daemons]

    def agents(self) -> list[int]:
        """Returns the agent and its engines."""
        return list(self.program.processes())

    def wait_until_idle(self) -> None:
        self.program.wait_until_status("it has spoken", state="idle")


@contextmanager
def enabled(kind: Kind) -> Iterator[tuple[SoundServer, SpeakCall]]:
    """Runs a server and the program with injection on, and nobody in a call."""
    with SoundServer.running(kind) as server:
        program = SpeakCall(server.environment)
        try:
            program.grant()
            program.enable()
            yield server, program
        finally:
            program.close()


@contextmanager
def call(kind: Kind, *options: str, tapped: bool = False) -> Iterator[Scene]:
    """Runs a call with injection on; with `tapped`, `tap.pcm` in the server's folder gets what the agent writes."""
    with SoundServer.running(kind) as server:
        environment = dict(server.environment)
        if tapped:
            environment |= {"LD_PRELOAD": str(tap()), "SPEAKCALL_TAP": str(server.folder / "tap.pcm")}
        program = SpeakCall(environment)
        try:
            program.grant()
            with CallApp.phone(server, play="nearspk") as phone:
                program.enable(*options)
                phone.wait_for_source("speakcall_mic")
                program.run("say", SENTENCE).must_be(0)
                phone.wait_until_hearing()
                yield Scene(server, program, phone)
        finally:
            program.close()


def run(command: Sequence[str | Path], environment: dict[str, str]) -> tuple[float, float]:
    """Runs a command without a terminal; returns the monotonic times of its start and its end."""
    start = time.monotonic()
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
    end = time.monotonic()
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.returncode}\n{done.stdout.decode()}\n{done.stderr.decode()}")
    return start, end


def computed(pids: Sequence[int]) -> float:
    """Returns the seconds of processor time of processes and their ended children."""
    total = 0.0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            # The kernel counts ended children in ticks, the process itself in nanoseconds.
            total += sum(map(int, fields[13:15])) / os.sysconf("SC_CLK_TCK")
            for thread in Path(f"/proc/{pid}/task").iterdir():
                total += int((thread / "schedstat").read_text().split()[0]) / 1e9
        except FileNotFoundError:
            continue
    return total


def wakeups(pids: Sequence[int]) -> int:
    """Returns how often the threads of processes were scheduled."""
    return sum(int(line.split()[1]) for pid in pids for thread in Path(f"/proc/{pid}/task").iterdir()
               for line in (thread / "status").read_text().splitlines() if "ctxt_switches" in line)


def resident(pid: int) -> float:
    """Returns the memory of a process in MB: all of it, and what it shares with no other process."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / 1024


def wait_for_silence(phone: CallApp) -> None:
    """Waits until the call has heard nothing for a while."""
    def silent() -> bool:
        place = phone.heard_bytes
        phone.wait_until_hearing(0.15)
        return phone.heard_from(place)[0].peak < -80
    wait_until(silent, "silence", 60)
