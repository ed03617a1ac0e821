"""A person who talks into the fake microphone without a pause."""

from contextlib import AbstractContextManager
from types import TracebackType

import numpy as np

from .child import Child
from .sound import Sound
from .sound_server import SoundServer
from .waiting import wait_until


class Tone(AbstractContextManager["Tone"]):
    """A steady tone that the fake microphone hears for the duration of the `with` block."""

    FREQUENCY = 13000.0
    """In hertz: above espeak-ng's speech, which ends at 11 kHz, to keep speech out of the measure."""

    LEVEL = -20.0
    """Of the sine's amplitude, in dBFS."""

    def __init__(self, server: SoundServer, sink: str = "fakemic_sink") -> None:
        self._server = server
        self._sink = sink

    def __enter__(self) -> "Tone":
        path = self._server.folder / "tone.wav"
        if not path.exists():
            moments = np.arange(120 * 48000) / 48000
            Sound(np.sin(2 * np.pi * self.FREQUENCY * moments) * 10 ** (self.LEVEL / 20)).write(path)
        log = self._server.folder / "tone.log"
        self._child = Child(["paplay", f"--device={self._sink}", path], self._server.environment, log)
        wait_until(self._plays, "the tone plays", detail=self._child.output)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._child.stop()

    def _plays(self) -> bool:
        if not self._child.is_running:
            raise AssertionError(f"paplay ended:\n{self._child.output()}")
        return any(stream["properties"].get("application.process.id") == str(self._child.pid)
                   and not stream["corked"] for stream in self._server.objects("sink-inputs"))
