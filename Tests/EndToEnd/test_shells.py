"""Completion of phrases in real shells: the typed text, Tab and Enter, and what the shell then runs."""

import os
import pty
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from harness.speak_call import SpeakCall
from harness.waiting import wait_until

SHELLS = {
    "bash": ["--noprofile", "--rcfile", "~/.bashrc", "-i"],
    "zsh": ["-i"],
    "fish": ["-i"],
}


@pytest.fixture(params=[pytest.param(name, marks=pytest.mark.skipif(not shutil.which(name), reason="not installed"))
                        for name in SHELLS])
def typed(request: pytest.FixtureRequest, alone: SpeakCall, tmp_path: Path) -> Iterator[Callable[[str], list[str]]]:
    """Types a line into a shell, and returns the operands with which the shell ran the program."""
    name = request.param
    home = Path(alone.environment["HOME"])
    for phrase in ("hello", "doctor/pain"):
        alone.run("phrase", "add", phrase, "A text.").must_be(0)
    prepare(name, home, alone.run("completions", name).must_be(0).output)
    programs, ran = tmp_path / "bin", tmp_path / "ran"
    programs.mkdir()
    # Lists phrases like the program, and records all other calls.
    wrapper = programs / "speakcall"
    wrapper.write_text(f"#!/bin/sh\n[ \"$2\" = list ] && exec '{alone.program}' \"$@\"\n"
                       f"printf '%s\\n' \"$@\" > '{ran}.new' && mv '{ran}.new' '{ran}'\n")
    wrapper.chmod(0o755)
    environment = {**alone.environment, "PATH": f"{programs}:{os.environ['PATH']}", "TERM": "xterm-256color"}
    arguments = [argument.replace("~", str(home)) for argument in SHELLS[name]]
    master, slave = pty.openpty()
    process = subprocess.Popen(["setsid", "--ctty", name, *arguments], stdin=slave, stdout=slave, stderr=slave,
                               env=environment, cwd=home)
    os.close(slave)
    shown = bytearray()

    def read() -> None:
        while True:
            try:
                data = os.read(master, 1 << 16)
            except OSError:  # EIO: the other side is closed
                return
            shown.extend(data)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()

    def line(keys: str) -> list[str]:
        ran.unlink(missing_ok=True)
        os.write(master, keys.encode())
        wait_until(ran.exists, f"{name} runs {keys!r}", detail=lambda: shown.decode(errors="replace"))
        return ran.read_text().splitlines()

    wait_until(lambda: b"READY" in shown, f"{name} is ready", detail=lambda: shown.decode(errors="replace"))
    yield line
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    reader.join(5)
    os.close(master)


def prepare(shell: str, home: Path, completions: str) -> None:
    """Loads the completions into a shell like its users."""
    home.mkdir(parents=True, exist_ok=True)
    if shell == "bash":
        (home / "completions").write_text(completions)
        (home / ".bashrc").write_text("source ~/completions; PS1='READY> '\n")
    elif shell == "zsh":
        (home / "functions").mkdir()
        (home / "functions/_speakcall").write_text(completions)
        (home / ".zshrc").write_text("fpath=(~/functions $fpath); autoload -Uz compinit; compinit -u; PS1='READY> '\n")
    else:
        folder = home / ".config/fish"
        (folder / "completions").mkdir(parents=True)
        (folder / "completions/speakcall.fish").write_text(completions)
        (folder / "config.fish").write_text("function fish_prompt; echo -n 'READY> '; end\n")


@pytest.mark.parametrize(("keys", "operands"), [
    ("say @hel\t\r", ["say", "@hello"]),
    ("say well, @do\t\r", ["say", "well,", "@doctor/pain"]),
    ("say 'well, @do\t\r", ["say", "well, @doctor/pain"]),
    ("say --next @hel\t--now\r", ["say", "--next", "@hello", "--now"]),
    ("phrase remove do\t\r", ["phrase", "remove", "doctor/pain"]),
])
def test_phrases_are_completed(typed: Callable[[str], list[str]], keys: str, operands: list[str]) -> None:
    assert [operand.strip() for operand in typed(f"speakcall {keys}")] == operands
