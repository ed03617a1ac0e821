"""Attaching a call and returning it: nothing that belongs to the user is harmed."""

import pytest

from harness.call_app import CallApp
from harness.sound_server import SoundServer
from harness.speak_call import SpeakCall
from harness.tone import Tone

TEXT = "I am speaking now, and I go on for a while, so that it can be measured. And on it goes, and on."


def test_enable_moves_the_call_and_disable_moves_it_back(server: SoundServer, granted: SpeakCall) -> None:
    before = server.graph()
    with CallApp.phone(server, play="nearspk") as phone, CallApp.phone(server, "Other", device="my_mix",
                                                                       play="nearspk") as other:
        granted.enable()
        phone.wait_for_source("speakcall_mic")
        other.wait_for_source("speakcall_mic")
        during = server.graph()
        assert (during.default_sink, during.default_source) == (before.default_sink, before.default_source)
        assert set(before.modules) <= set(during.modules)
        granted.disable()
        phone.wait_for_source("fakemic")
        other.wait_for_source("my_mix")
        phone.wait_until_hearing()
    # The `speakcall` fixture then asserts that the graph is unchanged.


def test_the_microphone_is_described_for_people(phone: CallApp, granted: SpeakCall) -> None:
    microphone = next(s for s in phone.server.objects("sources") if s["name"] == "speakcall_mic")
    assert microphone["description"] == "SpeakCall Microphone"
    assert microphone["sample_specification"].split()[1:] == ["1ch", "48000Hz"]
    assert microphone["monitor_source"] in ("", "n/a") or not microphone["name"].endswith(".monitor")


def test_enable_without_a_call_takes_one_that_starts_later(server: SoundServer, granted: SpeakCall) -> None:
    granted.enable()
    with CallApp.phone(server, play="nearspk") as phone:
        phone.wait_for_source("speakcall_mic")
        granted.disable()
        phone.wait_for_source("fakemic")


def test_only_the_named_app(server: SoundServer, granted: SpeakCall) -> None:
    with CallApp.phone(server, "Phone", play="nearspk") as phone, \
            CallApp.phone(server, "Intercom", play="nearspk") as intercom:
        granted.enable("--app", "Intercom")
        intercom.wait_for_source("speakcall_mic")
        assert phone.source == "fakemic"


def test_enable_twice_is_enable_once(phone: CallApp, granted: SpeakCall) -> None:
    before = phone.server.graph()
    granted.enable()
    assert phone.server.graph() == before
    granted.disable()
    granted.disable()


def test_a_reader_keeps_the_microphone_after_disable(server: SoundServer, granted: SpeakCall) -> None:
    with Tone(server), CallApp.phone(server, play="nearspk"):
        granted.enable()
        with CallApp.recorder(server, "speakcall_mic") as reader:
            granted.disable()
            reader.wait_until_hearing(0.5)
            assert reader.is_running
            heard = reader.recording().sound
            assert heard.cut(heard.seconds - 0.3).tone_level(Tone.FREQUENCY) == pytest.approx(Tone.LEVEL, abs=1)


def tone_while_silent_and_speaking(phone: CallApp, granted: SpeakCall) -> tuple[float, float, float]:
    """Returns the level of the real microphone's tone before, during and after speech."""
    def level() -> float:
        phone.wait_until_hearing(0.5)
        heard = phone.recording().sound
        return heard.cut(heard.seconds - 0.4).tone_level(Tone.FREQUENCY)
    before = level()
    saying = granted.start("say", "--json", TEXT)
    saying.wait_for("word")
    phone.wait_until_hearing(0.5)
    during = level()
    assert saying.wait() == 0
    phone.wait_until_hearing(0.5)
    return before, during, level()


@pytest.mark.parametrize(("mode", "wanted"), [
    ("mix", (0, 0, 0)), ("duck", (0, -20, 0)), ("mute", (None, None, None)),
])
def test_the_real_microphone(server: SoundServer, granted: SpeakCall, mode: str,
                             wanted: tuple[float | None, ...]) -> None:
    with Tone(server), CallApp.phone(server, play="nearspk") as phone:
        granted.enable("--mic", mode)
        phone.wait_for_source("speakcall_mic")
        for measured, difference in zip(tone_while_silent_and_speaking(phone, granted), wanted):
            if difference is None:
                assert measured < Tone.LEVEL - 50
            else:
                assert measured == pytest.approx(Tone.LEVEL + difference, abs=1)
