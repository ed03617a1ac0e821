"""Phrases: spoken by name, alone and inside a text, in a file that is never overwritten when it is damaged."""

import json
from pathlib import Path

from harness.call_app import CallApp
from harness.comparison import Comparison
from harness.speak_call import SpeakCall
from harness.synthesizer import synthesized

HELLO = "Good morning. I am typing what I say."


def phrase_file(speakcall: SpeakCall) -> Path:
    return speakcall.permission_file.with_name("phrases.json")


def test_a_phrase_is_heard(phone: CallApp, granted: SpeakCall) -> None:
    granted.run("phrase", "add", "hello", HELLO).must_be(0)
    granted.run("say", "@hello").must_be(0)
    phone.wait_until_hearing(0.3)
    assert Comparison(phone.recording().sound, synthesized(HELLO)).is_whole


def test_names_inside_a_text(phone: CallApp, granted: SpeakCall) -> None:
    granted.run("phrase", "add", "--group", "doctor", "pain", "it hurts here").must_be(0)
    text = "Doctor, @pain. Write to ann@example.org @ 5, @@pain"
    events = granted.run("say", "--json", text).must_be(0).events()
    assert events[1]["text"] == "Doctor, it hurts here. Write to ann@example.org @ 5, @pain"


def test_what_is_no_phrase_is_not_spoken(phone: CallApp, granted: SpeakCall) -> None:
    granted.run("phrase", "add", "hello", HELLO).must_be(0)
    result = granted.run("say", "Well, @helo").must_be(64)
    assert "'helo' (did you mean 'hello'?)" in result.errors and "speakcall phrase list" in result.errors
    assert granted.status()["speech"]["state"] == "idle"


def test_pipes_and_files_are_spoken_as_they_are(phone: CallApp, granted: SpeakCall) -> None:
    granted.run("phrase", "add", "ann", HELLO).must_be(0)
    events = granted.run("say", "--json", "-", input="@ann and @bob are here").must_be(0).events()
    assert events[1]["text"] == "@ann and @bob are here"


def test_export_and_import(alone: SpeakCall, tmp_path: Path) -> None:
    alone.run("phrase", "add", "hello", HELLO).must_be(0)
    alone.run("phrase", "add", "shop/no", "No,", "thanks.").must_be(0)
    exported = tmp_path / "phrases.json"
    alone.run("phrase", "export", str(exported)).must_be(0)
    assert alone.run("phrase", "export").output == exported.read_text()
    alone.run("phrase", "remove", "hello", "no").must_be(0)
    assert alone.run("phrase", "list", "--names").output == ""
    alone.run("phrase", "import", str(exported)).must_be(0)
    assert json.loads(alone.run("phrase", "list", "--json").output) == [
        {"name": "hello", "text": HELLO}, {"name": "shop/no", "text": "No, thanks."}]
    assert phrase_file(alone).stat().st_mode & 0o777 == 0o600
    alone.run("phrase", "import", "-", input='{"a b": "x"}').must_be(65)
    assert alone.run("phrase", "list", "--names").output == "hello\nshop/no\n"


def test_phrases_added_and_removed_at_once(alone: SpeakCall) -> None:
    commands = [alone.start("phrase", "add", f"name{number}", "A text.") for number in range(20)]
    assert [command.wait() for command in commands] == [0] * 20
    names = alone.run("phrase", "list", "--names").output.split()
    assert sorted(names) == sorted(f"name{number}" for number in range(20))
    commands = [alone.start("phrase", "remove", name) for name in names[1:]]
    assert [command.wait() for command in commands] == [0] * 19
    assert alone.run("phrase", "list", "--names").output == names[0] + "\n"


def test_all_names_are_removed_or_none(alone: SpeakCall) -> None:
    alone.run("phrase", "add", "hello", HELLO).must_be(0)
    assert "'bye'" in alone.run("phrase", "remove", "hello", "bye").must_be(64).errors
    assert alone.run("phrase", "list", "--names").output == "hello\n"


def test_damaged_file_is_set_aside(alone: SpeakCall) -> None:
    alone.run("phrase", "add", "hello", HELLO).must_be(0)
    phrase_file(alone).write_text("[{")
    assert "is damaged" in alone.run("phrase", "add", "bye", "Good bye.").must_be(0).errors
    aside = [path for path in phrase_file(alone).parent.iterdir() if ".damaged-" in path.name]
    assert [path.read_text() for path in aside] == ["[{"]
    assert alone.run("phrase", "list", "--names").output == "bye\n"
