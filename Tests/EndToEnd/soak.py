"""A long conversation, typed into `live`: every utterance is heard once, and nothing grows.

    make soak                       an hour on each server, 500 utterances
    make soak MINUTES=3             shorter, with fewer utterances
"""

import argparse
import random
import time
from pathlib import Path

from faults.vocabulary import WORDS, check_heard
from harness.call_app import CallApp
from harness.live_terminal import LiveTerminal
from harness.sound_server import Kind, SoundServer
from harness.speak_call import SpeakCall

MOST, A_MINUTE, BATCH = 500, 30, 10
"""The greatest number of utterances, the number per minute of a short run, and the size of a batch."""

GROWTH = {"agent": 4096, "live": 2048}
"""The KiB that a process may gain from the first tenth to the end: allocators keep some pages."""


def memory(pid: int) -> int:
    """Returns the memory of a process, in KiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:"))


def soak(kind: Kind, minutes: float, seed: int) -> None:
    chance = random.Random(seed)
    count = max(BATCH, min(MOST, round(minutes * A_MINUTE)) // BATCH * BATCH)
    began = time.monotonic()
    with SoundServer.running(kind, users_own=True) as server:
        program = SpeakCall(server.environment)
        program.grant()
        with CallApp.phone(server, play="nearspk") as phone:
            program.enable()
            phone.wait_for_source("speakcall_mic")
            with LiveTerminal(program) as live:
                live.wait_for_state("● Phone")
                pids = {"agent": program.agents()[0], "live": live.pid}
                early: dict[str, int] = {}
                place = phone.heard_bytes
                for done in range(0, count, BATCH):
                    words = [chance.choice(WORDS) for _ in range(BATCH)]
                    for number, word in enumerate(words, done):
                        say(live, word, chance)
                        # The conversation takes the requested time, however long a batch took.
                        time.sleep(max(0, began + (number + 1) * minutes * 60 / count - time.monotonic()))
                    program.wait_until_status("the batch is said", state="idle", queued=0)
                    phone.wait_until_hearing(0.3)
                    sound, place = phone.heard_from(place)
                    check_heard(sound, words)
                    now = {name: memory(pid) for name, pid in pids.items()}
                    if done >= count // 10 and not early:
                        early = now
                    print(f"{kind.value}: {done + BATCH} of {count} heard once, "
                          f"{(time.monotonic() - began) / 60:.1f} min, memory in KiB {now}", flush=True)
                for name, most in GROWTH.items():
                    growth = memory(pids[name]) - early[name]
                    assert growth <= most, f"{name} has grown by {growth} KiB"
                assert program.agents() == [pids["agent"]], "it is another agent"
                live.press("ctrl-d")
                assert live.wait() == 0
        program.close()


def say(live: LiveTerminal, word: str, chance: random.Random) -> None:
    """Types a word as people do: with mistakes and afterthoughts."""
    if chance.random() < 0.2:
        live.type("no")
        live.press("backspace", "backspace")
    if chance.random() < 0.1:
        live.press("up", "ctrl-c")
    if chance.random() < 0.05:
        live.resize(chance.choice([40, 80, 200]), chance.choice([10, 24, 50]))
    live.enter(f"{word}.")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--server", choices=[kind.value for kind in Kind])
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for kind in Kind:
        if arguments.server in (None, kind.value):
            soak(kind, arguments.minutes, arguments.seed)


if __name__ == "__main__":
    main()
