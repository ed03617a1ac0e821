"""Fixtures for all tests."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.call_app import CallApp
from harness.sound_server import Kind, SoundServer
from harness.speak_call import SpeakCall
from harness.transcriber import Transcriber
from harness.waiting import wait_until

# A background shell ignores it, and programs that the tests start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(params=list(Kind), ids=lambda kind: kind.value)
def server(request: pytest.FixtureRequest) -> Iterator[SoundServer]:
    """A fresh sound server with null sinks, loopbacks and remap sources of the user."""
    with SoundServer.running(request.param, users_own=True) as running:
        yield running


@pytest.fixture
def speakcall(server: SoundServer) -> Iterator[SpeakCall]:
    """The program on that server. After the test no process, module or changed default of it may be left."""
    before = server.graph()
    program = SpeakCall(server.environment)
    yield program
    program.close()
    wait_until(lambda: server.graph() == before, "the sound server is unchanged",
               detail=lambda: f"before: {before}\nafter:  {server.graph()}")


@pytest.fixture
def granted(speakcall: SpeakCall) -> SpeakCall:
    """The program with the user's permission."""
    speakcall.grant()
    return speakcall


@pytest.fixture
def phone(server: SoundServer, granted: SpeakCall) -> Iterator[CallApp]:
    """A call with injection enabled: the phone reads the virtual microphone, and its sound is recorded."""
    with CallApp.phone(server, play="nearspk") as app:
        granted.enable()
        app.wait_for_source("speakcall_mic")
        app.wait_until_hearing()
        yield app


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[SpeakCall]:
    """The program without a sound server."""
    program = SpeakCall(SoundServer(Kind.PULSEAUDIO, tmp_path / "none").environment)
    yield program
    program.close()


@pytest.fixture(scope="session")
def transcriber() -> Transcriber:
    return Transcriber()
