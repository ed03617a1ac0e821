"""The differences between a recording and the speech that it should hold."""

from dataclasses import dataclass
from functools import cached_property

from .phrase import Phrase
from .sound import Sound


@dataclass(frozen=True, repr=False)
class Comparison:
    """The place of a reference in a recording, and the differences there.

    The reference is brought to the level that was heard and split at its pauses. Each phrase must be complete. Pauses
    may differ a little, because espeak-ng's own do: the pause of the same comma is 190 ms in the first text that a
    process speaks and 239 ms in the next.
    """

    recording: Sound
    reference: Sound

    AUDIBLE = -28
    """Decibels from the active level: above codec noise, below any speech sound that carries meaning."""

    PAUSE = 0.1
    """Seconds of silence that end a phrase."""

    PAUSE_ERROR = 0.02
    """Seconds by which a pause may differ from the reference."""

    @cached_property
    def phrases(self) -> list[Phrase]:
        """The phrases of the reference, in order."""
        threshold = self.reference.active_level + self.gain + self.AUDIBLE
        wanted = self.reference.amplified(self.gain)
        return [Phrase(self.recording, wanted.cut(start - 0.005, end + 0.005), self._position + start - 0.005, threshold)
                for start, end in wanted.bursts(threshold, self.PAUSE) if end - start > 0.03]

    @property
    def start(self) -> float:
        """The start of the first phrase, in seconds."""
        return self.phrases[0].start

    @property
    def heard(self) -> Sound:
        """The recording from the start of the first phrase to the end of the last."""
        return self.recording.cut(self.start, self.phrases[-1].end)

    @cached_property
    def gain(self) -> float:
        """The decibels by which the recording is louder."""
        place = self.recording.cut(self._position, self._position + self.reference.seconds)
        return place.active_level - self.reference.active_level

    @cached_property
    def pause_errors(self) -> list[float]:
        """The seconds by which each pause is too long."""
        pairs = list(zip(self.phrases, self.phrases[1:]))
        return [(after.start - before.end) - (after.expected - before.expected - before.reference.seconds)
                for before, after in pairs]

    @property
    def is_whole(self) -> bool:
        """True when every phrase is complete, from its first sample to its last, and pauses are kept."""
        return self.is_whole_but_for(0)

    def is_whole_but_for(self, holes: float) -> bool:
        """Returns whether all is there except for holes of so many seconds, as a relinking server leaves."""
        return all(phrase.is_whole_but_for(holes) for phrase in self.phrases) and \
            all(abs(error) <= self.PAUSE_ERROR + holes for error in self.pause_errors)

    def __repr__(self) -> str:
        pauses = ", ".join(f"{1000 * error:+.1f} ms" for error in self.pause_errors)
        phrases = "".join(f"\n  {phrase}" for phrase in self.phrases)
        return (f"gain {self.gain:+.2f} dB, level {self.heard.active_level:.2f} dBFS, peak {self.heard.peak:.2f} dBFS, "
                f"pauses {pauses or 'none'}{phrases}\n{self.recording.drawing(80)}")

    @cached_property
    def _position(self) -> float:
        return self.recording.position_of(self.reference)
