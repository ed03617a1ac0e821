"""The cost of the program, counted and not timed: the same on any machine, however busy."""

import re
import subprocess
import time
from pathlib import Path

import pytest

from harness.call_app import CallApp
from harness.sound_server import SoundServer
from harness.speak_call import SpeakCall
from harness.waiting import wait_until

MOST_CALLS = 400
"""System calls of a `say` from start to end: it makes about 150, and made 670 when it loaded the sound libraries."""

MOST_INSTRUCTIONS = 6_000_000
"""Instructions of a `say --no-wait`: it needs 3.7 million, and needed 17 million with the sound libraries."""

MOST_MESSAGES = 600
"""Messages that the agent and its engine send for a quarter of a minute of speech: they sent 1,550 on PipeWire when
they gave the server each of its periods separately."""

AGENTS_OWN = ("libpulse", "libespeak-ng", "libsoxr", "libexpat")
"""Libraries that only agent and engine need: loading them takes longer than everything else in a command."""

NOBODYS = ("libpcaudio", "libpulse", "libasound")
"""Libraries with which espeak-ng would play: the engine does not use them."""


def wakeups(pids: list[int]) -> dict[str, int]:
    """Returns how often each thread of the processes was scheduled."""
    return {thread.name: sum(map(int, re.findall(r"ctxt_switches:\s+(\d+)", (thread / "status").read_text())))
            for pid in pids for thread in Path(f"/proc/{pid}/task").iterdir()}


def test_say_makes_few_system_calls(phone: CallApp, granted: SpeakCall) -> None:
    counts = phone.server.folder / "calls"
    granted.run("say", "Good morning.", prefix=["strace", "-f", "-c", "-o", str(counts)]).must_be(0)
    total = int(counts.read_text().splitlines()[-1].split()[3])
    assert 20 < total <= MOST_CALLS, counts.read_text()


def test_say_loads_no_sound_libraries(phone: CallApp, granted: SpeakCall) -> None:
    opened = phone.server.folder / "opened"
    granted.run("say", "Good morning.", prefix=["strace", "-f", "-e", "trace=openat", "-o", str(opened)]).must_be(0)
    assert "libc.so" in opened.read_text()
    assert not [line for line in opened.read_text().splitlines() if any(name in line for name in AGENTS_OWN)]


def test_the_engine_loads_no_sound_output(granted: SpeakCall, tmp_path: Path) -> None:
    calls = tmp_path / "opened"
    granted.run("voices", prefix=["strace", "-f", "-e", "trace=openat", "-o", str(calls)]).must_be(0)
    assert "libespeak-ng.so" in calls.read_text()
    assert not [line for line in calls.read_text().splitlines() if any(name in line for name in NOBODYS)]


def test_each_voice_file_is_read_once(granted: SpeakCall, tmp_path: Path) -> None:
    calls = tmp_path / "opened"
    granted.run("voices", prefix=["strace", "-f", "-e", "trace=openat", "-o", str(calls)]).must_be(0)
    opened = [line.split('"')[1] for line in calls.read_text().splitlines() if "espeak-ng-data/" in line]
    # The default voice is loaded besides the list.
    assert 100 < len(opened) <= len(set(opened)) + 5, [name for name in opened if opened.count(name) > 1]


def test_say_needs_few_instructions(phone: CallApp, granted: SpeakCall) -> None:
    # Valgrind 3.19 fails on the debug information of the C compiler that comes with Swift.
    stripped = phone.server.folder / "speakcall"
    subprocess.run(["strip", "--strip-debug", "-o", stripped, granted.program], check=True, capture_output=True)
    counting = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", stripped, "say", "--no-wait", "Good morning."],
        env=granted.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    counted = re.search(r"Collected : (\d+)", counting.stderr)
    assert counting.returncode == 0 and counted, counting.stderr
    assert 100_000 < int(counted[1]) <= MOST_INSTRUCTIONS
    granted.wait_until_status("it has spoken", state="idle")


def test_speech_goes_to_the_server_in_few_messages(phone: CallApp, granted: SpeakCall) -> None:
    granted.agent_socket()
    counts = phone.server.folder / "messages"
    agent = granted.start_agent(prefix=["strace", "-f", "-c", "-e", "trace=sendto,sendmsg", "-o", str(counts)])
    granted.run("say", "The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background. " * 3
                ).must_be(0)
    granted.run("disable").must_be(0)
    granted.end_agents()
    agent.wait()
    total = int(counts.read_text().splitlines()[-1].split()[3])
    assert 30 < total <= MOST_MESSAGES, counts.read_text()


@pytest.mark.parametrize("enabled", [False, True], ids=["off", "on"])
def test_idle_agent_sleeps(server: SoundServer, granted: SpeakCall, enabled: bool) -> None:
    if enabled:
        granted.enable()
    granted.status()
    pids = list(granted.processes())
    assert len(granted.agents()) == 1
    seen = [wakeups(pids)]

    def slept() -> bool:
        # The work after a request ends at some time; then nothing may wake it.
        time.sleep(10)
        seen.append(wakeups(pids))
        return seen[-1] == seen[-2]
    wait_until(slept, "all threads sleep for ten seconds", 55, lambda: str(seen))
