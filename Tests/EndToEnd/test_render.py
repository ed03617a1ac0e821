"""Speech into a WAV file: the same samples as in a call."""

import os
import signal
import wave
from pathlib import Path

import av
import numpy as np
import pytest

from harness.call_app import CallApp
from harness.sound import Sound
from harness.speak_call import SpeakCall
from harness.transcriber import Transcriber
from harness.waiting import wait_until

SENTENCE = "Hello, can you hear me? I will call you back in ten minutes."
SCRIPT = """\
# two people
@cast Bob voice=en-us+steph rate=150

Alice: Hello, can you hear me?
Bob: Loud and clear.
  I can hear you very well.
(pause 1.5)
Alice: Then let us start.
"""


def samples(path: Path) -> np.ndarray:
    with wave.open(str(path), "rb") as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (48000, 1, 2)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(int)


def pitch(sound: Sound) -> float:
    """Returns the median fundamental frequency of a sentence, in Hertz."""
    found = []
    length, shortest, longest = sound.rate // 25, sound.rate // 400, sound.rate // 60
    for start in range(0, len(sound.samples) - length - longest, length // 2):
        frame = sound.samples[start : start + length + longest]
        products = np.correlate(frame, frame[:length], "valid")
        energies = np.convolve(frame**2, np.ones(length), "valid")
        likeness = (products / np.sqrt(energies[0] * energies + 1e-12))[shortest : longest + 1]
        if np.sqrt(np.mean(frame**2)) > 0.03 and likeness.max() > 0.75:
            peak = int(np.flatnonzero(likeness > 0.9 * likeness.max())[0])
            while peak + 1 < len(likeness) and likeness[peak + 1] > likeness[peak]:
                peak += 1
            found.append(sound.rate / (peak + shortest))
    return float(np.median(found))


def test_is_what_the_call_hears(phone: CallApp, granted: SpeakCall, tmp_path: Path) -> None:
    granted.enable("--mic", "mute")
    options = ["-v", "en-us+steph", "-r", "150", "-g", "-3", SENTENCE]
    granted.run("render", "-o", str(tmp_path / "out.wav"), *options).must_be(0)
    phone.wait_until_hearing(0.3)
    granted.run("say", *options).must_be(0)
    phone.wait_until_hearing(0.3)
    rendered = samples(tmp_path / "out.wav")
    heard = phone.recording().sound
    place = round(heard.position_of(Sound(rendered / 32768)) * 48000)
    in_call = (heard.samples[place : place + len(rendered)] * 32768).round().astype(int)
    assert np.abs(in_call - rendered).max() == 0
    assert not heard.samples[:place].any() and not heard.samples[place + len(rendered) :].any()


def test_same_text_same_bytes(alone: SpeakCall, tmp_path: Path) -> None:
    for name in ("one", "two"):
        alone.run("render", "-o", str(tmp_path / f"{name}.wav"), SENTENCE).must_be(0)
    one = (tmp_path / "one.wav").read_bytes()
    assert one == (tmp_path / "two.wav").read_bytes()
    with av.open(str(tmp_path / "one.wav")) as file:
        assert file.metadata["title"] == SENTENCE
        assert file.metadata["comment"] == "en-us"
        assert file.metadata["encoder"].startswith("speakcall ")
        assert file.duration == pytest.approx(len(samples(tmp_path / "one.wav")) / 0.048, rel=1e-3)


def test_into_a_pipe(alone: SpeakCall, tmp_path: Path) -> None:
    alone.run("render", "-o", str(tmp_path / "file.wav"), SENTENCE).must_be(0)
    out = tmp_path / "pipe.wav"
    with out.open("wb") as pipe:
        import subprocess
        done = subprocess.run([alone.program, "render", "-o", "-"], env=alone.environment, input=SENTENCE.encode(),
                              stdout=pipe, stderr=subprocess.PIPE, timeout=60)
    assert done.returncode == 0, done.stderr
    data = out.read_bytes()
    place = data.index(b"data")
    assert data[place + 4 : place + 8] == b"\xff\xff\xff\xff"
    assert np.array_equal(np.frombuffer(data[place + 8 :], "<i2"), samples(tmp_path / "file.wav"))
    with av.open(str(out)) as file:
        assert file.streams.audio[0].rate == 48000


def test_a_script(alone: SpeakCall, transcriber: Transcriber, tmp_path: Path) -> None:
    script, out = tmp_path / "play.txt", tmp_path / "play.wav"
    script.write_text(SCRIPT)
    alone.run("render", "--script", str(script), "-o", str(out)).must_be(0)
    sound = Sound.from_wav(out)
    parts = [sound.cut(start, end) for start, end in sound.bursts(pause=1.2)]
    assert len(parts) == 2
    words = transcriber.words(sound)
    wanted = transcriber.normalized(
        "Hello, can you hear me? Loud and clear. I can hear you very well. Then let us start.")
    assert transcriber.error_rate(wanted, words) < 0.3, words
    # The voices: Alice has the plain one, Bob the one that is cast.
    assert pitch(parts[1]) == pytest.approx(103, rel=0.1)
    assert pitch(parts[0].cut(2, 4)) == pytest.approx(185, rel=0.1)
    start, end = (sound.bursts(pause=1.2)[0][1], sound.bursts(pause=1.2)[1][0])
    assert end - start == pytest.approx(1.5, abs=0.05)
    with av.open(str(out)) as file:
        assert file.metadata["title"] == "play.txt"
        assert file.metadata["comment"] == "Alice: en-us; Bob: en-us+steph"


def test_another_cast(alone: SpeakCall, tmp_path: Path) -> None:
    script, out = tmp_path / "play.txt", tmp_path / "play.wav"
    script.write_text("Alice: Hello there, how are you today?\n")
    alone.run("render", "--script", str(script), "--cast", "Alice=en-us+f5", "-o", str(out)).must_be(0)
    assert pitch(Sound.from_wav(out)) == pytest.approx(206, rel=0.1)


def test_subtitles(alone: SpeakCall, tmp_path: Path) -> None:
    script, out = tmp_path / "film.srt", tmp_path / "film.wav"
    script.write_text("1\n00:00:01,000 --> 00:00:02,000\nHello there,\n\n2\n00:01:00,000 --> 00:01:02,000\nBob.\n")
    alone.run("render", "--script", str(script), "-o", str(out)).must_be(0)
    alone.run("render", "-o", str(tmp_path / "same.wav"), "Hello there, Bob.").must_be(0)
    assert np.array_equal(samples(out), samples(tmp_path / "same.wav"))


def test_all_errors_of_a_script(alone: SpeakCall, tmp_path: Path) -> None:
    script, out = tmp_path / "wrong.txt", tmp_path / "out.wav"
    script.write_bytes(b"@cast Bob pitch=100 voice=en-us+f2\nBob: hello\nno speaker\n(pause long)\nBob: \x1b[31m\n")
    done = alone.run("render", "--script", str(script), "-o", str(out)).must_be(65)
    lines = done.errors.splitlines()
    assert [line.removeprefix(f"{script}:").split(" ")[0] for line in lines[:3]] == ["1:11:", "3:1:", "4:1:"]
    assert lines[3].startswith(f"speakcall: '{script}' has 3 errors") and len(lines) == 4
    assert not out.exists()


@pytest.mark.parametrize("content, place", [
    (b"A: x\nB: gr\xfc\xdfe\n", "2:6:"), (b"@cast A voice=nobody\nA: x\n", "1:9:"),
    (b"A: x\n@cast A language=xx-yy\n", "2:9:"), (b"", "1:1:"),
])
def test_an_error_of_a_script(alone: SpeakCall, tmp_path: Path, content: bytes, place: str) -> None:
    script = tmp_path / "wrong.txt"
    script.write_bytes(content)
    done = alone.run("render", "--script", str(script), "-o", str(tmp_path / "out.wav")).must_be(65)
    assert done.errors.startswith(f"{script}:{place} "), done.errors


@pytest.mark.parametrize("status, arguments", [
    (64, ["hello"]), (64, ["-o", "out.mp3", "hello"]), (64, ["-o", "out.wav", "--cast", "A=de", "hello"]),
    (64, ["-o", "out.wav", "--script", "x", "hello"]), (64, ["-o", "out.wav", "--script", "x", "-f", "y"]),
    (64, ["-o", "out.wav", "-v", "nobody", "hello"]), (64, ["-o", "out.wav", "--captions", "out.txt", "hello"]),
    (65, ["-o", "out.wav", "--ssml", "<speak"]), (66, ["-o", "out.wav", "--script", "missing"]),
    (66, ["-o", "out.wav", "-f", "missing"]), (73, ["-o", "missing/out.wav", "hello"]),
    (73, ["-o", "out.wav", "--captions", "missing/out.vtt", "hello"]),
])
def test_what_is_wrong(alone: SpeakCall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int,
                       arguments: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    done = alone.run("render", *arguments).must_be(status)
    assert done.errors.startswith("speakcall: "), done.errors
    assert os.listdir(tmp_path) == [] or "none" in os.listdir(tmp_path)
    assert not list(tmp_path.glob("*out*"))


def test_a_full_disk(alone: SpeakCall, tmp_path: Path) -> None:
    out = tmp_path / "full.wav"
    out.symlink_to("/dev/full")
    done = alone.run("render", "-o", str(out), "hello").must_be(73)
    assert "No space left on device" in done.errors
    captions = tmp_path / "full.srt"
    captions.symlink_to("/dev/full")
    alone.run("render", "-o", str(tmp_path / "out.wav"), "--captions", str(captions), "hello").must_be(73)


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interruption_leaves_nothing(alone: SpeakCall, tmp_path: Path, ending: signal.Signals) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "out.wav").write_text("old")
    rendering = alone.start("render", "-o", str(folder / "out.wav"))
    rendering.write("Hello there. " * 200)
    wait_until(lambda: any(" engine" in line for line in alone.processes().values()), "the engine runs")
    rendering.send(ending)
    assert rendering.wait() == 128 + ending
    assert [(path.name, path.read_text()) for path in folder.iterdir()] == [("out.wav", "old")]
    wait_until(lambda: not alone.processes(), "the engine ends")


def test_a_long_text_in_little_memory(alone: SpeakCall, tmp_path: Path) -> None:
    text = tmp_path / "long.txt"
    text.write_text("The birch canoe slid on the smooth planks, and nobody saw it.\n" * 1500)
    out = tmp_path / "long.wav"
    alone.run("render", "-f", str(text), "-o", str(out), "--captions", str(tmp_path / "long.vtt"), timeout=170,
              prefix=["prlimit", f"--data={150 << 20}"]).must_be(0)
    assert out.stat().st_size > 300 << 20


def test_needs_no_permission_and_no_agent(alone: SpeakCall, tmp_path: Path) -> None:
    alone.run("render", "-o", str(tmp_path / "out.wav"), "hello").must_be(0)
    assert not alone.agents() and not alone.permission_file.exists()
