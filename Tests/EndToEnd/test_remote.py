"""The agent on one machine, the call on another: a sound server reached over the network."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from harness.call_app import CallApp
from harness.comparison import Comparison
from harness.remote import NoNetwork, Remote
from harness.sound_server import Kind, SoundServer
from harness.speak_call import SpeakCall
from harness.synthesizer import synthesized
from harness.waiting import wait_until

SENTENCE = "Good morning. I would like to speak with the doctor."
LINES = {"LAN": (0.0005, 0), "far": (0.025, 0), "far and lossy": (0.025, 1)}
"""Seconds of delay in each direction, and the packets lost in a hundred."""


@pytest.fixture(params=list(LINES.values()), ids=list(LINES))
def remote(request: pytest.FixtureRequest) -> Iterator[Remote]:
    with ExitStack() as stack:
        try:
            network = stack.enter_context(Remote(*request.param))
        except NoNetwork as error:
            pytest.skip(str(error))
        yield network


def access(server: SoundServer, remote: Remote) -> str:
    """The module that makes the server reachable; PulseAudio demands its cookie, PipeWire nothing."""
    anonymous = " auth-anonymous=true" if server.kind is Kind.PIPEWIRE else ""
    return f"module-native-protocol-tcp listen={remote.host}{anonymous}"


@pytest.fixture
def afar(server: SoundServer, remote: Remote) -> Iterator[SpeakCall]:
    """Runs the program in a network namespace of its own, with the line as the only route to the server."""
    server.load_module(access(server, remote))
    before = server.graph()
    program = SpeakCall(server.environment | {"PULSE_SERVER": f"tcp:{remote.host}"})
    program.grant()
    program.run("status", prefix=remote.prefix).must_be(0)
    yield program
    program.close()
    wait_until(lambda: server.graph() == before, "the sound server is unchanged",
               detail=lambda: f"before: {before}\nafter:  {server.graph()}")


def assert_arrives_whole(phone: CallApp, afar: SpeakCall, *options: str) -> None:
    """Speaks a sentence until one has arrived complete.

    A retransmitted packet takes 200 ms, longer than the silence that flushes the last period, and a busy machine
    stalls PipeWire. Either misplaces one of its periods, 21 ms, but not every time.
    """
    for _ in range(4):
        place = phone.recording().sound.seconds
        afar.run("say", *options, SENTENCE).must_be(0)
        phone.wait_until_hearing(0.5)
        found = Comparison(phone.recording().sound.cut(place), synthesized(SENTENCE))
        if found.is_whole:
            return
    raise AssertionError(str(found))


def test_speech_arrives_whole(server: SoundServer, afar: SpeakCall, remote: Remote) -> None:
    with CallApp.phone(server, play="nearspk") as phone:
        afar.enable()
        phone.wait_for_source("speakcall_mic")
        assert any(remote.address in str(client) for client in server.objects("clients")) or \
            server.kind is Kind.PIPEWIRE, server.objects("clients")
        assert_arrives_whole(phone, afar)
        afar.disable()
        phone.wait_for_source("fakemic")


def test_restart_of_the_remote_server_is_outlived(server: SoundServer, afar: SpeakCall, remote: Remote) -> None:
    with CallApp.phone(server, play="nearspk") as phone:
        afar.enable()
        phone.wait_for_source("speakcall_mic")
    server.restart()
    server.load_module(access(server, remote))
    with CallApp.phone(server, play="nearspk") as phone:
        wait_until(lambda: phone.source == "speakcall_mic", "the microphone is created again over the network", 60)
        assert_arrives_whole(phone, afar, "--wait-for-call=30")
