"""A stretch of speech without a pause, and its place in a recording."""

from dataclasses import dataclass
from functools import cached_property

from .sound import Sound


@dataclass(frozen=True, repr=False)
class Phrase:
    """A phrase of a reference, searched for in a recording around its expected place.

    Start and end are aligned separately: espeak-ng makes a phrase some milliseconds longer or shorter each time.
    """

    recording: Sound
    reference: Sound
    expected: float
    threshold: float

    EDGE = 0.02
    """Seconds by which start, end and length may be off: less than a listener notices."""

    REACH = 0.25
    """Seconds around the expected place that are searched for the phrase."""

    MARGIN = 0.05
    """Seconds before and after the phrase that must be silent."""

    PART = 0.6
    """Seconds of the phrase that align its start and its end."""

    @cached_property
    def start(self) -> float:
        """The place of the reference's first sample in the recording, in seconds."""
        return self._place(self.reference.cut(0, self.PART), self.expected)

    @cached_property
    def end(self) -> float:
        """The place of the reference's end in the recording, in seconds."""
        last = self.reference.cut(max(0, self.reference.seconds - self.PART))
        return self._place(last, self.expected + self.reference.seconds - last.seconds) + last.seconds

    @cached_property
    def onset_error(self) -> float:
        """The seconds by which the first audible sample is late."""
        from_here = max(0.0, self.start - self.MARGIN)
        onset = from_here + self.recording.cut(from_here).onset(self.threshold)
        return onset - self.start - self.reference.onset(self.threshold)

    @cached_property
    def tail_error(self) -> float:
        """The seconds by which the last audible sample is late."""
        tail = self.recording.cut(0, self.end + self.MARGIN).tail(self.threshold)
        return tail - self.end - (self.reference.tail(self.threshold) - self.reference.seconds)

    @cached_property
    def stretch(self) -> float:
        """The seconds by which start and end are further apart than in the reference."""
        return self.end - self.start - self.reference.seconds

    @cached_property
    def gaps(self) -> list[float]:
        """Silent moments inside the phrase, in seconds from its start; its ends are judged apart."""
        inside = self.recording.cut(self.start, self.end).gaps(self.reference)
        return [place for place in inside if self.EDGE <= place < self.reference.seconds - self.EDGE]

    @property
    def is_whole(self) -> bool:
        """True when start, end and everything between are there."""
        return self.is_whole_but_for(0)

    def is_whole_but_for(self, holes: float) -> bool:
        """Returns whether it is complete except for holes of so many seconds in total, or as much inserted silence."""
        return max(map(abs, (self.onset_error, self.tail_error, self.stretch))) <= self.EDGE + holes and \
            len(self.gaps) * Sound.FRAME <= holes

    def __repr__(self) -> str:
        return (f"{self.start:.3f} s: onset {1000 * self.onset_error:+.1f} ms, tail {1000 * self.tail_error:+.1f} ms, "
                f"stretch {1000 * self.stretch:+.1f} ms, gaps {self.gaps}")

    def _place(self, part: Sound, expected: float) -> float:
        """Returns the best position of a part of the reference, near the expected place."""
        from_here = max(0.0, expected - self.REACH)
        return from_here + self.recording.cut(from_here, expected + part.seconds + self.REACH).position_of(part)
