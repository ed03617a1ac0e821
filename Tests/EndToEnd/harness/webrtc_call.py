"""A real call in web browsers."""

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from types import TracebackType

from .browser import Browser, PageServer
from .call_app import CallApp
from .sound import Sound
from .sound_server import SoundServer
from .waiting import wait_until


class WebRtcCall(AbstractContextManager["WebRtcCall"]):
    """A two-way call between two headless Chromium processes, for the duration of the `with` block.

    The near page takes the microphone with the given label, or the default one, with or without the browser's audio
    processing (echo cancellation, noise suppression, gain control). The loudspeaker of the far end is recorded.
    """

    def __init__(self, server: SoundServer, microphone: str | None = None, processing: bool = False) -> None:
        self.server = server
        self._microphone = microphone
        self._processing = processing
        self._stack = ExitStack()

    def __enter__(self) -> "WebRtcCall":
        with ExitStack() as stack:
            url = stack.enter_context(PageServer()).url
            self._near = stack.enter_context(Browser(self.server, "near", url, sink="nearspk"))
            self._far = stack.enter_context(Browser(self.server, "far", url, sink="fakespk"))
            offer = self._near.call("offer", self._microphone, self._processing)
            self._near.call("accept", self._far.call("answer", offer))
            for name, browser in (("near", self._near), ("far", self._far)):
                wait_until(lambda: browser.run("peer.connectionState") == "connected", f"the {name} end is connected",
                           30, lambda: f"it is {browser.run('peer.connectionState')}")
            self._recorder = stack.enter_context(CallApp.recorder(self.server, "fakespk.monitor"))
            self.wait_until_steady()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._stack.close()

    @property
    def track(self) -> str:
        """The label of the near page's microphone."""
        return str(self._near.run("track.label"))

    def microphones(self) -> list[str]:
        """Returns the labels of the microphones offered to the near page."""
        return list(self._near.run("microphones().then((all) => all.map((device) => device.label))"))

    @property
    def source(self) -> str:
        """The source that the near end reads now; the far end records nothing."""
        names = [output["source_name"] for output in self.server.source_outputs()
                 if output["properties"].get("application.process.binary") == "chromium"]
        if len(names) != 1:
            raise AssertionError(f"Chromium has {len(names)} recording streams: {names}")
        return str(names[0])

    def wait_for_source(self, name: str) -> None:
        """Waits until the near end has been moved there."""
        wait_until(lambda: self.source == name, f"Chromium reads {name}", detail=lambda: f"it reads {self.source}")

    def wait_until_heard(self, seconds: float) -> None:
        """Waits until the far end has played so much more sound."""
        wanted = self._received("seconds") + seconds
        wait_until(lambda: self._received("seconds") >= wanted, "the far end continues to play", seconds + 15)

    def wait_until_steady(self, seconds: float = 1) -> None:
        """Waits until the far end's jitter buffer has not changed the sound for so long."""
        since = {"changed": -1.0, "seconds": 0.0}

        def steady() -> bool:
            received = self._far.call("received")
            if received["changed"] != since["changed"]:
                since.update(received)
            return bool(received["seconds"] - since["seconds"] >= seconds)
        wait_until(steady, "the line is steady", 60, lambda: str(self._far.call("received")))

    @property
    def changed(self) -> float:
        """The samples that the far end's jitter buffer has invented, inserted or dropped so far."""
        return self._received("changed")

    def _received(self, value: str) -> float:
        return float(self._far.call("received")[value])

    def carry(self, speak: Callable[[], object], attempts: int = 6) -> Sound:
        """Speaks while the line is steady, and returns what the far end's loudspeaker played meanwhile.

        A busy machine delays packets, and the far end's jitter buffer then stretches and squeezes the sound. The
        browser counts this, and the text is spoken again.
        """
        for _ in range(attempts):
            self.wait_until_steady()
            changed, place = self.changed, self.far_end().seconds
            speak()
            self.wait_until_heard(0.8)
            if self.changed == changed:
                return self.far_end().cut(place)
        raise AssertionError(f"the line was never steady in {attempts} attempts: the machine is too busy")

    def far_end(self) -> Sound:
        """Returns what the far end's loudspeaker has played so far."""
        return self._recorder.recording().sound
