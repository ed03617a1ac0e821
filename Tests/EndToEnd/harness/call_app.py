"""A call app, a meter or a recorder under the control of the test."""

import os
import subprocess
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .child import Child
from .paths import BUILD
from .sound import Sound
from .sound_server import SoundServer
from .waiting import wait_until


@cache
def program() -> Path:
    """Compiles `callapp.c` when it is newer than its binary."""
    source = Path(__file__).resolve().parents[1] / "callapp.c"
    built = BUILD / "callapp"
    if not built.exists() or built.stat().st_mtime < source.stat().st_mtime:
        built.parent.mkdir(parents=True, exist_ok=True)
        scratch = built.with_suffix(f".{os.getpid()}")
        subprocess.run(["gcc", "-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror", source, "-o", scratch, "-lpulse"],
                       check=True)
        scratch.rename(built)
    return built


@dataclass(frozen=True)
class Recording:
    """The sound that a stream heard: `arrivals` are the monotonic times at which `places` (seconds) were reached."""

    sound: Sound
    arrivals: NDArray[np.float64]
    places: NDArray[np.float64]

    def moment(self, place: float) -> float:
        """Returns when the sample at this place, in seconds, arrived: the earliest that the call app can hear it."""
        return float(self.arrivals[min(np.searchsorted(self.places, place, "right"), len(self.arrivals) - 1)])

    def at(self, moment: float) -> float:
        """Returns the place, in seconds, up to which everything had arrived at that monotonic time."""
        index = int(np.searchsorted(self.arrivals, moment, "right"))
        return float(self.places[index - 1]) if index else 0.0

    def since(self, moment: float) -> Sound:
        """Returns what arrived after that monotonic time."""
        return self.sound.cut(self.at(moment))


class CallApp(AbstractContextManager["CallApp"]):
    """A recording stream on the server, for the duration of the `with` block.

    Without a device it reads the default source, like a call app; `play` makes it two-way. It keeps everything it
    hears, in fragments of 10 ms. `second` names a second client of the same process with a recording stream of its
    own, as Discord has.
    """

    def __init__(self, server: SoundServer, name: str = "Callapp", *, device: str | None = None,
                 properties: Mapping[str, str] | None = None, play: str | None = None, movable: bool = True,
                 corked: bool = False, peaks: bool = False, left: bool = False,
                 second: str | None = None) -> None:
        self.server = server
        self.name = name
        stem = server.folder / f"{name.replace('/', '-')}-{time.monotonic_ns()}"
        self._pcm, self._clock = stem.with_suffix(".pcm"), stem.with_suffix(".clock")
        self._log = stem.with_suffix(".log")
        command = [program(), "--name", name, "--output", self._pcm, "--clock", self._clock]
        for key, value in (properties or {}).items():
            command += ["--property", f"{key}={value}"]
        command += ["--device", device] if device else []
        command += ["--play", play] if play else []
        command += [] if movable else ["--dont-move"]
        command += ["--corked"] if corked else []
        command += ["--peaks"] if peaks else []
        command += ["--left"] if left else []
        command += ["--second", second] if second else []
        self._command = command
        self._silent = corked or peaks
        self._turns = {"corked": 0, "uncorked": 0}
        self._child: Child | None = None

    @classmethod
    def phone(cls, server: SoundServer, name: str = "Phone", **options: object) -> "CallApp":
        """Returns a call app that declares itself a phone."""
        return cls(server, name, properties={"media.role": "phone"}, **options)  # type: ignore[arg-type]

    @classmethod
    def recorder(cls, server: SoundServer, device: str) -> "CallApp":
        """Returns a plain recorder of one source, which it never leaves.

        Of a loudspeaker's monitor it takes the left channel, because servers downmix two channels differently.
        """
        return cls(server, "Recorder", device=device, movable=False, left=device.endswith(".monitor"),
                   properties={"application.process.binary": "parec"})

    def __enter__(self) -> "CallApp":
        self._child = Child(self._command, self.server.environment, self._log)
        self._child.wait_for_output("ready")
        if not self._silent:
            self.wait_until_hearing()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._running.stop()

    @property
    def _running(self) -> Child:
        assert self._child is not None, "used outside its with block"
        return self._child

    @property
    def pid(self) -> int:
        return self._running.pid

    @property
    def is_running(self) -> bool:
        return self._running.is_running

    @property
    def streams(self) -> list[dict[str, Any]]:
        """Its recording streams, as the server lists them."""
        return [output for output in self.server.source_outputs()
                if output["properties"].get("application.process.id") == str(self.pid)]

    @property
    def sources(self) -> list[str]:
        """The sources that its streams read now."""
        return [str(stream["source_name"]) for stream in self.streams]

    @property
    def source(self) -> str:
        """The source that its one stream reads now."""
        names = self.sources
        if len(names) != 1:
            raise AssertionError(f"{self.name} has {len(names)} streams: {names}\n{self._running.output()}")
        return names[0]

    def move(self, source: str) -> None:
        """Moves its one stream to another source, like a user in a volume control."""
        stream, = self.streams
        self.server.pactl("move-source-output", str(stream["index"]), source)

    def wait_for_source(self, name: str) -> None:
        """Waits until it has been moved there."""
        wait_until(lambda: self.source == name, f"{self.name} reads {name}", detail=lambda: f"it reads {self.source}")

    def wait_until_hearing(self, seconds: float = 0.1) -> None:
        """Waits until so much more has been heard."""
        wanted = self._pcm.stat().st_size + round(seconds * 48000) * 2
        wait_until(lambda: self._pcm.stat().st_size >= wanted, f"{self.name} hears its source",
                   detail=lambda: f"{self._running.output()}\n{self.server.logs()}")

    def cork(self) -> None:
        """Puts the call on hold."""
        self._turn("cork", "corked")

    def uncork(self) -> None:
        """Resumes the call."""
        self._turn("uncork", "uncorked")

    def hang_up(self) -> None:
        """Ends the call at once."""
        self._running.stop()

    def kill(self, signal_number: int) -> None:
        """Sends it a signal."""
        self._running.kill(signal_number)

    def recording(self) -> Recording:
        """Returns everything heard so far."""
        # Read the PCM first: the clock, which is written after it, then covers at least what was read.
        data = self._pcm.read_bytes()
        clock = np.fromfile(self._clock, dtype=np.uint64)
        stamps = clock[: len(clock) // 2 * 2].reshape(-1, 2).astype(np.float64)
        return Recording(Sound.from_pcm(data), stamps[:, 0] / 1e9, stamps[:, 1] / 48000)

    @property
    def heard_bytes(self) -> int:
        """How much has been heard, as a place for :meth:`heard_from`."""
        return self._pcm.stat().st_size // 2 * 2

    def heard_from(self, place: int) -> tuple[Sound, int]:
        """Returns what was heard from a place on, without reading earlier sound, and the place where it ends."""
        with open(self._pcm, "rb") as file:
            file.seek(place)
            data = file.read()
        data = data[: len(data) // 2 * 2]
        return Sound.from_pcm(data), place + len(data)

    def _turn(self, command: str, answer: str) -> None:
        self._turns[answer] += 1
        self._running.send(command)
        self._running.wait_for_output(f"\n{answer}\n", occurrences=self._turns[answer])
