"""Changes around the virtual microphone: the call is never harmed, and speech recovers."""

import re
import signal
import time
from collections.abc import Callable

import numpy as np
import pytest

from harness.call_app import CallApp
from harness.command import Command
from harness.comparison import Comparison
from harness.sound_server import Kind, SoundServer
from harness.speak_call import SpeakCall
from harness.synthesizer import synthesized
from harness.tone import Tone
from harness.waiting import wait_until

LONG = "This is a long text, which goes on for quite a while, so that there is time to interrupt it. " * 5
WORDS = " ".join(["Alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november."] * 3)
SENTENCE = "Good morning. I would like to speak with the doctor."
OURS = "speakcall_mic"


def hears_tone(app: CallApp) -> bool:
    """Returns whether the last tenth of a second has the tone that is played into the real microphone."""
    heard = app.recording().sound
    return heard.cut(heard.seconds - 0.1).tone_level(Tone.FREQUENCY) > Tone.LEVEL - 3


def ours_stands(server: SoundServer) -> bool:
    return any(OURS in str(source["name"]) for source in server.objects("sources"))


def loopbacks(server: SoundServer) -> list[int]:
    return server.modules("module-loopback", "sink=speakcall ")


def wait_for_no_loopback(server: SoundServer) -> None:
    wait_until(lambda: not loopbacks(server), "the real microphone is closed", detail=server.logs)


def wait_for_microphone(granted: SpeakCall, condition: Callable[[str | None], bool], what: str) -> None:
    """Waits until status reports the expected real microphone."""
    def real() -> str | None:
        name = granted.status()["virtualMicrophone"].get("realMicrophone")
        return None if name is None else str(name)
    wait_until(lambda: condition(real()), what, detail=lambda: f"it is {real()}")


# Disable is pass-through

@pytest.mark.parametrize("movable", [True, False], ids=["chosen by hand", "fixed"])
def test_disable_passes_through_until_the_last_reader_has_left(server: SoundServer, granted: SpeakCall,
                                                               movable: bool) -> None:
    with Tone(server), CallApp.phone(server, play="nearspk") as phone:
        granted.enable("--mic", "mute")
        phone.wait_for_source(OURS)
        with CallApp.phone(server, "Chosen", device=OURS, movable=movable, play="nearspk") as chosen:
            granted.disable()
            phone.wait_for_source("fakemic")
            wait_until(lambda: hears_tone(chosen), "it hears the real microphone")
            assert chosen.source == OURS and chosen.is_running
            assert granted.run("say", SENTENCE).must_be(78)
        wait_until(lambda: not ours_stands(server), "the microphone is removed", detail=server.logs)
        assert phone.is_running and phone.source == "fakemic"


def test_enable_again_while_passing_through(server: SoundServer, granted: SpeakCall) -> None:
    granted.enable()
    with CallApp.phone(server, device=OURS, movable=False, play="nearspk") as phone:
        granted.disable()
        granted.enable()
        granted.run("say", SENTENCE).must_be(0)
        phone.wait_until_hearing(0.4)
        assert Comparison(phone.recording().sound, synthesized(SENTENCE)).is_whole


# The real microphone is open only while somebody reads ours

def test_the_real_microphone_is_open_only_while_somebody_reads(server: SoundServer, granted: SpeakCall) -> None:
    with Tone(server):
        granted.enable()
        assert not loopbacks(server), "nobody reads"
        with CallApp.phone(server, play="nearspk") as phone:
            phone.wait_for_source(OURS)
            wait_until(lambda: hears_tone(phone), "it hears the real microphone")
            phone.cork()
            wait_for_no_loopback(server)
            phone.uncork()
            wait_until(lambda: hears_tone(phone), "it hears the real microphone again")
            assert phone.source == OURS
        wait_for_no_loopback(server)
        assert ours_stands(server)


# Calls that start later, hold, several streams

def test_a_call_that_starts_on_hold_is_attached(server: SoundServer, granted: SpeakCall) -> None:
    granted.enable()
    with CallApp.phone(server, corked=True, play="nearspk") as phone:
        phone.wait_for_source(OURS)
        phone.uncork()
        granted.run("say", "--wait-for-call", SENTENCE).must_be(0)
        phone.wait_until_hearing(0.4)
        assert Comparison(phone.recording().sound, synthesized(SENTENCE)).is_whole


def test_a_held_call_stays_attached(phone: CallApp, granted: SpeakCall) -> None:
    for _ in range(3):
        phone.cork()
        wait_until(lambda: granted.status()["calls"][0]["state"] == "held", "status reports the hold")
        assert phone.source == OURS
        phone.uncork()
        granted.run("say", "--wait-for-call", "Still here.").must_be(0)
        assert phone.source == OURS


def test_both_clients_of_one_app(server: SoundServer, granted: SpeakCall) -> None:
    with CallApp(server, "WEBRTC VoiceEngine", second="Chromium input", play="nearspk") as app:
        wait_until(lambda: app.sources == ["fakemic"] * 2, "both streams are there", detail=lambda: str(app.sources))
        granted.enable()
        wait_until(lambda: app.sources == [OURS] * 2, "both are attached", detail=lambda: str(app.sources))
        assert {call["application"]: call["attached"] for call in granted.status()["calls"]} == {
            "WEBRTC VoiceEngine": True, "Chromium input": True}
        granted.disable()
        wait_until(lambda: app.sources == ["fakemic"] * 2, "both are back", detail=lambda: str(app.sources))


def test_only_the_named_app_also_when_it_starts_later(server: SoundServer, granted: SpeakCall) -> None:
    granted.enable("--app", "Intercom")
    with CallApp.phone(server, "Phone", play="nearspk") as phone, \
            CallApp.phone(server, "Intercom", play="nearspk") as intercom:
        intercom.wait_for_source(OURS)
        granted.run("say", SENTENCE).must_be(0)
        assert phone.source == "fakemic" and phone.recording().sound.peak < -60


def test_a_stream_that_cannot_be_moved_is_chosen_by_its_user(server: SoundServer, granted: SpeakCall) -> None:
    with CallApp.phone(server, "Fox", movable=False, play="nearspk") as fox:
        granted.enable()
        call, = granted.status()["calls"]
        assert (call["movable"], call["attached"]) == (False, False)
        assert "SpeakCall Microphone" in call["advice"] and "Fox" in call["advice"]
        refused = granted.run("say", SENTENCE).must_be(75)
        assert "choose SpeakCall Microphone" in refused.errors
        assert fox.source == "fakemic"
    with CallApp.phone(server, "Fox", movable=False, device=OURS, play="nearspk"):
        wait_until(lambda: [call["attached"] for call in granted.status()["calls"]] == [True], "it is attached")
        assert "advice" not in granted.status()["calls"][0]
        granted.run("say", SENTENCE).must_be(0)


def test_a_call_that_began_without_a_microphone_stays_when_one_comes(server: SoundServer, granted: SpeakCall) -> None:
    server.unplug_microphone()
    server.unload_modules("source_name=my_mix")
    with CallApp.phone(server, play="nearspk") as phone:
        granted.enable()
        phone.wait_for_source(OURS)
        server.load_module(server.USERS_OWN[1])
        server.plug_microphone()
        wait_for_microphone(granted, lambda name: name == "fakemic", "the default microphone is used")
        wait_until(lambda: [call["attached"] for call in granted.status()["calls"]] == [True], "the call is attached")
        phone.wait_for_source(OURS)


# The user's choice wins

def test_a_stream_moved_away_by_hand_is_left_there_until_the_next_call(server: SoundServer, phone: CallApp,
                                                                       granted: SpeakCall) -> None:
    phone.move("my_mix")
    wait_until(lambda: "by hand" in granted.status()["calls"][0].get("advice", ""), "status reports it",
               detail=lambda: str(granted.status()))
    with CallApp.phone(server, "Second", play="nearspk") as second:
        second.wait_for_source(OURS)
    assert phone.source == "my_mix", "regardless of other changes"
    phone.hang_up()
    with CallApp.phone(server, play="nearspk") as again:
        again.wait_for_source(OURS)


def volume(server: SoundServer) -> tuple[str, bool]:
    """Returns the volume and the mute of our source."""
    source = next(source for source in server.objects("sources") if source["name"] == OURS)
    return str(source["volume"]["mono"]["value_percent"]), bool(source["mute"])


def test_volume_and_mute_are_put_back_a_few_times(server: SoundServer, phone: CallApp, granted: SpeakCall) -> None:
    for setting in (["set-source-volume", OURS, "30%"], ["set-source-mute", OURS, "1"]) * 2:
        server.pactl(*setting)
        wait_until(lambda: volume(server) == ("100%", False), f"{setting} is restored",
                   detail=lambda: str(volume(server)))
    assert "problems" not in granted.status()
    server.pactl("set-source-volume", OURS, "30%")
    wait_until(lambda: volume(server) == ("100%", False), "it is restored once more")
    server.pactl("set-source-volume", OURS, "40%")
    wait_until(lambda: "volume" in " ".join(granted.status().get("problems", [])), "status reports that it gave up",
               detail=lambda: str(granted.status()))
    assert volume(server) == ("40%", False)


# Hardware comes and goes

def test_speech_goes_on_while_the_real_microphone_is_unplugged(server: SoundServer, phone: CallApp,
                                                               granted: SpeakCall) -> None:
    saying = granted.start("say", "--json", SENTENCE)
    saying.wait_for("word", offset=SENTENCE.index("speak"))
    server.unplug_microphone()
    wait_for_microphone(granted, lambda name: name == "my_mix", "the microphone that is left is used")
    assert saying.wait() == 0
    server.plug_microphone()
    wait_for_microphone(granted, lambda name: name == "fakemic", "the default microphone is used again")
    assert phone.source == OURS
    phone.wait_until_hearing(0.4)
    found = Comparison(phone.recording().sound, synthesized(SENTENCE))
    # Either server: PipeWire skips a period when a microphone disappears, and one when another appears.
    assert found.is_whole_but_for(2 * server.PERIOD / 48000 if server.kind is Kind.PIPEWIRE else 0), found
    with Tone(server):
        wait_until(lambda: hears_tone(phone), "the call hears the microphone that was plugged in")


def test_no_real_microphone_at_all(server: SoundServer, phone: CallApp, granted: SpeakCall) -> None:
    server.unplug_microphone()
    server.unload_modules("source_name=my_mix")
    wait_for_microphone(granted, lambda name: name is None, "no microphone is mixed in, ours and monitors least of all")
    assert not loopbacks(server)
    phone.wait_until_hearing(0.4)
    start = phone.recording().sound.seconds
    granted.run("say", SENTENCE).must_be(0)
    phone.wait_until_hearing(0.4)
    assert Comparison(phone.recording().sound.cut(start), synthesized(SENTENCE)).is_whole
    server.load_module(server.USERS_OWN[1])
    server.plug_microphone()
    wait_for_microphone(granted, lambda name: name == "fakemic", "the microphone is back")


def test_a_changed_default_microphone_is_followed(server: SoundServer, phone: CallApp, granted: SpeakCall) -> None:
    for name in ("my_mix", "fakemic"):
        server.pactl("set-default-source", name)
        wait_for_microphone(granted, lambda real: real == name, f"{name} is used")
        assert phone.source == OURS


@pytest.mark.parametrize("default", [OURS, "fakespk.monitor"])
def test_our_own_source_and_monitors_are_no_real_microphone(server: SoundServer, phone: CallApp, granted: SpeakCall,
                                                            default: str) -> None:
    server.pactl("set-default-source", default)
    wait_until(lambda: server.graph().default_source == default, "the default has changed")
    for _ in range(3):
        assert granted.status()["virtualMicrophone"].get("realMicrophone") in ("fakemic", "my_mix")
    assert phone.source == OURS
    server.pactl("set-default-source", "fakemic")


# The end of a call

def test_the_end_of_a_call_drops_the_queue(phone: CallApp, granted: SpeakCall) -> None:
    first = granted.start("say", "--json", LONG)
    first.wait_for("word")
    rest = [granted.start("say", "--json", SENTENCE) for _ in range(3)]
    for saying in rest:
        saying.wait_for("queued")
    phone.hang_up()
    for saying in (first, *rest):
        assert saying.wait() == 75
        cancelled = saying.wait_for("cancelled").event
        assert cancelled["reason"] == "callEnded"
        assert f"{cancelled['spoken']} characters were spoken" in saying.errors
    assert 0 < first.wait_for("cancelled").event["spoken"] < len(LONG)
    assert granted.status()["speech"] == {"state": "idle", "queued": 0}


def test_speech_waits_while_the_call_is_on_hold(phone: CallApp, granted: SpeakCall) -> None:
    saying = granted.start("say", "--json", WORDS)
    saying.wait_for("word")
    phone.cork()
    granted.wait_until_status("speech waits", state="paused", text=WORDS, queued=0)
    phone.uncork()
    saying.wait_for("resumed")
    assert saying.wait() == 0
    each_word_once(saying, WORDS)


def test_a_call_that_ends_on_hold_ends_the_speech(phone: CallApp, granted: SpeakCall) -> None:
    saying = granted.start("say", "--json", WORDS)
    saying.wait_for("word")
    phone.cork()
    granted.wait_until_status("speech waits", state="paused", text=WORDS, queued=0)
    phone.hang_up()
    assert saying.wait() == 75
    assert saying.wait_for("cancelled").event["reason"] == "callEnded"
    with CallApp.phone(phone.server, play="nearspk") as again:
        again.wait_for_source(OURS)
        granted.run("say", SENTENCE).must_be(0)


# The sound server and the agent go away in mid-speech

def each_word_once(saying: Command, text: str) -> None:
    """Fails unless the events report each word once; the interrupted word may come again."""
    words = [event for event in saying.events if event["event"] in ("word", "resumed")]
    offsets: list[int] = []
    for event in words:
        if event["event"] == "resumed":
            if offsets and offsets[-1] == event["offset"]:
                offsets.pop()
        else:
            offsets.append(event["offset"])
    assert offsets == [match.start() for match in re.finditer(r"\S+", text)], saying
    assert [event["event"] for event in saying.events].count("finished") == 1


def test_speech_goes_on_after_a_server_restart(server: SoundServer, granted: SpeakCall) -> None:
    with CallApp.phone(server, play="nearspk") as phone:
        granted.enable("--mic", "duck")
        phone.wait_for_source(OURS)
        saying = granted.start("say", "--json", WORDS)
        saying.wait_for("queued")
        behind = granted.start("say", "--json", SENTENCE)
        behind.wait_for("queued")
        wait_until(lambda: len(saying.events) > 7, "some words are heard")
        server.restart()
    with CallApp.phone(server, play="nearspk") as phone:
        phone.wait_for_source(OURS)
        assert [saying.wait(), behind.wait()] == [0, 0]
        each_word_once(saying, WORDS)
        assert {"event": "server", "connected": False} in saying.events
        assert {"event": "server", "connected": True} in saying.events
        phone.wait_until_hearing(0.4)
        assert Comparison(phone.recording().since(behind.wait_for("started").moment - 0.2),
                          synthesized(SENTENCE)).is_whole
        assert granted.status()["injection"] == {"enabled": True, "microphone": "duck"}


def test_a_server_that_stays_away_ends_the_speech(server: SoundServer, granted: SpeakCall) -> None:
    with CallApp.phone(server, play="nearspk") as phone:
        granted.enable()
        phone.wait_for_source(OURS)
        saying = granted.start("say", "--json", WORDS)
        saying.wait_for("word")
        server.stop()
    assert saying.wait() == 69
    assert saying.wait_for("cancelled").event["reason"] == "serverLost"
    server.restart()
    granted.disable()


def test_speech_goes_on_after_the_death_of_the_agent(phone: CallApp, granted: SpeakCall) -> None:
    saying = granted.start("say", "--json", WORDS)
    wait_until(lambda: len(saying.events) > 7, "some words are heard")
    with Tone(phone.server):
        wait_until(lambda: hears_tone(phone), "the call hears the real microphone")
        granted.end_agents(signal.SIGKILL)
        assert phone.source == OURS
    assert saying.wait() == 0
    each_word_once(saying, WORDS)


def test_disable_from_a_cold_start_undoes_what_a_dead_agent_did(server: SoundServer, phone: CallApp,
                                                                granted: SpeakCall) -> None:
    granted.end_agents(signal.SIGKILL)
    with Tone(server):
        wait_until(lambda: hears_tone(phone), "the call continues with the real microphone")
    granted.disable()
    phone.wait_for_source("fakemic")
    assert not ours_stands(server)


# Our own parts are removed by somebody else

def test_speech_goes_on_after_its_sink_was_removed(server: SoundServer, phone: CallApp, granted: SpeakCall) -> None:
    saying = granted.start("say", "--json", WORDS)
    wait_until(lambda: len(saying.events) > 7, "some words are heard")
    server.unload_modules("module-null-sink", "sink_name=speakcall ")
    assert saying.wait() == 0
    each_word_once(saying, WORDS)
    assert phone.source == OURS


def test_a_removed_sink_never_lets_the_call_hear_the_desktop(server: SoundServer, phone: CallApp,
                                                             granted: SpeakCall) -> None:
    with Tone(server, "fakespk"):
        place = phone.recording().sound.seconds
        server.unload_modules("module-null-sink", "sink_name=speakcall ")
        wait_until(lambda: phone.sources == [OURS] and len(loopbacks(server)) == 1, "everything is rebuilt",
                   detail=lambda: f"{phone.sources} {server.logs()}")
        phone.wait_until_hearing(0.3)
        levels = phone.recording().sound.cut(place).frames()
        assert int(np.count_nonzero(levels > -50)) <= 5, "frames of 10 ms in which the call heard the desktop"
    granted.run("say", SENTENCE).must_be(0)
    phone.wait_until_hearing(0.4)
    assert Comparison(phone.recording().sound, synthesized(SENTENCE)).is_whole
    granted.disable()
    phone.wait_for_source("fakemic")


@pytest.mark.parametrize("words", [("module-remap-source", "source_name=speakcall_mic "),
                                   ("module-loopback", "sink=speakcall ")], ids=["source", "loopback"])
def test_a_removed_part_is_made_again(server: SoundServer, phone: CallApp, granted: SpeakCall,
                                      words: tuple[str, str]) -> None:
    server.unload_modules(*words)
    wait_until(lambda: phone.sources == [OURS] and len(server.modules(*words)) == 1, "it is created again",
               detail=lambda: f"{phone.sources} {server.logs()}")
    with Tone(server):
        wait_until(lambda: hears_tone(phone), "the call hears the real microphone")
    granted.disable()
    phone.wait_for_source("fakemic")


# Permission

def silence_after(phone: CallApp, moment: float) -> float:
    """Returns the seconds from the monotonic time until the call hears nothing any more."""
    phone.wait_until_hearing(1)
    recording = phone.recording()
    assert recording.sound.cut(recording.sound.seconds - 0.5).peak < -80, "the call is silent"
    return recording.moment(recording.sound.tail(-70)) - moment


def test_a_written_denial_silences_in_mid_word(phone: CallApp, granted: SpeakCall) -> None:
    saying = granted.start("say", "--json", WORDS)
    saying.wait_for("word")
    phone.wait_until_hearing(0.5)
    written = time.monotonic()
    granted.permission_file.write_text("denied\n")
    assert saying.wait() == 77
    assert saying.wait_for("cancelled").event["reason"] == "permissionWithdrawn"
    assert silence_after(phone, written) < 0.3
