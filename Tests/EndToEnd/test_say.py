"""Speaking into a call: the queue, its interruptions and its events."""

import signal

import pytest

from harness.call_app import CallApp
from harness.comparison import Comparison
from harness.sound_server import SoundServer
from harness.speak_call import SpeakCall
from harness.synthesizer import synthesized
from harness.waiting import wait_until

LONG = "This is a long text, which goes on for quite a while, so that there is time to interrupt it. " * 5
SENTENCE = "Good morning. I would like to speak with the doctor."


def loud(phone: CallApp, since: float) -> bool:
    """Returns whether the call has heard speech after this monotonic time."""
    return phone.recording().since(since).peak > -40


def test_returns_when_the_last_sample_was_played(phone: CallApp, granted: SpeakCall) -> None:
    saying = granted.start("say", SENTENCE)
    assert saying.wait() == 0
    phone.wait_until_hearing(0.5)
    reference = synthesized(SENTENCE)
    assert Comparison(phone.recording().sound, reference).is_whole
    assert str(saying) == "", "nothing is printed"


def test_events_in_order(phone: CallApp, granted: SpeakCall) -> None:
    text = "Grüße 👋 people like green apples"
    events = granted.run("say", "--json", "-v", "en-us", text).must_be(0).events()
    names = [event["event"] for event in events]
    assert names[:2] == ["queued", "started"] and names[-1] == "finished"
    assert set(names[2:-1]) == {"word"}
    assert len({event["id"] for event in events}) == 1
    assert events[1]["text"] == text and events[1]["voice"] == "en-us"
    words = events[2:-1]
    spoken = [text[event["offset"] : event["offset"] + event["length"]] for event in words]
    assert spoken[0] == "Grüße" and spoken[-4:] == ["people", "like", "green", "apples"]
    times = [event["time"] for event in words]
    assert times == sorted(times) and 0 <= times[0] < 0.2 and times[-1] < events[-1]["seconds"]
    assert events[-1]["seconds"] == pytest.approx(synthesized(text).tail(), abs=0.5)


def test_word_events_come_with_the_word(phone: CallApp, granted: SpeakCall) -> None:
    text = '<speak>one <break time="700ms"/> two <break time="700ms"/> three</speak>'
    saying = granted.start("say", "--json", "--ssml", text)
    assert saying.wait() == 0
    phone.wait_until_hearing(0.3)
    words = [line for line in saying.lines if line.event["event"] == "word"]
    assert [text[w.event["offset"] :][: w.event["length"]] for w in words] == ["one", "two", "three"]
    recording = phone.recording()
    bursts = recording.sound.bursts()
    assert len(bursts) == 3
    for word, (start, _) in zip(words, bursts):
        assert word.event["time"] - words[0].event["time"] == pytest.approx(start - bursts[0][0], abs=0.05)
        assert word.moment == pytest.approx(recording.moment(start), abs=0.1)


@pytest.mark.parametrize("arguments", [["-"], []], ids=["dash", "no text"])
def test_standard_input_is_spoken_as_it_arrives(phone: CallApp, granted: SpeakCall, arguments: list[str]) -> None:
    saying = granted.start("say", "--json", *arguments)
    saying.write("This is the first line.\n")
    saying.wait_for("word")
    phone.wait_until_hearing(0.5)
    assert loud(phone, saying.started) and saying.is_running
    saying.write("And this is the second line.\n")
    saying.close_input()
    assert saying.wait() == 0
    spoken = " ".join(event["text"] for event in saying.events if event["event"] == "started")
    assert spoken.startswith("This is the first line.")


def test_file(phone: CallApp, granted: SpeakCall) -> None:
    path = phone.server.folder / "text.txt"
    path.write_text(SENTENCE)
    granted.run("say", "-f", str(path)).must_be(0)
    phone.wait_until_hearing(0.3)
    assert Comparison(phone.recording().sound, synthesized(SENTENCE)).is_whole


def test_double_dash_ends_the_options(phone: CallApp, granted: SpeakCall) -> None:
    events = granted.run("say", "--json", "--", "--now", "or", "never").must_be(0).events()
    assert events[1]["text"] == "--now or never"


def test_no_wait_returns_at_once(phone: CallApp, granted: SpeakCall) -> None:
    granted.run("say", "--no-wait", SENTENCE).must_be(0)
    granted.wait_until_status("it speaks", state="speaking", text=SENTENCE)
    granted.wait_until_status("it has spoken", state="idle")
    phone.wait_until_hearing(0.3)
    assert Comparison(phone.recording().sound, synthesized(SENTENCE)).is_whole


def test_wait_for_call(server: SoundServer, granted: SpeakCall) -> None:
    granted.enable()
    saying = granted.start("say", "--wait-for-call", "--json", SENTENCE)
    saying.wait_for("queued")
    assert not any(event["event"] == "started" for event in saying.events)
    with CallApp.phone(server, play="nearspk") as phone:
        assert saying.wait() == 0
        phone.wait_until_hearing(0.3)
        assert Comparison(phone.recording().sound, synthesized(SENTENCE)).is_whole


def test_wait_for_call_in_vain_is_75(granted: SpeakCall) -> None:
    granted.enable()
    result = granted.run("say", "--wait-for-call=0.3", SENTENCE).must_be(75)
    assert "call" in result.errors


def test_no_call_is_75(granted: SpeakCall) -> None:
    granted.enable()
    result = granted.run("say", SENTENCE).must_be(75)
    assert "no call" in result.errors and "--wait-for-call" in result.errors


def test_injection_off_is_78(server: SoundServer, granted: SpeakCall) -> None:
    with CallApp.phone(server, play="nearspk"):
        result = granted.run("say", SENTENCE).must_be(78)
    assert "injection is off" in result.errors and "speakcall enable" in result.errors


def test_call_that_ends_in_mid_speech_is_75(phone: CallApp, granted: SpeakCall) -> None:
    saying = granted.start("say", "--json", LONG)
    saying.wait_for("word")
    phone.hang_up()
    assert saying.wait() == 75
    cancelled = saying.wait_for("cancelled").event
    assert cancelled["reason"] == "callEnded" and cancelled["spoken"] < len(LONG)
    assert str(cancelled["spoken"]) in saying.errors


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "TERM"])
def test_interrupted_say_ends_alone(phone: CallApp, granted: SpeakCall, number: signal.Signals, status: int) -> None:
    first = granted.start("say", "--json", LONG)
    first.wait_for("word")
    second = granted.start("say", "--json", LONG)
    second.wait_for("queued")
    third = granted.start("say", "--json", SENTENCE)
    third.wait_for("queued")
    second.send(number)
    assert second.wait() == status
    assert granted.wait_until_status("the first goes on", state="speaking", queued=1)["speech"]["text"] == LONG
    first.send(number)
    assert first.wait() == status
    assert third.wait() == 0
    assert not any(event["event"] == "started" for event in second.events)
    phone.wait_until_hearing(0.3)
    # The third starts the moment the first is cut off, so no silence precedes it.
    found = Comparison(phone.recording().since(third.started), synthesized(SENTENCE))
    assert abs(found.phrases[0].tail_error) < 0.02 and found.phrases[-1].is_whole, found


def test_stop_ends_everything(phone: CallApp, granted: SpeakCall) -> None:
    first = granted.start("say", "--json", LONG)
    first.wait_for("word")
    second = granted.start("say", "--json", SENTENCE)
    second.wait_for("queued")
    granted.run("stop").must_be(0)
    for saying in (first, second):
        assert saying.wait() == 1
        assert saying.wait_for("cancelled").event["reason"] == "stopped"
    stopped = first.lines[-1].moment + 0.15
    phone.wait_until_hearing(1)
    assert not loud(phone, stopped)


def test_skip_ends_one(phone: CallApp, granted: SpeakCall) -> None:
    first = granted.start("say", "--json", LONG)
    first.wait_for("word")
    second = granted.start("say", "--json", SENTENCE)
    second.wait_for("queued")
    granted.run("skip").must_be(0)
    assert first.wait() == 1
    assert first.wait_for("cancelled").event["reason"] == "skipped"
    assert second.wait() == 0


def test_now_interrupts(phone: CallApp, granted: SpeakCall) -> None:
    first = granted.start("say", "--json", LONG)
    first.wait_for("word")
    granted.run("say", "--now", SENTENCE).must_be(0)
    assert first.wait() == 1
    assert first.wait_for("cancelled").event["reason"] == "replaced"


def test_next_goes_to_the_head_of_the_queue(phone: CallApp, granted: SpeakCall) -> None:
    first = granted.start("say", "--json", SENTENCE)
    first.wait_for("word")
    last = granted.start("say", "--json", "I am last.")
    last.wait_for("queued")
    ahead = granted.start("say", "--json", "--next", "I am second.")
    ahead.wait_for("queued")
    assert [saying.wait() for saying in (first, ahead, last)] == [0, 0, 0]
    starts = [saying.wait_for("started").moment for saying in (first, ahead, last)]
    assert starts == sorted(starts)


def test_preview_needs_no_call(server: SoundServer, speakcall: SpeakCall) -> None:
    with CallApp.recorder(server, "fakespk.monitor") as loudspeaker, CallApp.phone(server, play="nearspk") as phone:
        speakcall.run("say", "--preview", SENTENCE).must_be(0)
        loudspeaker.wait_until_hearing(0.5)
        assert Comparison(loudspeaker.recording().sound, synthesized(SENTENCE)).is_whole
        assert phone.recording().sound.peak < -80
        assert phone.source == "fakemic"


def test_texts_of_many_callers_never_interleave(phone: CallApp, granted: SpeakCall) -> None:
    callers = [granted.start("say", "--json") for _ in range(6)]
    for part in ("This is caller number %d, part one.\n", "And caller %d again, with part two.\n"):
        for number, caller in enumerate(callers):
            caller.write(part % number)
    for caller in callers:
        caller.close_input()
    assert [caller.wait() for caller in callers] == [0] * 6
    spans = []
    for caller in callers:
        words = [line.moment for line in caller.lines if line.event["event"] == "word"]
        assert len(words) >= 12, caller
        spans.append((words[0], words[-1]))
    spans.sort()
    for (_, end), (start, _) in zip(spans, spans[1:]):
        assert end < start
    wait_until(lambda: granted.status()["speech"]["state"] == "idle", "the queue is empty")
