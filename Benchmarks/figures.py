"""Results, as a table and as JSON."""

import json
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass
class Figure:
    """One row: our values, those of the peers from the same run, and the target."""

    what: str
    unit: str
    values: list[float]
    peers: dict[str, list[float]] = field(default_factory=dict)
    target: str = ""
    is_met: bool | None = None
    note: str = ""

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    def peer(self, name: str) -> float:
        """Returns the median of a peer."""
        return statistics.median(self.peers[name])

    def judged(self, target: str, is_met: bool) -> "Figure":
        self.target, self.is_met = target, bool(is_met)
        return self

    def lines(self) -> list[tuple[str, str, str, str, str]]:
        """Returns the rows of the table: ours first, then each peer with its ratio to ours."""
        verdict = {None: "", True: "met", False: "MISSED"}[self.is_met]
        rows = [(self.what, show(self.values, self.unit), "", self.target, verdict)]
        for name, values in self.peers.items():
            # A multiple of a value near zero means nothing.
            ratio = f"{statistics.median(values) / self.median:.1f} ×" if self.median >= 1 else ""
            rows.append((f"  {name}", show(values, self.unit), ratio, "", ""))
        if self.note:
            rows.append((f"  ({self.note})", "", "", "", ""))
        return rows


def show(values: Sequence[float], unit: str) -> str:
    """Returns the median and, of several values, the quartiles."""
    text = f"{number(statistics.median(values))} {unit}"
    if len(values) < 4:
        return text
    first, _, third = statistics.quantiles(values, n=4)
    return f"{text} ({number(first)}–{number(third)}, n={len(values)})"


def number(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 or value == round(value) else f"{value:.1f}"


def table(title: str, figures: Sequence[Figure]) -> str:
    rows = [("", "median (quartiles)", "to ours", "target", "")]
    rows += [row for figure in figures for row in figure.lines()]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    body = "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)
    return f"{title}\n{body}"


def write(path: Path, conditions: dict[str, object], figures: Sequence[Figure]) -> None:
    content = {**conditions, "figures": [asdict(figure) | {"median": figure.median} for figure in figures]}
    scratch = path.with_suffix(".new")
    scratch.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    scratch.rename(path)
