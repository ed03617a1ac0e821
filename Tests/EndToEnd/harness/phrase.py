"""A stretch of speech without a pause, as it should be, and where it is in a recording."""

from dataclasses import dataclass
from functools import cached_property

from .sound import Sound


@dataclass(frozen=True, repr=False)
class Phrase:
    """A phrase of a reference, looked for in a recording around the place where it is expected.

    Its beginning and its end are each aligned by themselves: espeak-ng makes a phrase some milliseconds longer or
    shorter each time.
    """

    recording: Sound
    reference: Sound
    expected: float
    threshold: float

    EDGE = 0.02
    """Seconds by which the beginning, the end and the length may be off: less than a listener notices."""

    REACH = 0.25
    """Seconds around the expected place in which the phrase is looked for."""

    MARGIN = 0.05
    """Seconds before and after the phrase that must be silent."""

    PART = 0.6
    """Seconds of the phrase that are used to align its beginning and its end."""

    @cached_property
    def start(self) -> float:
        """Where the reference's first sample is in the recording, in seconds."""
        return self._place(self.reference.cut(0, self.PART), self.expected)

    @cached_property
    def end(self) -> float:
        """Where the reference ends in the recording, in seconds."""
        last = self.reference.cut(max(0, self.reference.seconds - self.PART))
        return self._place(last, self.expected + self.reference.seconds - last.seconds) + last.seconds

    @cached_property
    def onset_error(self) -> float:
        """By how many seconds the first audible sample comes late."""
        from_here = max(0.0, self.start - self.MARGIN)
        onset = from_here + self.recording.cut(from_here).onset(self.threshold)
        return onset - self.start - self.reference.onset(self.threshold)

    @cached_property
    def tail_error(self) -> float:
        """By how many seconds the last audible sample comes late."""
        tail = self.recording.cut(0, self.end + self.MARGIN).tail(self.threshold)
        return tail - self.end - (self.reference.tail(self.threshold) - self.reference.seconds)

    @cached_property
    def stretch(self) -> float:
        """By how many seconds beginning and end are further apart than in the reference."""
        return self.end - self.start - self.reference.seconds

    @cached_property
    def gaps(self) -> list[float]:
        """Moments inside the phrase that are silent, in seconds from its beginning; its ends are judged apart."""
        inside = self.recording.cut(self.start, self.end).gaps(self.reference)
        return [place for place in inside if self.EDGE <= place < self.reference.seconds - self.EDGE]

    @property
    def is_whole(self) -> bool:
        """Whether the beginning, the end and everything between are there."""
        return self.is_whole_but_for(0)

    def is_whole_but_for(self, holes: float) -> bool:
        """Whether it is all there, but for holes of so many seconds together, or so much silence in between."""
        return max(map(abs, (self.onset_error, self.tail_error, self.stretch))) <= self.EDGE + holes and \
            len(self.gaps) * Sound.FRAME <= holes

    def __repr__(self) -> str:
        return (f"{self.start:.3f} s: onset {1000 * self.onset_error:+.1f} ms, tail {1000 * self.tail_error:+.1f} ms, "
                f"stretch {1000 * self.stretch:+.1f} ms, gaps {self.gaps}")

    def _place(self, part: Sound, expected: float) -> float:
        """Where a part of the reference fits best, near the expected place."""
        from_here = max(0.0, expected - self.REACH)
        return from_here + self.recording.cut(from_here, expected + part.seconds + self.REACH).position_of(part)
