"""Measures the voices of espeak-ng for casting: pitch and intelligibility.

    PYTHONPATH=Tests/EndToEnd .build/venv/bin/python Benchmarks/voices.py [LANGUAGE] [VARIANT…]

Prints a line for each variant: its median fundamental frequency in Hertz, the share of voiced frames, the word error
rate of Whisper tiny.en over twenty Harvard sentences (English only), the name. The best comes first.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from harness.pitch import pitch
from harness.sound import Sound
from harness.transcriber import Transcriber

SENTENCES = {
    "en": """The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background. It's easy to tell
        the depth of a well. These days a chicken leg is a rare dish. Rice is often served in round bowls. The juice of
        lemons makes fine punch. The box was thrown beside the parked truck. The hogs were fed chopped corn and
        garbage. Four hours of steady work faced us. A large size in stockings is hard to sell. The boy was there when
        the sun rose. A rod is used to catch pink salmon. The source of the huge river is the clear spring. Kick the
        ball straight and follow through. Help the woman get back to her feet. A pot of tea helps to pass the evening.
        Smoky fires lack flame and heat. The soft cushion broke the man's fall. The salt breeze came across from the
        sea. The girl at the booth sold fifty bonds.""",
    "de": "Im Wald liegt noch viel Schnee. Der Mann las am Morgen die Zeitung, und die Kinder spielten im Garten.",
    "fr": "La maison est au bord de la mer. Le matin, il lit le journal pendant que les enfants jouent au jardin.",
    "es": "La casa está al lado del mar. Por la mañana lee el periódico mientras los niños juegan en el jardín.",
}


def synthesized(voice: str, text: str) -> Sound:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "voice.wav"
        subprocess.run(["espeak-ng", "-v", voice, "-w", path, "--", text], check=True, timeout=60)
        return Sound.from_wav(path)


def variants() -> list[str]:
    listed = subprocess.run(["espeak-ng", "--voices=variant"], check=True, capture_output=True, text=True).stdout
    return [line[line.index("!v/") + 3 :].split("  ")[0].strip() for line in listed.splitlines() if "!v/" in line]


def main() -> None:
    language = sys.argv[1] if len(sys.argv) > 1 else "en-us"
    text = " ".join(SENTENCES[language.split("-")[0]].split())
    transcriber = Transcriber()
    rows = []
    for variant in sys.argv[2:] or ["", *variants()]:
        sound = synthesized(f"{language}+{variant}" if variant else language, text)
        error = float("nan")
        if language.startswith("en"):
            error = transcriber.error_rate(transcriber.normalized(text), transcriber.words(sound))
        hertz, voiced = pitch(sound)
        rows.append((error, hertz, voiced, variant))
        print(f"{hertz:5.0f} Hz  {voiced:4.0%} voiced  {error:6.1%} errors  {variant or '-'}", file=sys.stderr, flush=True)
    for error, hertz, voiced, variant in sorted(rows, key=lambda row: row[:2]):
        print(f"{hertz:5.0f} Hz  {voiced:4.0%} voiced  {error:6.1%} errors  {variant or '-'}")


if __name__ == "__main__":
    main()
