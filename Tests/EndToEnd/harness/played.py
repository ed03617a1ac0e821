"""The results of a script that was played."""

import re
from dataclasses import dataclass
from pathlib import Path

import av

from .sound import Sound
from .sound_server import SoundServer
from .synthesizer import synthesized


@dataclass(frozen=True)
class Spoken:
    """A quote, as reported by the events."""

    id: int
    speaker: str
    line: int
    text: str
    voice: str
    clock: float
    seconds: float
    words: list[float]


def spoken(events: list[dict[str, object]]) -> list[Spoken]:
    """Returns the quotes that were heard to their end, in order."""
    found: list[Spoken] = []
    by_id: dict[object, dict[str, dict[str, object]]] = {}
    words: dict[object, list[float]] = {}
    for event in events:
        number = event.get("id")
        by_id.setdefault(number, {})[str(event["event"])] = event
        if event["event"] == "word":
            words.setdefault(number, []).append(float(event["time"]))  # type: ignore[arg-type]
        if event["event"] == "finished":
            one = by_id[number]
            found.append(Spoken(number, one["quote"]["speaker"], one["quote"]["line"],  # type: ignore[arg-type]
                                one["started"]["text"], one["started"]["voice"], one["started"]["clock"],
                                event["seconds"], words.get(number, [])))
    return found


def written(server: SoundServer, text: str, name: str = "talk.txt") -> str:
    """Returns the path of a script with this text."""
    path = server.folder / name
    path.write_text(text)
    return str(path)


def place(recording: Sound, text: str, voice: str, expected: float) -> float:
    """Returns the start of a text in a recording, searched for around a place; both in seconds."""
    reach = 0.4
    start = max(0.0, expected - reach)
    pattern = synthesized(text, voice).cut(0, 0.7)
    return start + recording.cut(start, expected + pattern.seconds + reach).position_of(pattern)


def cues(path: Path) -> list[tuple[float, float, str]]:
    """Returns start, end and text of each cue, as libavformat and libavcodec read them, without markup."""
    found = []
    with av.open(str(path)) as file:
        for packet in file.demux(file.streams.subtitles[0]):
            if packet.size:
                start = float(packet.pts * packet.time_base)
                text = re.sub(r"<[^>]*>", "", bytes(packet).decode())
                found.append((start, start + float(packet.duration * packet.time_base), text))
    return found
