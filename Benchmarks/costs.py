"""Processor time, wake-ups and memory."""

import resource
import signal
import time

from harness.sound_server import Kind
from harness.waiting import wait_until

from . import peers
from .figures import Figure
from .latency import first
from .scene import SENTENCE, Scene, call, computed, enabled, resident, run, wait_for_silence, wakeups

MINUTE = "The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background. " * 3


def measure(kind: Kind, seconds: float) -> list[Figure]:
    figures = idle(kind, seconds)
    figures.append(in_call(kind, seconds))
    with call(kind) as scene:
        figures.append(speaking(scene))
        figures += lengths(scene)
    return figures


def idle(kind: Kind, seconds: float) -> list[Figure]:
    """Measures a running agent with injection on and nobody in a call."""
    with enabled(kind) as (_, program):
        pid = program.agent_pid
        pids = list(program.processes())
        settle(pids)
        before = wakeups(pids)
        time.sleep(seconds)
        woken = wakeups(pids) - before
        memory = resident(pid)
        engines = sum(resident(other) for other in pids if other != pid)
    calm = Figure(f"wake-ups of agent and engine in {seconds:g} s, no call", "", [float(woken)])
    small = Figure("resident set of the agent", "MB", [memory], {"its engine": [engines]})
    return [calm.judged("0", woken == 0), small.judged("< 20 MB", memory < 20)]


def settle(pids: list[int]) -> None:
    """Waits until the processes sleep."""
    last = [-1]

    def quiet() -> bool:
        now = wakeups(pids)
        # An idle server suspends its devices after five seconds and notifies its clients.
        time.sleep(10)
        last[0], was = now, last[0]
        return now == was
    wait_until(quiet, "the agent is idle", 60)


def in_call(kind: Kind, seconds: float) -> Figure:
    """Compares server and agent in a silent call with the same server and the agent's modules alone."""
    ours, alone = [], []
    with call(kind) as scene:
        # In turns and on one server: the cost differs by a fifth from start to start.
        for _ in range(3):
            scene.program.run("say", SENTENCE).must_be(0)
            # On PulseAudio the stream for speech is paused after half a minute with nothing to play.
            time.sleep(32)
            ours.append(100 * share(scene.daemons() + scene.agents(), seconds))
            scene.program.end_agents(signal.SIGKILL)
            time.sleep(1)
            alone.append(100 * share(scene.daemons(), seconds))
    figure = Figure("in a call, not speaking", "% of a core", ours, {"loopback alone": alone})
    return figure.judged("≤ 1.1 × the loopback", figure.median <= 1.1 * figure.peer("loopback alone"))


def share(pids: list[int], seconds: float) -> float:
    before, start = computed(pids), time.monotonic()
    time.sleep(seconds)
    return (computed(pids) - before) / (time.monotonic() - start)


def speaking(scene: Scene) -> Figure:
    """Measures the processor time of all processes for a quarter of a minute of speech, scaled to a minute."""
    def cost(command: list[str]) -> float:
        wait_for_silence(scene.phone)
        pids = scene.daemons() + scene.agents()
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        before = computed(pids)
        start, end = run(command, scene.environment)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = computed(pids) - before
        used += after.ru_utime + after.ru_stime - children.ru_utime - children.ru_stime
        return used * 60 / (end - start)
    values: dict[str, list[float]] = {"ours": [], peers.NAMES[0]: [], peers.NAMES[1]: []}
    for _ in range(2):
        values["ours"].append(cost([str(scene.program.program), "say", "-v", "en-us", MINUTE]))
        for name in peers.NAMES[:2]:
            values[name].append(cost(peers.commands(MINUTE)[name]))
    figure = Figure("processor time for a minute of speech, server included", "s", values.pop("ours"), values)
    return figure.judged("≤ pipeline", figure.median <= min(map(figure.peer, figure.peers)))


def lengths(scene: Scene) -> list[Figure]:
    """Measures first sample and memory against the length of the text."""
    sizes = {"10 B": 10, "1 kB": 1000, "100 kB": 100_000, "10 MB": 10_000_000}
    moments: dict[str, list[float]] = {name: [] for name in sizes}
    memory: dict[str, float] = {}
    agent = scene.program.agent_pid
    for _ in range(9):
        # In turns, so all meet the same machine.
        for name, size in sizes.items():
            path = scene.server.folder / f"text-{size}"
            path.write_text(("Good day. " * (size // 10 + 1))[:size])
            wait_for_silence(scene.phone)
            moments[name].append(time.monotonic())
            saying = scene.program.start("say", "--json", "-v", "en-us", "-f", str(path))
            saying.wait_for("word")
            scene.phone.wait_until_hearing(0.3)
            memory[name] = max(memory.get(name, 0), resident(agent))
            saying.end()
    scene.phone.wait_until_hearing(0.3)
    recording = scene.phone.recording()
    starts = {name: [first(recording, moment) for moment in moments[name]] for name in sizes}
    short = starts.pop("10 B")
    figure = Figure("first sample, text of 10 B", "ms", short, starts)
    small = memory.pop("10 B")
    size = Figure("resident set of the agent, text of 10 B", "MB", [small], {k: [v] for k, v in memory.items()})
    slowest, most = (max(map(row.peer, row.peers)) for row in (figure, size))
    return [figure.judged("flat within 10 %", slowest <= 1.1 * figure.median),
            size.judged("flat within 10 %", most <= 1.1 * small)]
