"""How a recording differs from the speech that should be in it."""

from dataclasses import dataclass
from functools import cached_property

from .phrase import Phrase
from .sound import Sound


@dataclass(frozen=True, repr=False)
class Comparison:
    """The place of a reference in a recording, and what differs there.

    The reference is made as loud as what was heard, and taken apart at its pauses. Each phrase must be there whole;
    the pauses between may differ by a little, for espeak-ng's own do: the pause of the same comma is 190 ms in the first
    text that a process speaks and 239 ms in the next.
    """

    recording: Sound
    reference: Sound

    AUDIBLE = -28
    """Decibels from the active level: above codec noise, below any speech sound that carries meaning."""

    PAUSE = 0.1
    """Seconds of silence that end a phrase."""

    PAUSE_ERROR = 0.02
    """Seconds by which a pause may be longer or shorter than in the reference."""

    @cached_property
    def phrases(self) -> list[Phrase]:
        """The phrases of the reference, in order."""
        threshold = self.reference.active_level + self.gain + self.AUDIBLE
        wanted = self.reference.amplified(self.gain)
        return [Phrase(self.recording, wanted.cut(start - 0.005, end + 0.005), self._position + start - 0.005, threshold)
                for start, end in wanted.bursts(threshold, self.PAUSE) if end - start > 0.03]

    @property
    def start(self) -> float:
        """Where the first phrase begins, in seconds."""
        return self.phrases[0].start

    @property
    def heard(self) -> Sound:
        """The recording from the beginning of the first phrase to the end of the last."""
        return self.recording.cut(self.start, self.phrases[-1].end)

    @cached_property
    def gain(self) -> float:
        """By how many decibels the recording is louder."""
        place = self.recording.cut(self._position, self._position + self.reference.seconds)
        return place.active_level - self.reference.active_level

    @cached_property
    def pause_errors(self) -> list[float]:
        """By how many seconds each pause is too long."""
        pairs = list(zip(self.phrases, self.phrases[1:]))
        return [(after.start - before.end) - (after.expected - before.expected - before.reference.seconds)
                for before, after in pairs]

    @property
    def is_whole(self) -> bool:
        """Whether every phrase is there, from its first sample to its last, and the pauses between are kept."""
        return self.is_whole_but_for(0)

    def is_whole_but_for(self, holes: float) -> bool:
        """Whether all is there but for holes of so many seconds, which a server leaves that makes its links anew."""
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
