"""Measures concurrency: instances that speak at the same time, callers that queue."""

import time
from contextlib import ExitStack
from pathlib import Path

import numpy as np

from harness.agent_link import AgentLink
from harness.call_app import CallApp
from harness.sound_server import Kind, SoundServer
from harness.speak_call import SpeakCall
from harness.waiting import wait_until

from .fidelity import difference, trimmed
from .figures import Figure
from .scene import call, computed, resident, tap, wait_for_silence

TEXT = "The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background. " * 2


MOST = {Kind.PULSEAUDIO: 20, Kind.PIPEWIRE: 1000}
"""The number of calls on one server: PulseAudio drops every connection above 64, and 30 agents with their calls
have more."""


def measure(kind: Kind, counts: list[int]) -> list[Figure]:
    return [*instances(kind, sorted({min(count, MOST[kind]) for count in counts})), *queue(kind)]


def instances(kind: Kind, counts: list[int]) -> list[Figure]:
    """Measures independent instances, each with a call of its own, that all speak at once."""
    shares, losses, memories = {}, {}, {}
    for count in counts:
        shares[count], losses[count], memories[count] = speak_at_once(kind, count)
    first = counts[0]
    named = {f"{count} instances": [shares[count]] for count in counts[1:]}
    cost = Figure(f"processor per speaking instance, {first} at once", "% of a core", [shares[first]], named)
    last = counts[-1]
    cost.judged("flat", shares[last] <= 1.1 * shares[first])
    lost = Figure(f"samples lost, {first} at once", "samples", [float(losses[first])],
                  {f"{count} instances": [float(losses[count])] for count in counts[1:]})
    lost.judged("0", not any(losses.values()))
    memory = Figure(f"resident set per instance, agent and engine, {first} at once", "MB", [memories[first]],
                    {f"{count} instances": [memories[count]] for count in counts[1:]})
    return [cost, lost, memory]


def speak_at_once(kind: Kind, count: int) -> tuple[float, int, float]:
    """Returns processor time per instance and second, the samples lost by all, and memory per instance."""
    with SoundServer.running(kind) as server, ExitStack() as stack:
        allow_descriptors(server)
        programs, phones, taps = [], [], []
        for number in range(count):
            name = f"n{number}"
            taps.append(server.folder / f"tap-{name}.pcm")
            program = SpeakCall(server.environment | {
                "SPEAKCALL_INSTANCE": name, "LD_PRELOAD": str(tap()), "SPEAKCALL_TAP": str(taps[-1])})
            programs.append(program)
            if number == 0:
                program.grant()
                stack.callback(program.close)
            # Each gets its own call by name, because it would otherwise take those of the others too.
            program.enable("--mic", "mute", "--app", f"Phone{number}")
            stack.callback(program.run, "disable")
            phones.append(stack.enter_context(
                CallApp.phone(server, f"Phone{number}", play="nearspk", device=f"speakcall_{name}_mic")))
        for program, phone in zip(programs, phones):
            wait_until(lambda: any(call["attached"] for call in program.status()["calls"]), "the call is active", 60,
                       lambda: str(program.status()))
            phone.wait_until_hearing()
        pids = [daemon.pid for daemon in server._daemons] + list(programs[0].processes())
        before, start = computed(pids), time.monotonic()
        sayings = [program.start("say", TEXT) for program in programs]
        failed = sum(saying.wait(180) != 0 for saying in sayings)
        spent = (computed(pids) - before) / (time.monotonic() - start)
        memory = sum(resident(pid) for pid in programs[0].processes()) / count
        for phone in phones:
            wait_for_silence(phone)
        lost = 0
        for phone, path in zip(phones, taps):
            written = trimmed(np.fromfile(path, "<i2"))
            lost += difference(written, trimmed((phone.recording().sound.samples * 32768).astype("<i2")))
        assert not failed, f"{failed} of {count} did not speak to the end"
        return 100 * spent / count, lost, memory


def allow_descriptors(server: SoundServer) -> None:
    """PulseAudio's default limit is 256 files, which 19 calls use up."""
    if server.kind is Kind.PULSEAUDIO:
        settings = Path(server.environment["XDG_CONFIG_HOME"]) / "pulse" / "daemon.conf"
        settings.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        settings.write_text("rlimit-nofile = 8192\n")
        server.restart()


def queue(kind: Kind) -> list[Figure]:
    """Measures a thousand utterances of fifty callers."""
    with call(kind) as scene, ExitStack() as stack:
        callers = [stack.enter_context(AgentLink(scene.program)) for _ in range(50)]
        agent = scene.program.agent_pid
        scene.program.start("say", "--json", TEXT).wait_for("word")
        scene.program.run("pause").must_be(0)
        before, start = resident(agent), time.monotonic()
        for number in range(20):
            for caller in callers:
                caller.say(f"Utterance {number}.")
        for caller in callers:
            caller.wait_for("queued", count=20, timeout=60)
        rate = 1000 / (time.monotonic() - start)
        grown = resident(agent) - before
        queued = len({event["id"] for caller in callers for event in caller.events if event["event"] == "queued"})
        scene.program.run("stop").must_be(0)
        for caller in callers:
            caller.wait_for("cancelled", count=20, timeout=60)
    taken = Figure("utterances of 50 callers lost, of 1,000", "", [float(1000 - queued)])
    speed = Figure("utterances taken into the queue", "a second", [rate])
    memory = Figure("memory for 1,000 utterances that wait", "MB", [grown])
    return [taken.judged("0", queued == 1000), speed, memory]
