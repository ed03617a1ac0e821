"""Pronunciations: heard at the microphone, while events refer to the text as typed."""

import json
import signal
from pathlib import Path

from harness.call_app import CallApp
from harness.comparison import Comparison
from harness.sound_server import SoundServer
from harness.speak_call import SpeakCall
from harness.synthesizer import synthesized


def pronunciation_file(speakcall: SpeakCall) -> Path:
    return speakcall.permission_file.with_name("pronunciations.json")


def words(text: str, events: list[dict]) -> list[str]:
    return [text[event["offset"]:][: event["length"]] for event in events if event["event"] == "word"]


def test_an_abbreviation_is_heard_in_full(phone: CallApp, granted: SpeakCall) -> None:
    granted.run("pronounce", "add", "brb", "be right back").must_be(0)
    text = "Hello, I will BRB to you all."
    events = granted.run("say", "--json", text).must_be(0).events()
    assert words(text, events) == ["Hello", "I", "will", "BRB", "to", "you", "all"]
    assert events[1]["text"] == text
    phone.wait_until_hearing(0.3)
    found = Comparison(phone.recording().sound, synthesized("Hello, I will be right back to you all."))
    assert found.is_whole, found


def test_a_change_counts_for_the_next_text(phone: CallApp, granted: SpeakCall) -> None:
    for spelling in ("we are very late for the meeting", "so long"):
        granted.run("pronounce", "add", "xyz", spelling).must_be(0)
        saying = granted.start("say", "xyz")
        assert saying.wait() == 0
        phone.wait_until_hearing(0.3)
        assert Comparison(phone.recording().since(saying.started), synthesized(spelling)).is_whole
    granted.run("pronounce", "remove", "xyz").must_be(0)
    assert granted.run("pronounce", "list").output == ""


def test_phonemes_are_heard(phone: CallApp, granted: SpeakCall) -> None:
    granted.run("pronounce", "add", "Siobhan", "[[SIv'O:n]]", "--language", "en").must_be(0)
    text = "This is Siobhan speaking to you [[now]]."
    events = granted.run("say", "--json", text).must_be(0).events()
    assert words(text, events)[:5] == ["This", "is", "Siobhan", "speaking", "to"]
    phone.wait_until_hearing(0.3)
    found = Comparison(phone.recording().sound, synthesized("This is [[SIv'O:n]] speaking to you now."))
    assert found.is_whole, found


def test_preview_and_markup(server: SoundServer, speakcall: SpeakCall) -> None:
    speakcall.run("pronounce", "add", "xyz", "we are very late for the meeting").must_be(0)
    with CallApp.recorder(server, "fakespk.monitor") as loudspeaker:
        speakcall.run("say", "--preview", "xyz").must_be(0)
        loudspeaker.wait_until_hearing(0.5)
        assert Comparison(
            loudspeaker.recording().sound, synthesized("we are very late for the meeting")).is_whole
        saying = speakcall.start("say", "--preview", "--ssml", "--json", "<speak>xyz</speak>")
        assert saying.wait() == 0
        long = synthesized("we are very late for the meeting").tail()
        assert saying.wait_for("finished").event["seconds"] < long * 0.8, "SSML is unchanged"


def test_a_killed_agent_goes_on_inside_an_expanded_text(phone: CallApp, granted: SpeakCall) -> None:
    granted.run("pronounce", "add", "xyz", "the quick brown fox").must_be(0)
    text = "one xyz two xyz three xyz four xyz five xyz six"
    saying = granted.start("say", "--json", text)
    saying.wait_for("word", offset=text.index("two"))
    granted.end_agents(signal.SIGKILL)
    assert saying.wait() == 0
    heard = words(text, saying.events)
    unique = [word for place, word in enumerate(heard) if place == 0 or heard[place - 1] != word]
    assert unique == text.split()
    assert saying.wait_for("finished").event["seconds"] > 5


def test_damaged_file_is_set_aside_and_the_text_spoken(phone: CallApp, granted: SpeakCall) -> None:
    pronunciation_file(granted).write_text("[")
    result = granted.run("say", "Good morning.").must_be(0)
    assert "is damaged" in result.errors
    aside = [path for path in pronunciation_file(granted).parent.iterdir() if ".damaged-" in path.name]
    assert [path.read_text() for path in aside] == ["["]
    assert granted.run("say", "Good morning.").must_be(0).errors == ""


def test_what_cannot_be_spoken_is_refused(alone: SpeakCall) -> None:
    refused = alone.run("pronounce", "add", "x", "[[%&%]]").must_be(64)
    assert "espeak-ng cannot read '%&%' as phonemes" in refused.errors
    alone.run("pronounce", "add", "x", "y", "--language", "nosuch").must_be(64)
    assert not pronunciation_file(alone).exists()


def test_pronunciations_added_at_once(alone: SpeakCall) -> None:
    commands = [alone.start("pronounce", "add", f"word{number}", "a spelling") for number in range(20)]
    assert [command.wait() for command in commands] == [0] * 20
    known = json.loads(alone.run("pronounce", "list", "--json").output)
    assert sorted(entry["word"] for entry in known) == sorted(f"word{number}" for number in range(20))
