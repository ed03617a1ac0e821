"""Compares the plain file that completion learns from with a database of word sequences in SQLite.

Both hold the first half of a writer's messages (see predict.py), and then, as after long use, those of ten writers, which
are more than the 60,000 words that are kept. For the file, PredictionBenchmark measures the time to learn it at the start
and to answer one question. For SQLite, an indexed table holds the counts of the words that followed one, two and three
words; the time is that to open it and to ask for the likeliest words that begin with two letters, with the same
interpolation.

    python3 Benchmarks/Prediction/storage.py        needs pip, a network and a release build of PredictionBenchmark
"""

import os
import re
import sqlite3
import statistics
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from predict import PROGRAM, writers

WORD = re.compile(r"\w+(?:['’-]\w+)*|[.!?\n]")
MOST_WORDS = 60_000
ORDER = 3
SCHEMA = """
create table followers (context text, word text, count integer, primary key (context, word)) without rowid;
create table totals (context text primary key, total integer, kinds integer) without rowid;
"""
QUESTION = "select word, count from followers where context = ? and word >= ? and word < ? order by count desc limit 50"


def words(text: str) -> list[str]:
    return ["" if word in ".!?\n" else word.lower() for word in WORD.findall(text)]


def fill(path: Path, history: list[str]) -> None:
    """Stores the words that followed each one, two and three words, and every single word."""
    followers: Counter[tuple[str, str]] = Counter()
    for place in range(len(history)):
        for length in range(min(ORDER, place) + 1):
            followers[" ".join(history[place - length:place]) + f"/{length}", history[place]] += 1
    totals: dict[str, list[int]] = {}
    for (context, _), count in followers.items():
        entry = totals.setdefault(context, [0, 0])
        entry[0] += count
        entry[1] += 1
    with sqlite3.connect(path) as database:
        database.executescript(SCHEMA)
        database.executemany("insert into followers values (?, ?, ?)", [(*key, n) for key, n in followers.items()])
        database.executemany("insert into totals values (?, ?, ?)", [(key, *entry) for key, entry in totals.items()])


def ask(database: sqlite3.Connection, before: list[str], prefix: str) -> list[str]:
    """The likeliest five words by Witten-Bell interpolation, as in Predictor."""
    probabilities: dict[str, float] = {}
    for length in range(ORDER + 1):
        context = " ".join(before[len(before) - length:]) + f"/{length}"
        total = database.execute("select total, kinds from totals where context = ?", (context,)).fetchone()
        if total is None:
            continue
        found = dict(database.execute(QUESTION, (context, prefix, prefix + "\U0010ffff")).fetchall())
        for word in {*probabilities, *found}:
            lower = probabilities.get(word, 0.0) * total[1]
            probabilities[word] = (found.get(word, 0) + lower) / (total[0] + total[1])
    return sorted(probabilities, key=lambda word: -probabilities[word])[:5]


def add(database: sqlite3.Connection, line: list[str]) -> None:
    """Learns from a line, safely on the disk; what is older than the limit is not even forgotten."""
    with database:
        for place in range(len(line)):
            for length in range(min(ORDER, place) + 1):
                context = " ".join(line[place - length:place]) + f"/{length}"
                known = database.execute("update followers set count = count + 1 where context = ? and word = ?",
                                         (context, line[place])).rowcount
                if not known:
                    database.execute("insert into followers values (?, ?, 1)", (context, line[place]))
                database.execute("insert into totals values (?, 1, 1) on conflict do update set total = total + 1, "
                                 "kinds = kinds + ?", (context, 0 if known else 1))


def append(path: Path, line: str) -> None:
    with open(path, "a") as file:
        file.write(line + "\n")
        file.flush()
        os.fsync(file.fileno())


def median(work: Callable[[], object], runs: int) -> float:
    """Milliseconds that some work takes."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def opened(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path)
    ask(database, ["how", "are", "you"], "do")
    return database


def half(path: Path, second: bool = False) -> str:
    lines = path.read_text().splitlines(keepends=True)
    return "".join(lines[len(lines) // 2:] if second else lines[: len(lines) // 2])


def measure(folder: Path, title: str, text: str, test: str) -> None:
    history = words(text)[-MOST_WORDS:]
    path = folder / "learned.sqlite"
    path.unlink(missing_ok=True)
    start = time.perf_counter()
    fill(path, history)
    filled = time.perf_counter() - start
    asked = words(test)
    places = [place for place in range(ORDER, len(asked)) if len(asked[place]) > 2][:500]
    database = sqlite3.connect(path)
    database.execute("pragma secure_delete = on")
    lines = iter(test.splitlines() * 4)
    questions = iter(places * 4)

    def question() -> None:
        place = next(questions)
        ask(database, asked[place - ORDER:place], asked[place][:2])
    print(f"{title}: {len(history)} words, {len(text) / 1024:.0f} KiB as text, {path.stat().st_size / 1024:.0f} KiB as "
          f"database (filled in {filled:.1f} s)")
    print(f"  SQLite: opened and asked once in {median(lambda: opened(path).close(), 50):.2f} ms, "
          f"asked again in {median(question, len(places)):.2f} ms, "
          f"a line learned in {median(lambda: add(database, words(next(lines))), 50):.2f} ms")
    plain = folder / "learned.txt"
    plain.write_text(text)
    print(f"  file: a line added in {median(lambda: append(plain, next(lines)), 50):.2f} ms", flush=True)
    # As many lines behind as before: PredictionBenchmark learns the first half and types the second.
    lines = text.splitlines()
    both = folder / "both.txt"
    tested = (test.splitlines()[:100] + [""] * len(lines))[: len(lines)]
    both.write_text("\n".join(lines + [line or "." for line in tested]) + "\n")
    done = subprocess.run([PROGRAM, "none", both], check=True, capture_output=True, text=True)
    print(f"  file: {done.stdout.split(';', 1)[1].strip()}", flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = writers(folder)
        test = half(files[0], second=True)
        measure(folder, "one writer", half(files[0]), test)
        measure(folder, "as much as is kept", "".join(half(path) for path in files[::-1]), test)


if __name__ == "__main__":
    main()
