"""The pitch of a voice."""

import numpy as np

from .sound import Sound


def pitch(sound: Sound) -> tuple[float, float]:
    """Returns the median fundamental frequency, and the share of the audible frames that have one.

    By autocorrelation of 40 ms frames, normalized by the energies of both parts; a frame is voiced if the first great
    maximum between 60 and 400 Hz is above 0.7.
    """
    length, hop = round(0.04 * sound.rate), round(0.01 * sound.rate)
    shortest, longest = sound.rate // 400, sound.rate // 60
    found, audible = [], 0
    for start in range(0, len(sound.samples) - length - longest, hop):
        frame = sound.samples[start : start + length + longest]
        if np.sqrt(np.mean(frame[:length] ** 2)) < 0.02:
            continue
        audible += 1
        energies = np.convolve(frame**2, np.ones(length), "valid")
        spectrum = np.fft.rfft(frame, 2 * len(frame))
        first = np.fft.rfft(frame[:length], 2 * len(frame))
        products = np.fft.irfft(spectrum * np.conj(first))[: longest + 1]
        similarity = products / np.sqrt(energies[0] * energies[: longest + 1] + 1e-12)
        window = similarity[shortest:]
        best = float(window.max())
        if best < 0.7:
            continue
        # The first maximum that is nearly the best: multiples of the period fit as well.
        near = np.flatnonzero(window > 0.9 * best)
        lag = int(near[0])
        while lag + 1 < len(window) and window[lag + 1] > window[lag]:
            lag += 1
        found.append(sound.rate / (lag + shortest))
    return (float(np.median(found)) if found else 0.0), len(found) / max(1, audible)
