"""Erasing what was kept."""

from pathlib import Path

from harness.speak_call import SpeakCall


def kept(speakcall: SpeakCall, *instance: str) -> list[Path]:
    folder = Path(speakcall.environment["XDG_STATE_HOME"], "speakcall", *instance)
    folder.mkdir(parents=True, mode=0o700, exist_ok=True)
    files = [folder / "learned.txt", folder / "history"]
    for path in files:
        path.write_text("what I said\n")
    return files


def test_forget_erases_what_was_typed(alone: SpeakCall) -> None:
    own, other = kept(alone), kept(alone, "instance_two")
    alone.run("phrase", "add", "hello", "Hello.").must_be(0)
    alone.run("forget").must_be(0)
    assert not any(path.exists() for path in own) and all(path.exists() for path in other)
    alone.run("forget", "--all").must_be(0)
    assert not any(path.exists() for path in other)
    assert alone.run("phrase", "list", "--names").output == "hello\n"
    alone.run("forget").must_be(0)
