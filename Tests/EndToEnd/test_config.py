"""Settings: their effect on speech, what overrides them, and damaged files."""

import json
from pathlib import Path

from harness.call_app import CallApp
from harness.comparison import Comparison
from harness.sound_server import SoundServer
from harness.speak_call import SpeakCall
from harness.synthesizer import synthesized

SENTENCE = "Good morning. I would like to speak with the doctor."
LONG = "This is a long text, which goes on for quite a while, until the call has ended and another one is there. "


def config_file(speakcall: SpeakCall) -> Path:
    return speakcall.permission_file.with_name("config.json")


def test_settings_are_heard_and_options_win(phone: CallApp, granted: SpeakCall) -> None:
    granted.run("config", "set", "rate", "300").must_be(0)
    granted.run("config", "set", "language", "de").must_be(0)
    heard = granted.run("say", "--json", SENTENCE).must_be(0).events()
    assert heard[1]["voice"] == "de"
    assert abs(heard[-1]["seconds"] - synthesized(SENTENCE, "de", 300).tail()) < 0.5
    started = granted.start("say", "-v", "en-us", "-r", "175", SENTENCE)
    assert started.wait() == 0
    phone.wait_until_hearing(0.3)
    assert Comparison(phone.recording().since(started.started), synthesized(SENTENCE)).is_whole


def test_what_does_not_count_is_told_and_the_text_spoken(phone: CallApp, granted: SpeakCall) -> None:
    config_file(granted).write_text('{"rate": "fast", "pitch": 40, "mine": [1]}')
    result = granted.run("say", "--json", SENTENCE).must_be(0)
    assert "'rate'" in result.errors and "not 'fast'; using the default" in result.errors
    assert result.events()[-1]["event"] == "finished"
    granted.run("config", "set", "rate", "170").must_be(0)
    assert json.loads(config_file(granted).read_text()) == {"rate": 170, "pitch": 40, "mine": [1]}


def test_changes_at_once_are_all_kept(alone: SpeakCall) -> None:
    values = {"rate": 170, "pitch": 40, "gain": 3, "language": "de", "microphone": "duck", "queue": "keep"}
    for _ in range(5):
        commands = [alone.start("config", "set", name, str(value)) for name, value in values.items()]
        assert [command.wait() for command in commands] == [0] * len(values)
        assert json.loads(config_file(alone).read_text()) == values
        commands = [alone.start("config", "unset", name) for name in values]
        assert [command.wait() for command in commands] == [0] * len(values)
        assert json.loads(config_file(alone).read_text()) == {}


def test_damaged_file_is_set_aside(phone: CallApp, granted: SpeakCall) -> None:
    config_file(granted).write_text('{"rate": 1')
    result = granted.run("say", SENTENCE).must_be(0)
    assert "is damaged" in result.errors
    aside = [path for path in config_file(granted).parent.iterdir() if ".damaged-" in path.name]
    assert [path.read_text() for path in aside] == ['{"rate": 1']
    assert not config_file(granted).exists()
    assert granted.run("say", SENTENCE).must_be(0).errors == ""


def test_microphone_is_the_default_of_enable(server: SoundServer, granted: SpeakCall) -> None:
    granted.run("config", "set", "microphone", "mute").must_be(0)
    granted.enable()
    assert granted.status()["injection"] == {"enabled": True, "microphone": "mute"} | granted.status()["injection"]
    granted.enable("--mic", "duck")
    assert granted.status()["injection"]["microphone"] == "duck"


def test_kept_queue_waits_for_the_next_call(server: SoundServer, phone: CallApp, granted: SpeakCall) -> None:
    granted.run("config", "set", "queue", "keep").must_be(0)
    first = granted.start("say", "--json", LONG)
    first.wait_for("word")
    second = granted.start("say", "--json", SENTENCE)
    second.wait_for("queued")
    phone.hang_up()
    granted.wait_until_status("it waits", state="paused")
    assert first.is_running and second.is_running
    with CallApp.phone(server, "Next", play="nearspk") as other:
        assert [first.wait(), second.wait()] == [0, 0]
        other.wait_until_hearing(0.3)
        heard = other.recording().sound
        assert heard.active_level > -40 and heard.seconds > synthesized(SENTENCE).tail()
    for saying, text in ((first, LONG), (second, SENTENCE)):
        words = {event["offset"] for event in saying.events if event["event"] == "word"}
        assert len(words) >= len(text.split()) - 1, "no word is skipped"
        assert [event["event"] for event in saying.events].count("started") == 1


def test_stop_ends_what_is_kept(phone: CallApp, granted: SpeakCall) -> None:
    granted.run("config", "set", "queue", "keep").must_be(0)
    saying = granted.start("say", "--json", LONG)
    saying.wait_for("word")
    phone.hang_up()
    granted.wait_until_status("it waits", state="paused")
    granted.run("stop").must_be(0)
    assert saying.wait() == 1
    granted.wait_until_status("nothing waits", state="idle", queued=0)
