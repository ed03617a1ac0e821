"""A real telephone call."""

import socket
from contextlib import AbstractContextManager
from enum import Enum
from pathlib import Path
from types import TracebackType

from .child import Child
from .sound import Sound
from .sound_server import SoundServer
from .waiting import wait_until


class Codec(Enum):
    """The codec of the line: name, samples a second, channels."""

    OPUS = "opus/48000/2"
    PCMU = "pcmu/8000/1"

    @property
    def bytes_per_second(self) -> int:
        """Of the decoded sound, at 16 bits."""
        _, rate, channels = self.value.split("/")
        return int(rate) * int(channels) * 2


class SipCall(AbstractContextManager["SipCall"]):
    """A SIP call between two baresip processes on the loopback address, for the duration of the `with` block.

    The near end reads the server's default source through ALSA's pulse plug-in, like a plain call app. The far end
    answers by itself, sends a tone, and writes what it decodes to a WAV file, which is available after the call.
    """

    MODULES = ("alsa", "opus", "g711", "ausine", "sndfile", "stdio")

    def __init__(self, server: SoundServer, codec: Codec = Codec.OPUS) -> None:
        self.server = server
        self.codec = codec
        self._folder = server.folder / "sip"
        self._near: Child | None = None
        self._far: Child | None = None

    def __enter__(self) -> "SipCall":
        near_port, far_port = self._free_ports()
        (Path(self.server.environment["HOME"]) / ".asoundrc").write_text("pcm.call { type pulse }\n")
        self._configure("far", far_port, source="ausine,440")
        self._configure("near", near_port, source="alsa,call")
        try:
            self._far = self._start("far", sink="fakespk")
            self._near = self._start("near", sink="nearspk")
            self._near.send(f"/dial sip:test{far_port}@127.0.0.1:{far_port}")
            self._near.wait_for_output("Call established")
            self._far.wait_for_output("Call established")
            self.wait_until_heard(0.5)
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if error is None:
            self.hang_up()
        self._stop()

    @property
    def near_pid(self) -> int:
        assert self._near is not None, "used outside its with block"
        return self._near.pid

    @property
    def source(self) -> str:
        """The source that the near end reads now, as reported by the server."""
        names = [output["source_name"] for output in self.server.source_outputs()
                 if output["properties"].get("application.process.id") == str(self.near_pid)]
        if len(names) != 1:
            raise AssertionError(f"baresip has {len(names)} streams: {names}\n{self._logs()}")
        return str(names[0])

    def wait_until_heard(self, seconds: float) -> None:
        """Waits until the far end has decoded so much more sound."""
        wait_until(lambda: self._decoded() is not None, "the far end decodes", detail=self._logs)
        wanted = self._decoded_bytes() + round(seconds * self.codec.bytes_per_second)
        wait_until(lambda: self._decoded_bytes() >= wanted, "the far end continues to decode", detail=self._logs)

    def hang_up(self) -> None:
        """Ends the call like a user, and waits until both ends have said so and exited."""
        for child in (self._near, self._far):
            if child is not None and child.is_running:
                child.send("/quit")
                wait_until(lambda: not child.is_running, f"{child.name} hangs up", detail=self._logs)

    def far_end(self) -> Sound:
        """Returns what the far end heard, from the first packet on."""
        path = self._decoded()
        if path is None:
            raise AssertionError(f"the far end wrote no sound\n{self._logs()}")
        return Sound.from_wav(path)

    def _decoded(self) -> Path | None:
        return next(iter(sorted((self._folder / "far").glob("*-dec.wav"))), None)

    def _decoded_bytes(self) -> int:
        path = self._decoded()
        return path.stat().st_size if path else 0

    def _start(self, end: str, sink: str) -> Child:
        environment = self.server.environment | {"PULSE_SINK": sink}
        child = Child(["baresip", "-f", self._folder / end], environment, self._folder / f"{end}.log")
        child.wait_for_output("baresip is ready")
        return child

    def _configure(self, end: str, port: int, source: str) -> None:
        folder = self._folder / end
        folder.mkdir(parents=True)
        modules = [name for name in self.MODULES if end == "far" or name != "sndfile"]
        (folder / "config").write_text("\n".join((
            f"sip_listen 127.0.0.1:{port}", f"audio_source {source}", "audio_player alsa,call", "audio_alert none,nil",
            "ausrc_srate 48000", "auplay_srate 48000", "ausrc_channels 2", "module_path /usr/lib/baresip/modules",
            *(f"module {name}.so" for name in modules),
            "module_tmp uuid.so", "module_tmp account.so", "module_app menu.so", f"snd_path {folder}", "")))
        (folder / "accounts").write_text(
            f"<sip:test{port}@127.0.0.1:{port};transport=udp>;regint=0;answermode=auto;"
            f"audio_codecs={self.codec.value}\n")

    def _stop(self) -> None:
        for child in (self._near, self._far):
            if child is not None:
                child.stop()

    def _logs(self) -> str:
        ends = (("near", self._near), ("far", self._far))
        return "\n".join(f"--- {end} end\n{child.output()[-2000:]}" for end, child in ends if child is not None)

    @staticmethod
    def _free_ports() -> tuple[int, int]:
        with socket.socket(type=socket.SOCK_DGRAM) as one, socket.socket(type=socket.SOCK_DGRAM) as two:
            one.bind(("127.0.0.1", 0))
            two.bind(("127.0.0.1", 0))
            return one.getsockname()[1], two.getsockname()[1]
