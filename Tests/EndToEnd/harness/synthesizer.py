"""The synthesized sentence itself, for comparison."""

import subprocess
import tempfile
from pathlib import Path

from .sound import Sound


def synthesized(text: str, voice: str = "en-us", rate: int | None = None) -> Sound:
    """Returns the sentence as espeak-ng writes it to a file, at 48 kHz, with the silence that it adds at both ends."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "reference.wav"
        speed = ["-s", str(rate)] if rate else []
        subprocess.run(["espeak-ng", "-v", voice, *speed, "-w", path, "--", text], check=True, timeout=30)
        return Sound.from_wav(path).resampled(48000)
