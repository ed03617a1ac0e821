"""Erasing stored text."""

import fcntl
from pathlib import Path

from harness.live_terminal import LiveTerminal
from harness.sound_server import SoundServer
from harness.speak_call import SpeakCall
from harness.waiting import wait_until


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


def test_what_was_set_aside_or_left_over_is_erased_too(alone: SpeakCall) -> None:
    folder = kept(alone)[0].parent
    others = [folder / name for name in ("history.damaged-1700000000", ".history.4711.815", ".learned.txt.4711.815",
                                         "learned.txt.damaged-1700000000")]
    for path in others:
        path.write_text("what I said\n")
    alone.run("forget").must_be(0)
    assert not any("said" in path.read_text() for path in folder.iterdir()), list(folder.iterdir())


def test_it_waits_for_whoever_writes(alone: SpeakCall) -> None:
    for number in range(2):
        path = kept(alone)[number]
        with open(path.with_name(f".{path.name}.lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            known = path.read_text()
            forgetting = alone.start("forget")
            wait_until(lambda: not forgetting.is_running or is_waiting(forgetting.pid), "it waits for the lock")
            # Like a live that adds a line to those it has read.
            temporary = path.with_name(".new")
            temporary.write_text(known + "and one line more\n")
            temporary.rename(path)
        assert forgetting.wait() == 0
        assert not path.exists(), f"{path.name} has come back"


def is_waiting(pid: int) -> bool:
    """Returns whether a process waits for a lock on a file."""
    return any("->" in line and f" {pid} " in line for line in Path("/proc/locks").read_text().splitlines())


def test_a_live_that_runs_does_not_write_old_lines_back(server: SoundServer, granted: SpeakCall) -> None:
    learned, history = kept(granted)
    with LiveTerminal(granted, "live", "--preview") as live:
        live.wait_for_state("no call")
        live.enter("An old line.")
        granted.wait_until_status("it is over", state="idle", queued=0)
        wait_until(lambda: "old line" in learned.read_text() and "old line" in history.read_text(), "it is stored")
        granted.run("forget").must_be(0)
        live.enter("A new line.")
        wait_until(lambda: learned.exists() and history.exists(), "the new one is kept")
        live.press("ctrl-d")
        assert live.wait() == 0
    assert history.read_text() == "A new line.\n" and learned.read_text() == "A new line.\n"
