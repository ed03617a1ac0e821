"""Sound as numbers, and its measures."""

import wave
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float64]


def decibels(amplitude: float) -> float:
    """Decibels relative to full scale; silence is −120."""
    return 20 * float(np.log10(max(amplitude, 1e-6)))


@dataclass(frozen=True, repr=False)
class Sound:
    """Mono sound: samples between −1 and 1, and the sample rate."""

    FRAME: ClassVar[float] = 0.01
    """The length of a frame, in seconds."""

    samples: Samples
    rate: int = 48000

    @classmethod
    def from_pcm(cls, data: bytes, rate: int = 48000) -> "Sound":
        """Creates a sound from signed 16-bit samples, little endian."""
        return cls(np.frombuffer(data[: len(data) // 2 * 2], "<i2").astype(np.float64) / 32768, rate)

    @classmethod
    def from_wav(cls, path: Path) -> "Sound":
        """Creates a sound from a 16-bit WAV file; averages channels, and accepts the unfinished header of a stream."""
        with wave.open(str(path), "rb") as file:
            if file.getsampwidth() != 2:
                raise ValueError(f"{path}: {8 * file.getsampwidth()} bits a sample instead of 16")
            sound = cls.from_pcm(file.readframes(file.getnframes()), file.getframerate())
            return cls(sound.samples.reshape(-1, file.getnchannels()).mean(axis=1), sound.rate)

    def __repr__(self) -> str:
        return f"Sound of {self.seconds:.3f} s at {self.rate} Hz, peak {self.peak:.1f} dBFS"

    def write(self, path: Path) -> None:
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(self.rate)
            file.writeframes((np.clip(self.samples, -1, 1 - 2**-15) * 32768).round().astype("<i2").tobytes())

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.rate

    def cut(self, start: float, end: float | None = None) -> "Sound":
        """Returns the part between two moments, in seconds."""
        stop = None if end is None else max(0, round(end * self.rate))
        return Sound(self.samples[max(0, round(start * self.rate)) : stop], self.rate)

    def followed_by(self, other: "Sound") -> "Sound":
        """Returns both, one after the other, with a second of silence between."""
        return Sound(np.concatenate((self.samples, np.zeros(self.rate), other.samples)), self.rate)

    def resampled(self, rate: int) -> "Sound":
        """Returns the same sound at another rate, band-limited."""
        if rate == self.rate:
            return self
        length = round(len(self.samples) * rate / self.rate)
        spectrum = np.fft.rfft(self.samples)
        bins = length // 2 + 1
        kept = np.zeros(bins, complex)
        kept[: min(bins, len(spectrum))] = spectrum[:bins]
        return Sound(np.fft.irfft(kept, length) * (length / len(self.samples)), rate)

    # Levels

    @property
    def peak(self) -> float:
        """The greatest amplitude, in dBFS."""
        return decibels(float(np.abs(self.samples).max(initial=0)))

    @property
    def level(self) -> float:
        """The level of everything, pauses included: RMS in dBFS."""
        return decibels(float(np.sqrt(np.mean(self.samples**2)))) if len(self.samples) else -120.0

    @property
    def active_level(self) -> float:
        """The active speech level in dBFS by ITU-T P.56 method B: 30 ms envelope, 200 ms hangover, 15.9 dB margin."""
        if not np.any(self.samples):
            return -120.0
        envelope = self._smoothed(self._smoothed(np.abs(self.samples)))
        hangover = round(0.2 * self.rate)
        energy = float(np.sum(self.samples**2))
        previous: tuple[float, float] | None = None
        for threshold in 2.0 ** np.arange(-15, 0):
            active = self._held(envelope >= threshold, hangover)
            if not active:
                break
            level = 10 * float(np.log10(energy / active))
            difference = level - decibels(float(threshold)) - 15.9
            if difference <= 0:
                if previous is None:
                    return level
                fraction = previous[1] / (previous[1] - difference)
                return previous[0] + fraction * (level - previous[0])
            previous = (level, difference)
        return previous[0] if previous else -120.0

    def frames(self, seconds: float = FRAME) -> Samples:
        """Returns the levels of successive frames, in dBFS."""
        length = round(seconds * self.rate)
        whole = self.samples[: len(self.samples) // length * length].reshape(-1, length)
        return 20 * np.log10(np.maximum(np.sqrt(np.mean(whole**2, axis=1)), 1e-6))

    def tone_level(self, frequency: float) -> float:
        """Returns the level within 60 Hz of the frequency, in dBFS of a sine's amplitude."""
        window = np.hanning(len(self.samples))
        power = np.abs(np.fft.rfft(self.samples * window)) ** 2
        near = np.abs(np.fft.rfftfreq(len(self.samples), 1 / self.rate) - frequency) <= 60
        return decibels(2 * float(np.sqrt(power[near].sum() / (len(window) * np.sum(window**2)))))

    # Places

    def onset(self, threshold: float = -45) -> float:
        """Returns the moment of the first sample above the threshold (dBFS), in seconds."""
        return float(self._loud(threshold)[0]) / self.rate

    def tail(self, threshold: float = -45) -> float:
        """Returns the moment just after the last sample above the threshold (dBFS), in seconds."""
        return float(self._loud(threshold)[-1] + 1) / self.rate

    def spoken(self, threshold: float = -45) -> "Sound":
        """Returns the part from the first sample above the threshold to the last."""
        return self.cut(self.onset(threshold), self.tail(threshold))

    def amplified(self, gain: float) -> "Sound":
        """Returns the same sound, louder by so many decibels."""
        return Sound(self.samples * 10 ** (gain / 20), self.rate)

    def position_of(self, other: "Sound") -> float:
        """Returns the best position of the other sound in this one, in seconds from this one's start."""
        length = len(self.samples) + len(other.samples)
        product = np.fft.rfft(self.samples, length) * np.conj(np.fft.rfft(other.samples, length))
        lag = int(np.argmax(np.fft.irfft(product, length)))
        return (lag if lag < len(self.samples) else lag - length) / self.rate

    def gaps(self, reference: "Sound", depth: float = 25) -> list[float]:
        """Returns moments, in seconds of the reference, where it speaks and this, aligned and level-matched, is silent.

        A frame counts where this is more than `depth` dB below the reference and both its neighbours, and
        these are above the reference's active level less 15 dB.
        """
        mine, theirs = self.frames(), reference.frames()
        around = np.pad(theirs, 1, "edge")
        quietest = np.min([around[:-2], theirs, around[2:]], axis=0)
        length = min(len(mine), len(quietest))
        speaking = quietest[:length] > reference.active_level - 15
        silent = mine[:length] < quietest[:length] - depth
        return [float(place) * self.FRAME for place in np.flatnonzero(speaking & silent)]

    def bursts(self, threshold: float = -45, pause: float = 0.3) -> list[tuple[float, float]]:
        """Returns start and end, in seconds, of each stretch of sound between pauses of at least this length."""
        loud = self._loud(threshold, must_exist=False)
        if not len(loud):
            return []
        breaks = np.flatnonzero(np.diff(loud) > pause * self.rate)
        starts = loud[np.concatenate(([0], breaks + 1))]
        ends = loud[np.concatenate((breaks, [len(loud) - 1]))] + 1
        return [(float(a) / self.rate, float(b) / self.rate) for a, b in zip(starts, ends)]

    def drawing(self, width: int = 60) -> str:
        """Returns a waveform in one line of block characters: the loudest sample of each part."""
        parts = np.array_split(np.abs(self.samples), width)
        peaks = np.array([part.max(initial=0) for part in parts])
        scaled = peaks / max(peaks.max(), 1e-6)
        return "".join(" ▁▂▃▄▅▆▇█"[round(8 * float(value))] for value in scaled)

    def _loud(self, threshold: float, must_exist: bool = True) -> NDArray[np.intp]:
        loud = np.flatnonzero(np.abs(self.samples) > 10 ** (threshold / 20))
        if must_exist and not len(loud):
            raise AssertionError(f"silence: {self.seconds:.2f} s, peak {self.peak:.1f} dBFS, wanted above {threshold}")
        return loud

    def _smoothed(self, values: Samples) -> Samples:
        decay = np.exp(-np.arange(round(0.3 * self.rate)) / (0.03 * self.rate))
        kernel = decay / decay.sum()
        length = len(values) + len(kernel)
        return np.fft.irfft(np.fft.rfft(values, length) * np.fft.rfft(kernel, length), length)[: len(values)]

    @staticmethod
    def _held(active: NDArray[np.bool_], hangover: int) -> int:
        """Returns how many samples are active, with each activity held for so many more."""
        places = np.flatnonzero(active)
        if not len(places):
            return 0
        return int(np.minimum(np.diff(places, append=len(active)), hangover + 1).sum())
