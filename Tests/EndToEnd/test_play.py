"""A script spoken into a call: order, pauses, events, captions, other commands and faults."""

import re
import signal

import pytest

from harness.call_app import CallApp
from harness.played import cues, place, spoken, written
from harness.sound_server import SoundServer
from harness.speak_call import SpeakCall
from harness.waiting import wait_until

CAST = "@cast Alice voice=en-us+f2\n@cast Bob voice=en-us\n"
TALK = CAST + """
Alice: Good morning, can you hear me?
Bob: Loud and clear, thank you.
(pause 0.8)
Alice: Then let us begin with the first point.
Bob: I would like to speak about the weather, which was fine all week.
Alice: Yes.
Bob: And the second point?
"""
VOICES = {"Alice": "en-us+f2", "Bob": "en-us"}


def quotes(text: str) -> list[tuple[str, str]]:
    """The speakers and their texts."""
    return [(match[1], match[2]) for match in re.finditer(r"^([A-Z]\w+): (.*)$", text, re.MULTILINE)]


def test_quotes_are_heard_in_order_with_their_pauses_and_no_others(phone: CallApp, granted: SpeakCall) -> None:
    path = written(phone.server, TALK)
    playing = granted.start("play", "--json", path)
    assert playing.wait() == 0
    phone.wait_until_hearing(0.5)
    heard = spoken(playing.events)
    assert [(quote.speaker, quote.text) for quote in heard] == quotes(TALK)
    assert [quote.voice for quote in heard] == [VOICES[quote.speaker] for quote in heard]
    assert [quote.line for quote in heard] == [4, 5, 7, 8, 9, 10]
    recording = phone.recording()
    start = recording.at(heard[0].clock) - 0.3
    sound = recording.sound.cut(start)
    onset = place(sound, heard[0].text, heard[0].voice, 0.3)
    places = [place(sound, quote.text, quote.voice, onset + quote.clock - heard[0].clock) for quote in heard]
    for quote, this, following in zip(heard, places, places[1:]):
        gap = following - this - quote.seconds
        wanted = 0.8 if quote.line == 5 else 0
        assert gap == pytest.approx(wanted, abs=0.02), (quote, places)


def test_events_in_order(phone: CallApp, granted: SpeakCall) -> None:
    events = granted.run("play", "--json", written(phone.server, TALK)).must_be(0).events()
    names = [str(event["event"]) for event in events]
    assert set(names) == {"queued", "quote", "started", "word", "finished"}
    assert names.count("quote") == names.count("started") == names.count("finished") == 6
    for number in {event["id"] for event in events}:
        own = [name for event, name in zip(events, names) if event["id"] == number]
        assert own[:3] == ["queued", "quote", "started"] and own[-1] == "finished"
    most, outstanding = 0, 0
    for name in names:
        outstanding += (name == "queued") - (name == "finished")
        most = max(most, outstanding)
    assert most == 4, "the agent has the next quotes, and no more"


def test_plain_lines_without_a_terminal(phone: CallApp, granted: SpeakCall) -> None:
    result = granted.run("play", written(phone.server, TALK)).must_be(0)
    assert result.output.splitlines() == [f"{speaker}: {text}" for speaker, text in quotes(TALK)]
    assert result.errors == ""


def test_standard_input(phone: CallApp, granted: SpeakCall) -> None:
    result = granted.run("play", "-", input="Alice: Hello.\r\nBob: Good bye.\r\n").must_be(0)
    assert result.output == "Alice: Hello.\nBob: Good bye.\n"


def test_from_a_line(phone: CallApp, granted: SpeakCall) -> None:
    path = written(phone.server, TALK)
    assert granted.run("play", "--from", "9", path).must_be(0).output == "Alice: Yes.\nBob: And the second point?\n"
    result = granted.run("play", "--from", "11", path).must_be(64)
    assert "line 11" in result.errors and "line 10" in result.errors


def test_cast_option(phone: CallApp, granted: SpeakCall) -> None:
    path = written(phone.server, "Alice: Yes.\nBob: No.\n")
    events = granted.run("play", "--json", "--cast", "Bob=en-gb-x-rp", path).must_be(0).events()
    voices = [quote.voice for quote in spoken(events)]
    assert voices[1] == "en-gb-x-rp" and voices[0] != voices[1]


@pytest.mark.parametrize(("script", "arguments", "status", "complaints"), [
    ("nobody speaks\n(pause x)\n", [], 65, [":1:", ":2:"]),
    ("Alice: Hello.\n", ["--cast", "Alice=klingon-99"], 64, ["klingon-99"]),
    ("Alice: Hello.\n", ["--cast", "Bob=en-us"], 64, ["Bob"]),
    ("Alice: Hello.\n", ["--captions", "/nowhere/at/all.vtt"], 73, ["/nowhere/at/all.vtt"]),
    ("Alice: Hello.\n", ["--captions", "captions.txt"], 64, ["captions.txt"]),
    (None, [], 66, ["talk.txt"]),
])
def test_everything_is_checked_before_anything_is_spoken(
        phone: CallApp, granted: SpeakCall, script: str | None, arguments: list[str], status: int,
        complaints: list[str]) -> None:
    path = written(phone.server, script) if script else str(phone.server.folder / "talk.txt")
    start = phone.recording().sound.seconds
    result = granted.run("play", *arguments, path)
    assert result.status == status, result
    assert all(complaint in result.errors for complaint in complaints), result.errors
    assert result.output == ""
    phone.wait_until_hearing(0.5)
    assert phone.recording().sound.cut(start).peak < -80


def test_no_call_is_75(granted: SpeakCall, server: SoundServer) -> None:
    granted.enable()
    assert "no call" in granted.run("play", written(server, TALK)).must_be(75).errors


def test_wait_for_call(granted: SpeakCall, server: SoundServer) -> None:
    granted.enable()
    playing = granted.start("play", "--json", "--wait-for-call", written(server, "Alice: Hello there.\nBob: Yes.\n"))
    playing.wait_for("queued")
    with CallApp.phone(server, play="nearspk"):
        assert playing.wait() == 0
        assert [quote.text for quote in spoken(playing.events)] == ["Hello there.", "Yes."]


def test_preview_needs_no_call(server: SoundServer, speakcall: SpeakCall) -> None:
    with CallApp.recorder(server, "fakespk.monitor") as loudspeaker:
        speakcall.run("play", "--preview", written(server, "Alice: Hello there.\n")).must_be(0)
        loudspeaker.wait_until_hearing(0.5)
        assert loudspeaker.recording().sound.peak > -30


# Captions

@pytest.mark.parametrize("kind", ["vtt", "srt"])
def test_captions_match_what_was_heard(phone: CallApp, granted: SpeakCall, kind: str) -> None:
    path, captions = written(phone.server, TALK), phone.server.folder / f"captions.{kind}"
    playing = granted.start("play", "--json", "--captions", str(captions), path)
    assert playing.wait() == 0
    phone.wait_until_hearing(0.5)
    heard = spoken(playing.events)
    recording = phone.recording()
    start = recording.at(heard[0].clock) - 0.3
    sound = recording.sound.cut(start)
    first = place(sound, heard[0].text, heard[0].voice, 0.3)
    written_cues = cues(captions)
    words = [word for _, _, text in written_cues for word in re.sub(r"^\w+: ", "", text).split()]
    assert words == [word for quote in heard for word in quote.text.split()]
    starts = {round(quote.clock - heard[0].clock, 3): quote for quote in heard}
    matched = 0
    for begin, end, _ in written_cues:
        near = [quote for moment, quote in starts.items() if abs(moment - begin) < 0.002]
        if not near:
            continue
        quote = near[0]
        matched += 1
        found = place(sound, quote.text, quote.voice, first + begin) - first
        assert begin == pytest.approx(found, abs=0.1)
        assert begin < end <= begin + quote.seconds + 0.1
    assert matched == len(heard), "each quote begins a cue"


def test_captions_are_complete_after_each_quote(phone: CallApp, granted: SpeakCall) -> None:
    captions = phone.server.folder / "captions.vtt"
    playing = granted.start("play", "--json", "--captions", str(captions), written(phone.server, TALK))
    playing.wait_for("quote", line=7)
    wait_until(lambda: len(cues(captions)) == 2, "two quotes are written", detail=captions.read_text)
    playing.send(signal.SIGINT)
    assert playing.wait() == 130
    assert [text for _, _, text in cues(captions)] == ["Good morning, can you hear me?", "Loud and clear, thank you."]


def test_a_skipped_quote_is_captioned_as_far_as_it_was_heard(phone: CallApp, granted: SpeakCall) -> None:
    captions = phone.server.folder / "captions.vtt"
    script = "Alice: " + "This is a long sentence which will be cut. " * 8 + "\nBob: And this is not.\n"
    playing = granted.start("play", "--json", "--captions", str(captions), written(phone.server, script))
    wait_until(lambda: sum(event["event"] == "word" for event in playing.events) >= 5, "five words are heard")
    granted.run("skip").must_be(0)
    assert playing.wait() == 0
    spoken_scalars = playing.wait_for("cancelled").event["spoken"]
    texts = [text.replace("\n", " ") for _, _, text in cues(captions)]
    assert " ".join(texts[:-1]) == script[len("Alice: "):][:spoken_scalars] and texts[-1] == "And this is not."


# From another shell

def test_skip_goes_to_the_next_quote(phone: CallApp, granted: SpeakCall) -> None:
    playing = granted.start("play", "--json", written(phone.server, TALK))
    playing.wait_for("quote", line=8)
    granted.run("skip").must_be(0)
    assert playing.wait() == 0
    cancelled = [event for event in playing.events if event["event"] == "cancelled"]
    assert [event["reason"] for event in cancelled] == ["skipped"]
    assert [quote.line for quote in spoken(playing.events)] == [4, 5, 7, 9, 10]


def test_stop_ends_the_play(phone: CallApp, granted: SpeakCall) -> None:
    playing = granted.start("play", "--json", written(phone.server, TALK))
    playing.wait_for("quote", line=5)
    granted.run("stop").must_be(0)
    assert playing.wait() == 1
    assert "stop" in playing.errors
    assert [quote.line for quote in spoken(playing.events)] == [4]
    assert granted.status()["speech"]["state"] == "idle"


def test_interrupted_play_is_silent_at_once(phone: CallApp, granted: SpeakCall) -> None:
    playing = granted.start("play", "--json", written(phone.server, TALK))
    playing.wait_for("word")
    playing.send(signal.SIGTERM)
    assert playing.wait() == 143
    granted.wait_until_status("nothing is spoken", state="idle", queued=0)


def test_pause_and_resume(phone: CallApp, granted: SpeakCall) -> None:
    playing = granted.start("play", written(phone.server, TALK))
    playing.wait_for_line(lambda line: line.startswith("Bob: Loud"), "the second quote is heard")
    granted.run("pause").must_be(0)
    granted.wait_until_status("it is held", state="paused")
    phone.wait_until_hearing(0.3)
    start = phone.recording().sound.seconds
    phone.wait_until_hearing(0.5)
    assert phone.recording().sound.cut(start).peak < -80
    granted.run("resume").must_be(0)
    assert playing.wait() == 0
    assert [line.text for line in playing.lines] == [f"{speaker}: {text}" for speaker, text in quotes(TALK)]
    assert "speakcall resume" in playing.errors


def test_what_others_say_comes_between_quotes(phone: CallApp, granted: SpeakCall) -> None:
    playing = granted.start("play", "--json", written(phone.server, TALK))
    playing.wait_for("quote", line=5)
    last = granted.start("say", "--json", "I wait for the end.")
    last.wait_for("queued")
    ahead = granted.start("say", "--json", "--next", "I come between.")
    assert [playing.wait(), ahead.wait(), last.wait()] == [0, 0, 0]
    heard = spoken(playing.events)
    own = [quote.clock for quote in heard]
    between, after = ahead.wait_for("started").event["clock"], last.wait_for("started").event["clock"]
    assert own[1] + heard[1].seconds <= between + 0.05 and own[1] < between < own[2]
    assert after > own[-1]


def test_now_takes_the_place_of_a_quote(phone: CallApp, granted: SpeakCall) -> None:
    playing = granted.start("play", "--json", written(phone.server, TALK))
    playing.wait_for("quote", line=8)
    interrupting = granted.start("say", "--json", "--now", "Just a moment.")
    assert [interrupting.wait(), playing.wait()] == [0, 0]
    assert [quote.line for quote in spoken(playing.events)] == [4, 5, 7, 9, 10]
    moment = interrupting.wait_for("started").event["clock"]
    assert playing.wait_for("quote", line=8).moment < moment < spoken(playing.events)[3].clock


# Faults

def test_agent_killed_in_mid_script(phone: CallApp, granted: SpeakCall) -> None:
    playing = granted.start("play", "--json", written(phone.server, TALK))
    playing.wait_for("quote", line=8)
    count = len(playing.events)
    wait_until(lambda: sum(event["event"] == "word" for event in playing.events[count:]) >= 5, "words are heard")
    granted.end_agents(signal.SIGKILL)
    assert playing.wait() == 0
    events = playing.events
    assert [event["line"] for event in events if event["event"] == "quote"] == [4, 5, 7, 8, 9, 10]
    assert [event["text"] for event in events if event["event"] == "started"] == [text for _, text in quotes(TALK)]
    assert [event["event"] for event in events].count("finished") == 6
    text = quotes(TALK)[3][1]
    start = next(place for place, event in enumerate(events) if event.get("line") == 8)
    offsets: list[object] = []
    for event in events[start:]:
        if event["event"] == "finished":
            break
        if event["event"] == "resumed" and offsets and offsets[-1] == event["offset"]:
            offsets.pop()
        if event["event"] == "word":
            offsets.append(event["offset"])
    assert offsets == [match.start() for match in re.finditer(r"\S+", text)], "each word is heard once"


def test_permission_withdrawn(phone: CallApp, granted: SpeakCall) -> None:
    playing = granted.start("play", "--json", written(phone.server, TALK))
    playing.wait_for("quote", line=5)
    granted.run("permission", "deny").must_be(0)
    assert playing.wait() == 77
    assert "permission" in playing.errors
    assert playing.wait_for("cancelled").event["reason"] == "permissionWithdrawn"


def test_call_that_ends_in_mid_script(phone: CallApp, granted: SpeakCall) -> None:
    playing = granted.start("play", "--json", written(phone.server, TALK))
    playing.wait_for("quote", line=5)
    phone.hang_up()
    assert playing.wait() == 75
    assert [quote.line for quote in spoken(playing.events)] == [4]


def test_permission_is_needed(speakcall: SpeakCall, server: SoundServer) -> None:
    captions = server.folder / "captions.vtt"
    speakcall.run("play", "--captions", str(captions), written(server, TALK)).must_be(77)
    assert not captions.exists(), "a play that does not begin creates nothing"
