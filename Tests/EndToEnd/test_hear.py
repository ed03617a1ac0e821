"""Hearing oneself: the same speech on the default output, and never back into the call."""

import signal
import statistics
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from harness.call_app import CallApp
from harness.comparison import Comparison
from harness.sound_server import SoundServer
from harness.speak_call import SpeakCall
from harness.synthesizer import synthesized
from harness.waiting import wait_until

SENTENCE = "Good morning. I would like to speak with the doctor."
LONG = "This is a long text, which goes on for quite a while, so that there is time to interrupt it. " * 2
LOUDSPEAKER = SoundServer.DEVICES[0]


def hearing_streams(server: SoundServer) -> list[int]:
    """Returns the sinks on which the program plays, except its own."""
    ours = {sink["index"] for sink in server.objects("sinks") if sink["name"] == "speakcall"}
    return [stream["sink"] for stream in server.objects("sink-inputs")
            if stream["properties"].get("application.id") == "io.github.speakcall" and stream["sink"] not in ours]


def heard_once(phone: CallApp, granted: SpeakCall) -> None:
    """Speaks the sentence and fails unless the call hears it unchanged, once."""
    start = phone.recording().sound.seconds
    granted.run("say", "-v", "en-us", SENTENCE).must_be(0)
    phone.wait_until_hearing(0.6)
    found = Comparison(phone.recording().sound.cut(start), synthesized(SENTENCE))
    assert found.is_whole, found
    assert phone.recording().sound.peak < -2.9, "louder than one voice can be"


@contextmanager
def default_sink(server: SoundServer, name: str) -> Iterator[None]:
    """Makes a sink the default for a while."""
    server.pactl("set-default-sink", name)
    wait_until(lambda: server.graph().default_sink == name, f"{name} is the default output")
    yield
    server.pactl("set-default-sink", "fakespk")
    wait_until(lambda: server.graph().default_sink == "fakespk", "the loudspeaker is the default output again")


def test_the_same_is_heard_at_the_same_moment(server: SoundServer, phone: CallApp, granted: SpeakCall) -> None:
    granted.enable("--hear")
    assert granted.status()["injection"] == {"enabled": True, "microphone": "mix", "hear": True, "hearLevel": 0}
    with CallApp.recorder(server, "fakespk.monitor") as loudspeaker:
        differences = []
        for _ in range(5):
            starts = [app.recording().sound.seconds for app in (phone, loudspeaker)]
            granted.run("say", "-v", "en-us", SENTENCE).must_be(0)
            moments = []
            for app, start in zip((phone, loudspeaker), starts):
                app.wait_until_hearing(0.4)
                recording = app.recording()
                found = Comparison(recording.sound.cut(start), synthesized(SENTENCE))
                # Drift between the devices is corrected in the pauses of what the user hears.
                assert all(phrase.is_whole for phrase in found.phrases), found
                # By its last phrase, after a pause in which drift could be corrected.
                moments.append(recording.moment(start + found.phrases[-1].start))
            differences.append(moments[1] - moments[0])
        assert abs(statistics.median(differences)) < 0.03, differences
    assert phone.recording().sound.peak < -2.9


def test_its_level_is_its_own(server: SoundServer, phone: CallApp, granted: SpeakCall) -> None:
    granted.enable("--hear=-12")
    with CallApp.recorder(server, "fakespk.monitor") as loudspeaker:
        granted.run("say", "-v", "en-us", SENTENCE).must_be(0)
        phone.wait_until_hearing(0.4)
        loudspeaker.wait_until_hearing(0.4)
        loud, soft = (Comparison(app.recording().sound, synthesized(SENTENCE)) for app in (phone, loudspeaker))
        assert all(phrase.is_whole for phrase in (*loud.phrases, *soft.phrases)), (loud, soft)
        assert soft.gain - loud.gain == pytest.approx(-12, abs=0.5)


def test_stop_silences_both(server: SoundServer, phone: CallApp, granted: SpeakCall) -> None:
    granted.enable("--hear")
    with CallApp.recorder(server, "fakespk.monitor") as loudspeaker:
        saying = granted.start("say", "--json", LONG)
        saying.wait_for("word")
        granted.run("stop").must_be(0)
        assert saying.wait() == 1
        for app in (phone, loudspeaker):
            app.wait_until_hearing(0.5)
            start = app.recording().sound.seconds
            app.wait_until_hearing(0.5)
            assert app.recording().sound.cut(start).peak < -80


def test_it_is_over_with_enable_and_disable(server: SoundServer, phone: CallApp, granted: SpeakCall) -> None:
    granted.enable("--hear")
    wait_until(lambda: len(hearing_streams(server)) == 1, "its stream exists")
    granted.enable()
    wait_until(lambda: not hearing_streams(server), "its stream is closed")
    assert "hear" not in granted.status()["injection"]
    granted.enable("--hear")
    granted.end_agents(signal.SIGKILL)
    assert granted.status()["injection"]["hear"] is True, "the setting outlasts the agent"
    wait_until(lambda: len(hearing_streams(server)) == 1, "its stream exists again")
    granted.disable()
    wait_until(lambda: not hearing_streams(server), "its stream is closed")


# Never back into the call

def test_not_on_our_own_sink(server: SoundServer, phone: CallApp, granted: SpeakCall) -> None:
    granted.enable("--hear")
    with default_sink(server, "speakcall"):
        advice = "leads into the call; choose another one: pactl set-default-sink 'fakespk'"
        wait_until(lambda: advice in granted.status()["injection"].get("advice", ""), "status gives the reason")
        assert not hearing_streams(server)
        heard_once(phone, granted)
    wait_until(lambda: len(hearing_streams(server)) == 1, "it is heard on the loudspeaker again")


def test_not_on_an_output_that_is_the_microphone(server: SoundServer, phone: CallApp, granted: SpeakCall) -> None:
    server.unplug_microphone()
    wait_until(lambda: granted.status()["virtualMicrophone"].get("realMicrophone") == "my_mix", "it is on my_mix")
    with default_sink(server, "my_music"):
        result = granted.run("enable", "--hear").must_be(0)
        assert "leads into the call" in result.errors
        assert not hearing_streams(server)
        heard_once(phone, granted)
    server.plug_microphone()


def test_not_on_an_output_that_is_looped_into_the_call(server: SoundServer, phone: CallApp, granted: SpeakCall) -> None:
    granted.enable("--hear")
    wait_until(lambda: len(hearing_streams(server)) == 1, "its stream exists")
    loopback = server.load_module("module-loopback source=fakespk.monitor sink=speakcall latency_msec=20")
    wait_until(lambda: not hearing_streams(server), "its stream is closed")
    heard_once(phone, granted)
    server.pactl("unload-module", str(loopback))
    wait_until(lambda: len(hearing_streams(server)) == 1, "its stream exists again")


def test_a_preview_on_our_own_sink_is_refused(server: SoundServer, phone: CallApp, granted: SpeakCall) -> None:
    with default_sink(server, "speakcall"):
        start = phone.recording().sound.seconds
        result = granted.run("say", "--preview", SENTENCE).must_be(1)
        assert "default output 'speakcall' leads into the call" in result.errors
        assert "Next: pactl set-default-sink 'fakespk'" in result.errors
        phone.wait_until_hearing(0.3)
        assert phone.recording().sound.cut(start).peak < -60, "the call hears nothing"
        heard_once(phone, granted)
    granted.run("say", "--preview", SENTENCE).must_be(0)


def test_a_preview_does_not_follow_the_default_output_into_the_call(
        server: SoundServer, phone: CallApp, granted: SpeakCall) -> None:
    with CallApp.recorder(server, "fakespk.monitor") as loudspeaker:
        saying = granted.start("say", "--json", "--preview", "-v", "en-us", LONG)
        saying.wait_for("word")
        with default_sink(server, "speakcall"):
            ours = next(sink["index"] for sink in server.objects("sinks") if sink["name"] == "speakcall")
            while saying.is_running:
                streams = [stream["sink"] for stream in server.objects("sink-inputs")
                           if stream["properties"].get("media.name") == "Speech"]
                assert streams.count(ours) <= 1, "only the stream of the call"
            assert saying.wait() == 0
        loudspeaker.wait_until_hearing(0.4)
        assert Comparison(loudspeaker.recording().sound, synthesized(LONG)).is_whole


def test_a_preview_ends_when_its_output_is_looped_into_the_call(
        server: SoundServer, phone: CallApp, granted: SpeakCall) -> None:
    saying = granted.start("say", "--json", "--preview", LONG)
    saying.wait_for("word")
    loopback = server.load_module("module-loopback source=fakespk.monitor sink=speakcall latency_msec=20")
    assert saying.wait() == 1
    assert "'fakespk' leads into the call" in saying.errors
    server.pactl("unload-module", str(loopback))


# The output comes and goes

def test_speech_goes_on_when_the_output_is_removed(server: SoundServer, phone: CallApp, granted: SpeakCall) -> None:
    granted.enable("--hear")
    start = phone.recording().sound.seconds
    saying = granted.start("say", "--json", "-v", "en-us", LONG)
    saying.wait_for("word")
    server.unload_modules("module-null-sink", "sink_name=fakespk ")
    assert saying.wait() == 0
    phone.wait_until_hearing(0.4)
    found = Comparison(phone.recording().sound.cut(start), synthesized(LONG))
    assert found.is_whole, found
    default = server.graph().default_sink
    with CallApp.recorder(server, f"{default}.monitor") as other:
        granted.run("say", "-v", "en-us", SENTENCE).must_be(0)
        other.wait_until_hearing(0.4)
        found = Comparison(other.recording().sound, synthesized(SENTENCE))
    server.load_module(LOUDSPEAKER)
    server.pactl("set-default-sink", "fakespk")
    wait_until(lambda: server.graph().default_sink == "fakespk", "the loudspeaker is the default output again")
    assert found.is_whole, found


# Warnings

@pytest.mark.parametrize(("factor", "warns"), [("speaker", True), ("headphone", False), ("headset", False), ("", False)],
                         ids=["loudspeaker", "headphones", "headset", "unknown"])
def test_a_loudspeaker_beside_an_open_microphone(server: SoundServer, phone: CallApp, granted: SpeakCall, factor: str,
                                                 warns: bool) -> None:
    properties = f" sink_properties=device.form_factor={factor}" if factor else ""
    module = server.load_module(f"module-null-sink sink_name=output rate=48000 norewinds=1{properties}")
    with default_sink(server, "output"):
        result = granted.run("enable", "--hear").must_be(0)
        assert ("headphones" in result.errors) == warns, result
        assert ("advice" in granted.status()["injection"]) == warns
        result = granted.run("say", "--preview", input="One.\nTwo.\n").must_be(0)
        assert result.errors.count("headphones") == int(warns), result
        assert granted.run("enable", "--hear", "--mic", "mute").must_be(0).errors == ""
    server.pactl("unload-module", str(module))


def test_a_preview_without_an_open_microphone_warns_of_nothing(server: SoundServer, granted: SpeakCall) -> None:
    module = server.load_module(
        "module-null-sink sink_name=output rate=48000 norewinds=1 sink_properties=device.form_factor=speaker")
    with default_sink(server, "output"):
        assert granted.run("say", "--preview", "One.").must_be(0).errors == ""
    server.pactl("unload-module", str(module))
