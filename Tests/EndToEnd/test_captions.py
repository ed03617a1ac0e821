"""Captions, as a player reads them."""

from pathlib import Path

import av
import pytest

from harness.sound import Sound
from harness.speak_call import SpeakCall
from harness.transcriber import Transcriber

LONG = ("Good morning everybody, and welcome to this long sentence, which does not fit into the room that there is. "
        "The weather is very nice today.")
SCRIPT = f"""\
@cast Bob voice=en-us
Alice: Hello <there> & welcome.
(pause 1)
Bob: {LONG}
(pause 1)
Alice: Good bye, and --> see you.
"""


def cues(path: Path) -> list[tuple[float, float, str]]:
    """Returns the cues of a file, as libavformat and libavcodec read them."""
    found = []
    with av.open(str(path)) as file:
        stream = file.streams.subtitles[0]
        for packet in file.demux(stream):
            if packet.size:
                start = float(packet.pts * packet.time_base)
                found.append((start, start + float(packet.duration * packet.time_base), bytes(packet).decode()))
    return found


@pytest.fixture(params=["vtt", "srt"])
def rendered(request: pytest.FixtureRequest, alone: SpeakCall, tmp_path: Path) -> tuple[Path, Sound]:
    script, captions, out = tmp_path / "play.txt", tmp_path / f"play.{request.param}", tmp_path / "play.wav"
    script.write_text(SCRIPT)
    alone.run("render", "--script", str(script), "--captions", str(captions), "-o", str(out)).must_be(0)
    return captions, Sound.from_wav(out)


def test_a_player_reads_them(rendered: tuple[Path, Sound]) -> None:
    path, _ = rendered
    found = cues(path)
    assert len(found) == 4
    for _, _, text in found:
        lines = text.split("\n")
        assert len(lines) <= 2
    words = " ".join(text.replace("\n", " ") for _, _, text in found).replace("\u2060", "")
    if path.suffix == ".vtt":
        assert found[0][2] == "<v Alice>Hello &lt;there&gt; &amp; welcome."
        assert path.read_text().startswith("WEBVTT\n\n")
    else:
        assert found[0][2].replace("\u2060", "") == "Alice: Hello <there> & welcome."
        assert "see you." in words and LONG in words.replace("Bob: ", "")


def test_they_come_with_the_sound(rendered: tuple[Path, Sound], transcriber: Transcriber) -> None:
    path, sound = rendered
    found = cues(path)
    bursts = sound.bursts(-70, pause=0.8)
    assert len(bursts) == 3
    quotes = [found[0][:2], (found[1][0], found[2][1]), found[3][:2]]
    for (start, end), (onset, tail) in zip(quotes, bursts):
        assert start == pytest.approx(onset, abs=0.02) and end == pytest.approx(tail, abs=0.1)
    # The long quote: each of its cues holds what is heard meanwhile.
    for start, end, text in found[1:3]:
        wanted = transcriber.normalized(text.split(">")[-1].removeprefix("Bob: "))
        assert transcriber.error_rate(wanted, transcriber.words(sound.cut(start - 0.05, end))) < 0.5


def test_of_a_long_text(alone: SpeakCall, tmp_path: Path) -> None:
    text = "".join(f"This is sentence number {number} of many.\n" for number in range(700))
    captions, out = tmp_path / "long.srt", tmp_path / "long.wav"
    alone.run("render", "--captions", str(captions), "-o", str(out), "-r", "450", input=text).must_be(0)
    found = cues(captions)
    assert " ".join(text.replace("\n", " ") for _, _, text in found) == " ".join(text.split())
    assert found[-1][1] == pytest.approx(Sound.from_wav(out).seconds, abs=0.01)
    for first, second in zip(found, found[1:]):
        assert first[0] < first[1] <= second[0] + 1e-6
