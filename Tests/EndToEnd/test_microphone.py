"""The sound at the virtual microphone: every sample, at the right level."""

import random

import pytest

from harness.call_app import CallApp
from harness.comparison import Comparison
from harness.sound import Sound
from harness.speak_call import SpeakCall
from harness.synthesizer import synthesized

pytestmark = pytest.mark.alone

SENTENCE = "Hello, can you hear me? I will call you back in ten minutes."
VOICES = ["en-us", "en-us+f3", "en-us+klatt4", "en-us+steph", "en-gb-x-rp", "de", "fr-fr", "es"]


def test_the_whole_sentence_arrives(phone: CallApp, granted: SpeakCall) -> None:
    granted.run("say", "-v", "en-us", SENTENCE).must_be(0)
    phone.wait_until_hearing(0.4)
    found = Comparison(phone.recording().sound, synthesized(SENTENCE))
    assert found.is_whole, found


def test_level_whatever_the_voice(phone: CallApp, granted: SpeakCall) -> None:
    levels: dict[str, tuple[float, float]] = {}
    for voice in VOICES:
        start = phone.recording().sound.seconds
        granted.run("say", "-v", voice, SENTENCE).must_be(0)
        phone.wait_until_hearing(0.4)
        spoken = phone.recording().sound.cut(start).spoken(-55)
        levels[voice] = (round(spoken.active_level, 2), round(spoken.peak, 2))
    assert all(abs(level + 22) <= 1 for level, _ in levels.values()), levels
    assert all(peak <= -3 for _, peak in levels.values()), levels


def test_gain_is_on_top(phone: CallApp, granted: SpeakCall) -> None:
    def level(*options: str) -> float:
        start = phone.recording().sound.seconds
        granted.run("say", *options, SENTENCE).must_be(0)
        phone.wait_until_hearing(0.4)
        return phone.recording().sound.cut(start).spoken(-60).active_level
    assert level("--gain=-10") == pytest.approx(level() - 10, abs=1)


def test_no_utterance_loses_its_beginning_or_its_end(phone: CallApp, granted: SpeakCall) -> None:
    chance = random.Random(7)
    for number in range(10):
        # A stalled server leaves a hole anywhere, and once; what the program loses is lost each time.
        for attempt in range(3):
            phone.wait_until_hearing(chance.uniform(0.01, 1.5))
            lost = what_is_lost(phone, granted)
            if lost is None:
                break
        assert lost is None, f"utterance {number}: {lost}"


def what_is_lost(phone: CallApp, granted: SpeakCall) -> str | None:
    """Speaks the sentence and returns what is missing of it."""
    reference = synthesized(SENTENCE)
    start = phone.recording().sound.seconds
    granted.run("say", "-v", "en-us", SENTENCE).must_be(0)
    phone.wait_until_hearing(0.4)
    found = Comparison(phone.recording().sound.cut(start), reference)
    if not found.is_whole:
        return str(found)
    heard, wanted = (sound.spoken(-50) for sound in (found.recording, reference.amplified(found.gain)))
    # No two syntheses have the same waveform, because breath and hiss are noise; their energy is the same.
    for place in (slice(0, EDGE), slice(-EDGE, None)):
        levels = [Sound(sound.samples[place]).level for sound in (heard, wanted)]
        if levels[0] != pytest.approx(levels[1], abs=2):
            return f"{place}: {found}"
    return None


EDGE = round(0.05 * 48000)
"""Returns the first or the last 50 ms."""


def test_texts_that_follow_each_other_do_not_overlap(phone: CallApp, granted: SpeakCall) -> None:
    for word in ("One.", "Two."):
        granted.run("say", "--no-wait", word).must_be(0)
    granted.run("say", "Three.").must_be(0)
    phone.wait_until_hearing(0.4)
    heard = phone.recording().sound
    places = [heard.position_of(synthesized(word).spoken()) for word in ("One.", "Two.", "Three.")]
    assert places == sorted(places)
