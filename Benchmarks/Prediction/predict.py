"""Measures the keystrokes that completion saves on a public set of everyday messages.

The set is chitchat-dataset 0.9.0 on PyPI (MIT licence): 258,145 messages that 1,315 people typed to each other in the
Chit-Chat Challenge of Brigham Young University in 2018. The messages are everyday talk, typed and unedited, and each has
its writer. Completion learns how one person writes, so it is trained on the first half of a writer's messages and tested
on the second half.

    python3 Benchmarks/Prediction/predict.py        needs pip, a network and a release build of PredictionBenchmark
"""

import json
import subprocess
import sys
import tempfile
import zipfile
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".build/release/PredictionBenchmark"
WRITERS = 10
MESSAGES = (600, 1500)
"""How many messages a writer must have: some weeks of talk, not years."""


def writers(folder: Path) -> list[Path]:
    """One file for each writer, a message a line, the oldest first."""
    subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, "chitchat-dataset==0.9.0"],
                   check=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as archive:
        conversations = json.loads(archive.read("chitchat_dataset/dataset.json"))
    messages: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for conversation in conversations.values():
        for turn in conversation["messages"]:
            for message in turn:
                text = " ".join(message["text"].split())
                if text:
                    messages[message["sender"]].append((message["timestamp"], text))
    chosen = sorted((sender for sender, texts in messages.items() if MESSAGES[0] <= len(texts) <= MESSAGES[1]),
                    key=lambda sender: (-len(messages[sender]), sender))[:WRITERS]
    files = []
    for number, sender in enumerate(chosen):
        path = folder / f"writer{number:02}.txt"
        path.write_text("".join(text + "\n" for _, text in sorted(messages[sender])))
        files.append(path)
    return files


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        files = writers(Path(name))
        for title, options in [
            ("word list alone, one offer", ["--nothing-learned"]),
            ("word list alone, five offers", ["--nothing-learned", "--list", "5"]),
            ("learned the first half, one offer", []),
            ("learned the first half, five offers", ["--list", "5"]),
            ("and learning on, one offer", ["--adapt"]),
            ("and learning on, five offers", ["--adapt", "--list", "5"]),
        ]:
            done = subprocess.run([PROGRAM, *options, "en-us", *files], check=True, capture_output=True, text=True)
            print(f"{title}: {done.stdout.strip()}", flush=True)


if __name__ == "__main__":
    main()
