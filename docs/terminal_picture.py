"""Makes a picture of a terminal: reads the output of `tmux capture-pane -e -p`, writes an SVG.

    tmux capture-pane -e -p | python3 docs/terminal_picture.py > screen.svg

`Tests/EndToEnd/stage_picture.py` uses it for the picture of the stage.
"""

import re
import sys
import unicodedata
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape

WIDTH, HEIGHT, MARGIN = 9.0, 18.0, 20.0
BACKGROUND, FOREGROUND = "#14171c", "#d7dae0"
COLOURS = {30: "#14171c", 31: "#f0787a", 32: "#8fc77f", 33: "#e6c36a", 34: "#74a8f0", 35: "#c792ea", 36: "#62c7cf",
           37: "#d7dae0"}


@dataclass(frozen=True)
class Style:
    """The style of a character."""

    colour: str = FOREGROUND
    bold: bool = False
    dim: bool = False
    reversed: bool = False

    def changed(self, codes: list[int]) -> "Style":
        style = self
        for code in codes:
            match code:
                case 0: style = Style()
                case 1: style = replace(style, bold=True)
                case 2: style = replace(style, dim=True)
                case 7: style = replace(style, reversed=True)
                case 22: style = replace(style, bold=False, dim=False)
                case 27: style = replace(style, reversed=False)
                case 39: style = replace(style, colour=FOREGROUND)
                case _ if code in COLOURS: style = replace(style, colour=COLOURS[code])
        return style


def columns(text: str) -> int:
    """Returns the columns that a text takes; joined emoji count as one."""
    width = 0
    for place, character in enumerate(text):
        joined = place > 0 and text[place - 1] == "\u200d"
        if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf", "Sk") or joined:
            continue
        width += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return width


def runs(line: str, style: Style) -> tuple[list[tuple[str, Style]], Style]:
    """Returns the parts of a line with their styles, and the style in which it ends."""
    found = []
    for text, codes in re.findall(r"([^\x1b]+)|\x1b\[([0-9;]*)m", line):
        if text:
            found.append((text, style))
        else:
            style = style.changed([int(code) for code in codes.split(";") if code] or [0])
    return found, style


def drawn(text: str, style: Style, column: int, row: int) -> str:
    """Returns a part of a line as SVG."""
    x, y, width = MARGIN + column * WIDTH, MARGIN + row * HEIGHT, columns(text) * WIDTH
    ink, paper = (BACKGROUND, style.colour) if style.reversed else (style.colour, None)
    box = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{HEIGHT:g}" rx="3" fill="{paper}"/>' if paper else ""
    if not text.strip():
        return box
    looks = f'fill="{ink}"' + (' font-weight="bold"' if style.bold else "") + (' opacity="0.55"' if style.dim else "")
    return (f'{box}<text x="{x:g}" y="{y + 0.74 * HEIGHT:g}" textLength="{width:g}" {looks} xml:space="preserve">'
            f"{escape(text)}</text>")


def picture(screen: str) -> str:
    """Returns the SVG of a screen."""
    lines, style = screen.rstrip("\n").split("\n"), Style()
    parts, widest = [], 0
    for row, line in enumerate(lines):
        found, style = runs(line, style)
        column = 0
        for text, look in found:
            parts.append(drawn(text, look, column, row))
            column += columns(text)
        widest = max(widest, column)
    width, height = widest * WIDTH + 2 * MARGIN, len(lines) * HEIGHT + 2 * MARGIN
    return "\n".join((
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
        f' height="{height:g}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15">',
        f'<rect width="{width:g}" height="{height:g}" rx="10" fill="{BACKGROUND}"/>',
        *(part for part in parts if part), "</svg>", ""))


if __name__ == "__main__":
    sys.stdout.write(picture(sys.stdin.read()))
