"""Words that are distinct in sound, so a recording shows which were heard, how often and how much of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from harness.sound import Sound
from harness.synthesizer import synthesized

WORDS = ("Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India", "Juliet", "Kilo", "Lima")
"""Each is spoken as a sentence of its own and therefore always sounds the same."""

LIKENESS = 0.75
"""The similarity that identifies a word; the right word never measured below 0.88."""

SHORTEST = 0.12
"""Seconds of sound needed to recognize a word; of 240 such pieces two were taken for another."""

RATE, HOP, WINDOW, BANDS = 16000, 160, 512, 24
"""Sounds are compared by their spectra, in samples and mel bands. Busy machines, and servers that relink their graph,
leave holes that shift what follows by milliseconds; a comparison of samples would fail."""

Spectra = NDArray[np.float64]


@dataclass(frozen=True)
class Fragment:
    """A stretch of sound: the most similar word, and which part of that word, in seconds."""

    word: str
    start: float
    end: float
    likeness: float


@cache
def _bank() -> Spectra:
    """Returns triangular filters, evenly spaced on the mel scale from 100 to 7500 Hz."""
    mels = np.linspace(*(2595 * np.log10(1 + hertz / 700) for hertz in (100, 7500)), BANDS + 2)
    edges = 700 * (10 ** (mels / 2595) - 1)
    bins = np.fft.rfftfreq(WINDOW, 1 / RATE)
    return np.array([np.maximum(0, np.minimum((bins - low) / (middle - low), (high - bins) / (high - middle)))
                     for low, middle, high in zip(edges, edges[1:], edges[2:])])


def _spectra(sound: Sound) -> Spectra:
    """Returns the levels of the bands in decibels, frame by frame, down to 50 dB below the loudest."""
    samples = np.pad(sound.samples, (0, max(0, WINDOW - len(sound.samples))))
    frames = np.lib.stride_tricks.sliding_window_view(samples, WINDOW)[::HOP] * np.hanning(WINDOW)
    levels = 10 * np.log10(np.abs(np.fft.rfft(frames, axis=1)) ** 2 @ _bank().T + 1e-9)
    return np.maximum(levels, levels.max() - 50)


@cache
def _reference(word: str, rate: int | None) -> Sound:
    return synthesized(f"{word}.", rate=rate).spoken().resampled(RATE)


@cache
def _reference_spectra(word: str, rate: int | None) -> Spectra:
    return _spectra(_reference(word, rate))


def _likest(mine: Spectra, word: str, rate: int | None) -> Fragment:
    """Returns the best position of the sound in a word."""
    theirs = _reference_spectra(word, rate)
    wanted = 0.8 * min(len(mine), len(theirs))
    best = Fragment(word, 0, 0, -1)
    for lag in range(-len(mine), len(theirs)):
        start, end = max(0, lag), min(len(theirs), lag + len(mine))
        if end - start < wanted:
            continue
        ours, reference = mine[start - lag : end - lag], theirs[start:end]
        likeness = float(np.corrcoef(ours.ravel(), reference.ravel())[0, 1])
        if likeness > best.likeness:
            best = Fragment(word, start * HOP / RATE, end * HOP / RATE, likeness)
    return best


def _best(sound: Sound, rate: int | None) -> Fragment:
    """Returns the word most similar to a sound."""
    spectra = _spectra(sound)
    return max((_likest(spectra, word, rate) for word in WORDS), key=lambda one: one.likeness)


def _tell(sound: Sound, rate: int | None) -> list[Fragment]:
    """Splits one burst: a word or a part of one, or two pieces where speech was interrupted and resumed."""
    whole = _best(sound, rate)
    if whole.likeness >= LIKENESS or sound.seconds < 2 * SHORTEST:
        return [whole]
    cuts = np.arange(SHORTEST, sound.seconds - SHORTEST, 0.03)
    halves = [[_best(sound.cut(0, cut), rate), _best(sound.cut(cut), rate)] for cut in cuts]
    return max(halves, key=lambda pair: min(one.likeness for one in pair), default=[whole])


def fragments(sound: Sound, rate: int | None = None) -> list[Fragment]:
    """Returns the stretches of a recording, in order; omits those too short to recognize or like no word."""
    bursts = [(start, end) for start, end in sound.bursts(-45, pause=0.1) if end - start >= SHORTEST]
    return [fragment for start, end in bursts for fragment in _tell(sound.cut(start, end).resampled(RATE), rate)
            if fragment.likeness >= LIKENESS]


def check_heard(sound: Sound, expected: Sequence[str], repeated: int = 0, lost: float = 0.3) -> None:
    """Fails unless each expected word is in the recording once, in order.

    `repeated` words may come twice in a row: those at which speech was interrupted. The part `lost` of a word may be
    missing, because busy machines and servers that relink their graph leave holes.
    """
    heard: list[tuple[str, float]] = []
    last_end = 0.0
    all_fragments = fragments(sound)
    told = [f"{one.word} {one.start:.2f}-{one.end:.2f} ({one.likeness:.2f})" for one in all_fragments]
    for fragment in all_fragments:
        if heard and heard[-1][0] == fragment.word and fragment.start >= last_end - 0.1:
            heard[-1] = (fragment.word, heard[-1][1] + fragment.end - fragment.start)
        else:
            heard.append((fragment.word, fragment.end - fragment.start))
        last_end = fragment.end
    merged: list[tuple[str, float]] = []
    for word, seconds in heard:
        if merged and merged[-1][0] == word and repeated > 0:
            repeated -= 1
            merged[-1] = (word, max(merged[-1][1], seconds))
        else:
            merged.append((word, seconds))
    assert [word for word, _ in merged] == list(expected), f"expected {list(expected)}\nheard    {told}"
    for word, seconds in merged:
        assert seconds >= (1 - lost) * _reference(word, None).seconds, f"{word} is not whole\nheard {told}"
