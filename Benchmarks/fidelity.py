"""Compares what the call hears with what was spoken, sample by sample."""

import random
import subprocess
import sys
import time
from contextlib import ExitStack

import numpy as np
from numpy.typing import NDArray

from harness.call_app import CallApp, Recording
from harness.child import Child
from harness.sound import Sound
from harness.sound_server import Kind
from harness.waiting import wait_until

from .figures import Figure
from .scene import Scene, call, wait_for_silence

WORDS = "the birch canoe slid on smooth planks glue a sheet to dark blue background rice is often served in bowls".split()


def measure(kind: Kind, minutes: float) -> list[Figure]:
    with call(kind, "--mic", "mute", tapped=True) as scene:
        figures = samples(scene, minutes)
    with call(kind, "--mic", "mute") as scene:
        figures += sines(scene)
    with call(kind) as scene:
        figures.append(microphone_delay(scene))
    return figures


def samples(scene: Scene, minutes: float) -> list[Figure]:
    """Compares what the agent wrote with what the call recorded, while both cores are busy."""
    chance = random.Random(1)
    tap = scene.server.folder / "tap.pcm"
    wait_for_silence(scene.phone)
    begin, place = tap.stat().st_size // 2, scene.phone.heard_bytes
    utterances = 0
    with ExitStack() as stack:
        for number in range(2):
            log = scene.server.folder / f"load-{number}.log"
            load = Child([sys.executable, "-c", "while True: pass"], scene.environment, log)
            subprocess.run(["renice", "-n", "0", "-p", str(load.pid)], capture_output=True, check=False)
            stack.callback(load.stop)
        end = time.monotonic() + 60 * minutes
        while time.monotonic() < end:
            # Two callers at once: queued utterances must follow each other without a gap.
            text = " ".join(chance.choices(WORDS, k=chance.randint(2, 30)))
            utterances += 1
            scene.program.run("say", "--no-wait", text + ".").must_be(0)
            wait_until(lambda: scene.program.status()["speech"]["queued"] < 3, "the queue shrinks", 120)
        wait_until(lambda: scene.program.status()["speech"]["state"] == "idle", "everything is spoken", 120)
        wait_for_silence(scene.phone)
    written = np.fromfile(tap, "<i2", offset=2 * begin)
    heard = (scene.phone.heard_from(place)[0].samples * 32768).astype("<i2")
    written, heard = trimmed(written), trimmed(heard)
    differing = difference(written, heard)
    seconds = len(written) / 48000
    figure = Figure("samples lost, added or changed", "samples", [float(differing)],
                    note=f"{seconds:.0f} s of speech, {utterances} utterances, both cores loaded")
    gap = Figure("gap between queued utterances, beyond the pause", "samples", [float(abs(len(heard) - len(written)))])
    return [figure.judged("0", differing == 0), gap.judged("0", len(heard) == len(written))]


def trimmed(values: NDArray[np.int16]) -> NDArray[np.int16]:
    loud = np.flatnonzero(values)
    return values[loud[0] : loud[-1] + 1]


def difference(written: NDArray[np.int16], heard: NDArray[np.int16]) -> int:
    common = min(len(written), len(heard))
    return int(np.count_nonzero(written[:common] != heard[:common])) + abs(len(written) - len(heard))


def sines(scene: Scene) -> list[Figure]:
    """Plays sines into the virtual microphone: at 48 kHz, like the agent, and at 22.05 kHz, like pipelines."""
    wait_for_silence(scene.phone)
    ratios: dict[int, list[float]] = {48000: [], 22050: []}
    levels: dict[int, list[float]] = {48000: [], 22050: []}
    for frequency in (100, 440, 1000, 3000, 6000, 9500):
        for rate in ratios:
            place = scene.phone.heard_bytes
            # A third below full scale, the limit of speech; dithered, so its noise is not distortion.
            moments = np.arange(2 * rate) / rate
            dither = np.random.default_rng(1).triangular(-1, 0, 1, len(moments)) / 32768
            sound = Sound(0.7 * np.sin(2 * np.pi * frequency * moments) + dither, rate)
            subprocess.run(["pacat", "--device=speakcall", "--format=s16le", f"--rate={rate}", "--channels=1"],
                           input=(sound.samples * 32768).round().astype("<i2").tobytes(),
                           env=scene.environment, check=True, timeout=30)
            wait_for_silence(scene.phone)
            heard = scene.phone.heard_from(place)[0].spoken(-40).samples[24000:72000]
            ratio, amplitude = sinad(heard, frequency)
            ratios[rate].append(ratio)
            levels[rate].append(20 * np.log10(amplitude / 0.7))
    worst = Figure("SINAD at the microphone, worst of 100 Hz–9.5 kHz", "dB", [min(ratios[48000])],
                   {"the server converts 22.05 kHz": [min(ratios[22050])]},
                   note="the agent's own conversion is tested in ResamplerTests: 90 dB or better")
    off = Figure("level error, worst", "dB", [max(map(abs, levels[48000]))],
                 {"the server converts 22.05 kHz": [max(map(abs, levels[22050]))]})
    return [worst.judged("≥ 90 dB", min(ratios[48000]) >= 90), off.judged("≤ 0.1 dB", off.median <= 0.1)]


def sinad(samples: NDArray[np.float64], frequency: float) -> tuple[float, float]:
    """Returns how far a sine stands above everything else, in decibels, and its amplitude."""
    angle = 2 * np.pi * frequency * np.arange(len(samples)) / 48000
    basis = np.stack((np.sin(angle), np.cos(angle), np.ones(len(samples))), axis=1)
    fit = np.linalg.lstsq(basis, samples, rcond=None)[0]
    rest = samples - basis @ fit
    amplitude = float(np.hypot(fit[0], fit[1]))
    return 20 * float(np.log10(amplitude / np.sqrt(2) / max(float(np.std(rest)), 1e-9))), amplitude


def microphone_delay(scene: Scene) -> Figure:
    """Measures how much later than a direct recording the call hears the real microphone."""
    with CallApp.recorder(scene.server, "fakemic") as direct:
        spans = []
        tone = Sound(0.3 * np.sin(2 * np.pi * 1000 * np.arange(4800) / 48000))
        for _ in range(12):
            start = time.monotonic()
            subprocess.run(["pacat", "--device=fakemic_sink", "--format=s16le", "--rate=48000", "--channels=1",
                            "--latency-msec=20"], input=(tone.samples * 32768).astype("<i2").tobytes(),
                           env=scene.environment, check=True, timeout=30)
            scene.phone.wait_until_hearing(0.4)
            spans.append(start)
        here, there = direct.recording(), scene.phone.recording()
    values = []
    for start in spans:
        # The position in each recording, by its arrival times, is finer than the fragment.
        values.append(1000 * (exact(there, start) - exact(here, start)))
    figure = Figure("real microphone → call, delay added", "ms", values)
    return figure.judged("≤ 22 ms", figure.median <= 22)


def exact(recording: Recording, since: float) -> float:
    """Returns the time of the first loud sample after another time, interpolated within its fragment."""
    place = recording.at(since)
    onset = place + recording.sound.cut(place).onset(-30)
    index = int(np.searchsorted(recording.places, onset, "right"))
    return float(recording.arrivals[index] - (recording.places[index] - onset))
