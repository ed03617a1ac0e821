"""Measures latencies: to the first sample, from the last one, to silence."""

import signal
import time

from harness.call_app import Recording
from harness.live_terminal import LiveTerminal
from harness.sound_server import Kind

from . import peers
from .figures import Figure
from .scene import SENTENCE, Scene, call, run, wait_for_silence

LONG = "This is a long text, which goes on for quite a while, so that there is time to interrupt it. " * 5
THRESHOLD = -60.0
"""The threshold of the first sample, in dBFS, for us and for the peers alike."""


def first(recording: Recording, since: float) -> float:
    """Returns the milliseconds from a moment to the arrival of the first sample after it."""
    place = recording.at(since)
    return 1000 * (recording.moment(place + recording.sound.cut(place).onset(THRESHOLD)) - since)


def last(recording: Recording, since: float, until: float) -> float:
    """Returns the moment when the last sample between two moments arrived."""
    place = recording.at(since)
    return recording.moment(place + recording.sound.cut(place, recording.at(until)).tail(THRESHOLD))


def until_silence(recording: Recording, since: float, until: float) -> float:
    """Returns the milliseconds from a moment to the arrival of the last sample before another; 0 in silence."""
    heard = recording.sound.cut(recording.at(since), recording.at(until))
    return 1000 * (last(recording, since, until) - since) if heard.peak > THRESHOLD else 0


def say(scene: Scene, text: str = SENTENCE) -> list[str]:
    return [str(scene.program.program), "say", "-v", "en-us", text]


def measure(kind: Kind, rounds: int) -> list[Figure]:
    figures = []
    with call(kind) as scene, peers.speech_dispatcher(scene.server) as speechd:
        figures += start_and_return(scene, speechd, rounds)
        figures.append(enter(scene, rounds))
        figures.append(stop(scene, rounds))
        figures.append(status(scene, rounds))
    return figures


def start_and_return(scene: Scene, speechd: dict[str, str], rounds: int) -> list[Figure]:
    """Measures command start → first sample and last sample → return, with and without an agent, beside peers."""
    ours = "speakcall say"
    cold = "speakcall say, no agent"
    commands = {ours: say(scene), **peers.commands(SENTENCE)}
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in (*commands, cold)}
    for _ in range(rounds):
        for name, command in commands.items():
            wait_for_silence(scene.phone)
            runs[name].append(run(command, speechd if name == "spd-say" else scene.environment))
    for _ in range(max(5, rounds // 3)):
        scene.program.end_agents(signal.SIGTERM)
        wait_for_silence(scene.phone)
        runs[cold].append(run(say(scene), scene.environment))
    wait_for_silence(scene.phone)
    recording = scene.phone.recording()
    starts = {name: [first(recording, start) for start, _ in spans] for name, spans in runs.items()}
    # Wait before the next run: espeak-ng's own output returns before everything is heard.
    begins = sorted(start for spans in runs.values() for start, _ in spans)
    following = dict(zip(begins, [*begins[1:], begins[-1] + 60]))
    returns = {name: [1000 * (end - last(recording, start, following[start])) for start, end in spans]
               for name, spans in runs.items()}
    others = {name: starts[name] for name in peers.NAMES}
    warm = Figure("start → first sample, agent running", "ms", starts[ours], others)
    warm.judged("≤ half of pacat", warm.median <= warm.peer(peers.NAMES[1]) / 2)
    chill = Figure("start → first sample, no agent", "ms", starts[cold], {peers.NAMES[1]: starts[peers.NAMES[1]]})
    chill.judged("≤ pacat", chill.median <= chill.peer(peers.NAMES[1]))
    back = Figure("last sample → return", "ms", returns[ours], {name: returns[name] for name in peers.NAMES})
    return [warm, chill, back.judged("< 15 ms", back.median < 15)]


def enter(scene: Scene, rounds: int) -> Figure:
    """Measures from Enter in `live` to the first sample."""
    moments = []
    with LiveTerminal(scene.program) as live:
        live.wait_for_state("● Phone")
        for _ in range(rounds):
            wait_for_silence(scene.phone)
            live.type(SENTENCE)
            live.wait_for_input(SENTENCE)
            moments.append(time.monotonic())
            live.press("enter")
            scene.phone.wait_until_hearing(0.3)
        wait_for_silence(scene.phone)
        recording = scene.phone.recording()
    # Includes the reader's fragment of 10 ms, and the silence with which espeak-ng begins this sentence.
    figure = Figure("Enter in live → first sample", "ms", [first(recording, moment) for moment in moments])
    return figure.judged("fragment + 3 ms: < 13 ms", figure.median < 13)


def stop(scene: Scene, rounds: int) -> Figure:
    """Measures from `stop` to silence."""
    spans = []
    for _ in range(rounds):
        speaking = scene.program.start("say", "--json", LONG)
        speaking.wait_for("word")
        scene.phone.wait_until_hearing(0.3)
        start, _ = run([str(scene.program.program), "stop"], scene.environment)
        speaking.wait()
        scene.phone.wait_until_hearing(0.3)
        spans.append((start, time.monotonic()))
    recording = scene.phone.recording()
    values = [until_silence(recording, start, end) for start, end in spans]
    figure = Figure("stop → silence", "ms", values)
    return figure.judged("< 20 ms", figure.median < 20)


def status(scene: Scene, rounds: int) -> Figure:
    """Measures `status`, beside `pactl list`."""
    values: dict[str, list[float]] = {"ours": [], "pactl list": []}
    for _ in range(rounds):
        for name, command in (("ours", [str(scene.program.program), "status"]), ("pactl list", ["pactl", "list"])):
            start, end = run(command, scene.environment)
            values[name].append(1000 * (end - start))
    figure = Figure("status", "ms", values.pop("ours"), values)
    return figure.judged("< pactl list", figure.median < figure.peer("pactl list"))
