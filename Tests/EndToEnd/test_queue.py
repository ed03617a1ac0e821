"""The queue and its commands: waiting, pausing, repeating, and the order."""

import re
import signal
from collections.abc import Callable

import numpy as np
import pytest

from harness.agent_link import AgentLink
from harness.call_app import CallApp
from harness.command import Command
from harness.comparison import Comparison
from harness.sound import Sound
from harness.sound_server import SoundServer
from harness.speak_call import SpeakCall
from harness.synthesizer import synthesized
from harness.waiting import wait_until

LONG = "This is a long text, which goes on for quite a while, so that there is time to interrupt it. " * 5
WORDS = "Alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november."
SENTENCE = "Good morning. I would like to speak with the doctor."
EN_US = {"isSSML": False, "voice": "en-us"}


def offsets(events: list[dict[str, object]], text: str) -> None:
    """Fails unless the events report each word once; the interrupted word may come again."""
    heard: list[object] = []
    for event in events:
        if event["event"] == "word":
            heard.append(event["offset"])
        elif event["event"] == "resumed" and heard and heard[-1] == event["offset"]:
            heard.pop()
    assert heard == [match.start() for match in re.finditer(r"\S+", text)], events
    assert [event["event"] for event in events].count("finished") == 1


def wait_for_words(saying: Command, count: int) -> None:
    wait_until(lambda: sum(event["event"] == "word" for event in saying.events) >= count, f"{count} words are heard",
               detail=saying.__str__)


def is_silent(phone: CallApp, seconds: float = 0.5) -> None:
    """Fails unless the call hears nothing for so long, once buffered sound has arrived."""
    phone.wait_until_hearing(0.3)
    start = phone.recording().sound.seconds
    phone.wait_until_hearing(seconds)
    assert phone.recording().sound.cut(start).peak < -80


def pause(granted: SpeakCall) -> None:
    assert granted.run("pause").must_be(0).errors == ""


# Pauses between utterances

def distance(sound: Sound, of: float) -> int:
    """Returns how many samples after its start the first sound comes again, searched for around so many seconds."""
    start = round(sound.onset(-50) * 48000)
    pattern = sound.samples[start : start + 9600]
    places = range(max(0, round((of - 0.6) * 48000)), round((of + 0.6) * 48000))
    window = sound.samples[start + places.start : start + places.stop + len(pattern)]
    product = np.correlate(window, pattern, "valid")
    energy = np.convolve(window**2, np.ones(len(pattern)), "valid")
    return places.start + int(np.argmax(product / np.sqrt(np.maximum(energy, 1e-9))))


@pytest.mark.parametrize("seconds", [0, 0.35])
def test_a_pause_before_is_exact_to_the_sample(phone: CallApp, granted: SpeakCall, seconds: float) -> None:
    with AgentLink(granted) as link:
        start = phone.recording().sound.seconds
        for _ in range(2):
            link.say("Yes please.", settings=EN_US, pauseBefore=seconds)
        link.wait_for("finished", 2)
        phone.wait_until_hearing(0.3)
        first = link.find("finished")[0].event["seconds"]
        found = distance(phone.recording().sound.cut(start), first + seconds)
        assert found == round(first * 48000) + round(seconds * 48000)


def test_what_comes_while_the_last_word_is_heard_follows_without_a_gap(phone: CallApp, granted: SpeakCall) -> None:
    """On a busy machine the second text may come too late, but not five times; a silent gap would come each time."""
    def has_gap() -> bool:
        with AgentLink(granted) as link:
            start = phone.recording().sound.seconds
            link.say("Yes please wait for me.", settings=EN_US)
            link.wait_for("word", 3)
            link.say("Yes please wait for me.", settings=EN_US, pauseBefore=0)
            link.wait_for("finished", 2)
            phone.wait_until_hearing(0.3)
            first = link.find("finished")[0].event["seconds"]
            return distance(phone.recording().sound.cut(start), first) != round(first * 48000)
    assert not all(has_gap() for _ in range(5))


def test_a_late_utterance_waits_for_the_rest_of_its_pause_only(phone: CallApp, granted: SpeakCall) -> None:
    with AgentLink(granted) as link:
        link.say("Yes.", settings=EN_US)
        end = link.wait_for("finished").event["seconds"] + link.find("started")[0].event["clock"]
        link.say("No.", settings=EN_US, pauseBefore=0.8)
        gap = link.wait_for("started", 2).event["clock"] - end
        assert 0.75 < gap < 1.3
        granted.run("say", "Somebody else.").must_be(0)
        end = link.wait_for("finished", 2).moment
        link.say("At once.", settings=EN_US, pauseBefore=30)
        # It follows its caller's own last utterance, however long ago, and not another caller's.
        link.wait_for("queued", 3)
        granted.run("stop").must_be(0)


def test_a_pause_that_cannot_be(phone: CallApp, granted: SpeakCall) -> None:
    with AgentLink(granted) as link:
        link.say("No.", pauseBefore=-1)
        wait_until(lambda: link.refusals, "it is refused")
        assert link.refusals[0]["pauseOutOfRange"] == {"seconds": "-1.0", "longest": 3600}


# Order

def test_next_goes_between_quotes_and_the_others_behind_them(phone: CallApp, granted: SpeakCall) -> None:
    with AgentLink(granted) as link, AgentLink(granted) as follower:
        follower.ask(events={})
        for number, text in enumerate((SENTENCE, "Quote two.", "Quote three.")):
            link.say(text, quote={"speaker": "Alice", "line": number + 1}, pauseBefore=0)
        link.wait_for("started")
        ahead = granted.start("say", "--next", "In between.")
        follower.wait_for("queued", 4)
        behind = granted.start("say", "Behind.")
        follower.wait_for("queued", 5)
        link.say("Quote four.", quote={"speaker": "Bob", "line": 9}, pauseBefore=0)
        assert [ahead.wait(), behind.wait()] == [0, 0]
        texts = [line.event["text"] for line in follower.find("started")]
        assert texts == [SENTENCE, "In between.", "Quote two.", "Quote three.", "Quote four.", "Behind."]
        quotes = [(line.event["speaker"], line.event["line"]) for line in link.find("quote")]
        assert quotes == [("Alice", 1), ("Alice", 2), ("Alice", 3), ("Bob", 9)]


def test_short_quotes_keep_their_order_when_they_are_cut(phone: CallApp, granted: SpeakCall) -> None:
    with AgentLink(granted) as link:
        link.say("Wait a moment please.", settings=EN_US)
        for text in "ABCDEF":
            link.say(text, settings=EN_US | {"rate": 400}, pauseBefore=0)
        link.wait_for("word", 3)
        pause(granted)
        granted.run("resume").must_be(0)
        link.wait_for("finished", 7)
        assert [line.event["text"] for line in link.find("started")][1:] == list("ABCDEF")


def test_cancel_ends_the_named_ones_alone(phone: CallApp, granted: SpeakCall) -> None:
    with AgentLink(granted) as link:
        for text in (SENTENCE, "Two.", "Three.", "Four."):
            link.say(text)
        link.wait_for("started")
        ids = [line.event["id"] for line in link.find("queued")]
        link.cancel(*ids[1:3])
        link.wait_for("finished", 2)
        assert [line.event["id"] for line in link.find("finished")] == [ids[0], ids[3]]
        assert [(line.event["id"], line.event["reason"], line.event["spoken"]) for line in link.find("cancelled")] == \
            [(ids[1], "skipped", 0), (ids[2], "skipped", 0)]


# Levels

def test_levels_are_told_to_the_owner_alone(phone: CallApp, granted: SpeakCall) -> None:
    with AgentLink(granted) as link, AgentLink(granted) as follower:
        follower.ask(events={})
        start = phone.recording().sound.seconds
        link.say(SENTENCE, settings=EN_US, wantsLevels=True)
        seconds = link.wait_for("finished").event["seconds"]
        follower.wait_for("finished")
        levels = [line.event for line in link.find("level")]
        assert len(levels) == pytest.approx(25 * seconds, abs=1.5)
        phone.wait_until_hearing(0.3)
        heard = phone.recording().sound.cut(start)
        assert max(level["level"] for level in levels) == pytest.approx(max(heard.frames(0.04)), abs=2)
        assert min(level["level"] for level in levels) < -60, "it contains a pause"
        assert all(abs(level["time"] * 25 - round(level["time"] * 25)) < 1 for level in levels)
        times = [level["time"] for level in levels]
        assert times == sorted(times)
        assert not follower.find("level")


# Pause and resume

def test_pause_silences_in_mid_word_and_resume_goes_on_with_it(phone: CallApp, granted: SpeakCall) -> None:
    start = phone.recording().sound.seconds
    saying = granted.start("say", "--json", "-v", "en-us", WORDS)
    wait_for_words(saying, 6)
    behind = granted.start("say", "--json", SENTENCE)
    behind.wait_for("queued")
    pause(granted)
    saying.wait_for("paused")
    is_silent(phone)
    status = granted.status()["speech"]
    assert (status["state"], status["text"], status["queued"]) == ("paused", WORDS, 1)
    assert "paused" in granted.run("status").output
    before = phone.recording().sound.cut(start)
    granted.run("resume").must_be(0)
    resumed = saying.wait_for("resumed").event
    assert [saying.wait(), behind.wait()] == [0, 0]
    offsets(saying.events, WORDS)
    phone.wait_until_hearing(0.4)
    rest = phone.recording().sound.cut(start + before.seconds)
    assert Comparison(rest, synthesized(WORDS[resumed["offset"]:])).phrases[0].is_whole
    # The words before it are the start of the text, up to the interrupted word.
    whole = synthesized(WORDS).spoken()
    heard = before.spoken()
    assert heard.seconds == pytest.approx(resumed["time"], abs=0.7) and heard.seconds < whole.seconds


def test_a_long_pause_loses_nothing(phone: CallApp, granted: SpeakCall) -> None:
    saying = granted.start("say", "--json", WORDS)
    wait_for_words(saying, 3)
    pause(granted)
    phone.wait_until_hearing(6)  # longer than a server may stall in the middle of the sound
    assert saying.is_running
    granted.run("resume").must_be(0)
    assert saying.wait() == 0
    offsets(saying.events, WORDS)


def test_what_there_is_to_remark(phone: CallApp, granted: SpeakCall) -> None:
    assert "nothing" in granted.run("pause").must_be(0).errors
    assert "not paused" in granted.run("resume").must_be(0).errors
    saying = granted.start("say", "--json", LONG)
    saying.wait_for("word")
    pause(granted)
    assert "already" in granted.run("pause").must_be(0).errors
    assert granted.run("resume").must_be(0).errors == ""
    assert "not paused" in granted.run("resume").must_be(0).errors
    granted.run("stop").must_be(0)
    assert saying.wait() == 1


def test_skip_stays_paused_and_stop_ends_the_pause(phone: CallApp, granted: SpeakCall) -> None:
    sayings = [granted.start("say", "--json", LONG)]
    sayings[0].wait_for("word")
    for text in (SENTENCE, "The third."):
        sayings.append(granted.start("say", "--json", text))
        sayings[-1].wait_for("queued")
    pause(granted)
    for number in range(2):
        granted.run("skip").must_be(0)
        assert sayings[number].wait() == 1
        assert sayings[number].wait_for("cancelled").event["reason"] == "skipped"
        assert granted.status()["speech"]["state"] == "paused"
    is_silent(phone)
    granted.run("stop").must_be(0)
    assert sayings[2].wait() == 1
    assert granted.status()["speech"] == {"state": "idle", "queued": 0}
    granted.run("say", SENTENCE).must_be(0)


def test_a_pause_that_holds_nothing_any_more_ends(phone: CallApp, granted: SpeakCall) -> None:
    saying = granted.start("say", "--json", LONG)
    saying.wait_for("word")
    pause(granted)
    saying.send(signal.SIGINT)
    assert saying.wait() == 130
    wait_until(lambda: granted.status()["speech"]["state"] == "idle", "the pause ends")
    granted.run("say", SENTENCE).must_be(0)


def test_a_pause_outlasts_an_empty_queue_while_a_program_still_pipes_its_lines(phone: CallApp,
                                                                               granted: SpeakCall) -> None:
    saying = granted.start("say", "--json")
    saying.write(LONG + "\n")
    saying.wait_for("word")
    pause(granted)
    with AgentLink(granted) as link:
        link.say("One.")
        link.wait_for("paused")
        identity = link.find("queued")[0].event["id"]
        link.cancel(identity)
        link.wait_for("cancelled")
        assert granted.status()["speech"]["state"] == "paused"
        granted.run("skip").must_be(0)
        assert granted.status()["speech"] == {"state": "paused", "queued": 0}
        link.say("Two.")
        link.wait_for("paused", 2)
        granted.run("resume").must_be(0)
        link.wait_for("finished")


def test_new_texts_wait_but_for_now(phone: CallApp, granted: SpeakCall) -> None:
    held = granted.start("say", "--json", WORDS)
    wait_for_words(held, 3)
    pause(granted)
    held.wait_for("paused")
    waiting = granted.start("say", SENTENCE)
    wait_until(lambda: "speakcall resume" in waiting.errors, "it reports that it waits")
    ahead = granted.start("say", "--next", "--json", "I am next.")
    ahead.wait_for("paused")
    granted.run("say", "--now", "One moment please.").must_be(0)
    assert granted.status()["speech"]["state"] == "paused"
    texts = [entry["text"] for entry in granted.status()["speech"]["queue"]]
    assert texts == ["I am next.", SENTENCE], "a text that goes next does not interrupt the paused sentence"
    assert not any(event["event"] in ("resumed", "finished") for event in held.events)
    granted.run("resume").must_be(0)
    assert [held.wait(), ahead.wait(), waiting.wait()] == [0, 0, 0]
    offsets(held.events, WORDS)


def test_a_paused_markup_starts_again(phone: CallApp, granted: SpeakCall) -> None:
    text = '<speak>one <break time="500ms"/> two <break time="500ms"/> three</speak>'
    saying = granted.start("say", "--json", "--ssml", text)
    wait_for_words(saying, 2)
    pause(granted)
    is_silent(phone)
    start = phone.recording().sound.seconds
    granted.run("resume").must_be(0)
    assert saying.wait() == 0
    assert saying.wait_for("resumed").event["offset"] == 0
    phone.wait_until_hearing(0.3)
    assert len(phone.recording().sound.cut(start).bursts()) == 3
    assert sum(event["event"] == "started" for event in saying.events) == 1


def test_a_preview_is_paused_too(server: SoundServer, granted: SpeakCall) -> None:
    with CallApp.recorder(server, "fakespk.monitor") as loudspeaker:
        saying = granted.start("say", "--preview", "--json", WORDS)
        wait_for_words(saying, 3)
        pause(granted)
        saying.wait_for("paused")
        is_silent(loudspeaker)
        assert granted.status()["speech"]["state"] == "paused"
        granted.run("resume").must_be(0)
        assert saying.wait() == 0
        offsets(saying.events, WORDS)


# A pause beside other reasons to wait

def test_speech_goes_on_when_neither_pause_nor_hold_is_left(phone: CallApp, granted: SpeakCall) -> None:
    saying = granted.start("say", "--json", WORDS)
    wait_for_words(saying, 3)
    pause(granted)
    phone.cork()
    wait_until(lambda: granted.status()["calls"][0]["state"] == "held", "the call is on hold")
    phone.uncork()
    phone.wait_until_hearing(0.5)
    is_silent(phone)
    assert granted.status()["speech"]["state"] == "paused"
    granted.run("resume").must_be(0)
    assert saying.wait() == 0
    offsets(saying.events, WORDS)


def test_a_pause_outlasts_a_server_restart(server: SoundServer, granted: SpeakCall) -> None:
    with CallApp.phone(server, play="nearspk") as phone:
        granted.enable()
        phone.wait_for_source("speakcall_mic")
        saying = granted.start("say", "--json", WORDS)
        wait_for_words(saying, 3)
        pause(granted)
        server.restart()
    with CallApp.phone(server, play="nearspk") as phone:
        phone.wait_for_source("speakcall_mic")
        is_silent(phone)
        granted.run("resume").must_be(0)
        assert saying.wait() == 0
        offsets(saying.events, WORDS)


@pytest.mark.parametrize(("end", "status", "reason"), [
    (lambda phone, granted: phone.hang_up(), 75, "callEnded"),
    (lambda phone, granted: granted.permission_file.write_text("denied\n"), 77, "permissionWithdrawn"),
    (lambda phone, granted: granted.disable(), 1, "stopped"),
], ids=["call ended", "permission withdrawn", "disabled"])
def test_what_ends_speech_ends_it_while_paused(phone: CallApp, granted: SpeakCall,
                                               end: Callable[[CallApp, SpeakCall], object], status: int,
                                               reason: str) -> None:
    saying = granted.start("say", "--json", LONG)
    saying.wait_for("word")
    pause(granted)
    end(phone, granted)
    assert saying.wait() == status
    assert saying.wait_for("cancelled").event["reason"] == reason
    granted.grant()
    with CallApp.phone(phone.server, "Again", play="nearspk") as again:
        granted.enable()
        again.wait_for_source("speakcall_mic")
        granted.run("say", SENTENCE).must_be(0)


def test_a_text_stays_held_when_the_agent_dies(phone: CallApp, granted: SpeakCall) -> None:
    saying = granted.start("say", "--json", WORDS)
    wait_for_words(saying, 5)
    pause(granted)
    saying.wait_for("paused")
    granted.end_agents(signal.SIGKILL)
    wait_until(lambda: granted.status()["speech"]["state"] == "paused", "another agent keeps the pause")
    is_silent(phone)
    granted.run("resume").must_be(0)
    assert saying.wait() == 0
    offsets(saying.events, WORDS)


def test_an_agent_that_holds_a_text_does_not_leave(server: SoundServer, granted: SpeakCall) -> None:
    agent = granted.start_agent("--idle", "3")
    with CallApp.recorder(server, "fakespk.monitor") as loudspeaker:
        granted.run("say", "--preview", "--no-wait", SENTENCE).must_be(0)
        granted.wait_until_status("it speaks", state="speaking")
        pause(granted)
        loudspeaker.wait_until_hearing(5)
        assert agent.is_running
        granted.run("resume").must_be(0)
        granted.wait_until_status("it has spoken", state="idle")
    assert agent.wait() == 0, "then the agent exits"


# Repeat

def test_repeat_says_the_last_text_again_with_its_settings(phone: CallApp, granted: SpeakCall) -> None:
    result = granted.run("repeat").must_be(1)
    assert "this agent has not said anything yet" in result.errors
    granted.run("say", "-v", "en-us", "-r", "320", SENTENCE).must_be(0)
    phone.wait_until_hearing(0.3)
    start = phone.recording().sound.seconds
    events = granted.run("repeat", "--json").must_be(0).events()
    assert [event["event"] for event in events][:2] == ["queued", "started"] and events[-1]["event"] == "finished"
    assert events[1]["text"] == SENTENCE
    phone.wait_until_hearing(0.4)
    assert Comparison(phone.recording().sound.cut(start), synthesized(SENTENCE, rate=320)).is_whole


def test_repeat_of_what_is_being_said_comes_next(phone: CallApp, granted: SpeakCall) -> None:
    first = granted.start("say", "--json", SENTENCE)
    first.wait_for("word")
    last = granted.start("say", "--json", "I am last.")
    last.wait_for("queued")
    again = granted.start("repeat", "--json")
    assert [first.wait(), again.wait(), last.wait()] == [0, 0, 0]
    assert again.wait_for("started").event["text"] == SENTENCE
    assert again.wait_for("started").moment < last.wait_for("started").moment


def test_repeat_after_the_agent_was_killed_says_what_is_the_matter(phone: CallApp, granted: SpeakCall) -> None:
    granted.run("say", SENTENCE).must_be(0)
    granted.end_agents(signal.SIGKILL)
    result = granted.run("repeat").must_be(1)
    assert "what earlier ones said is not kept. Next: speakcall say" in result.errors
    granted.run("say", SENTENCE).must_be(0)
    again = granted.start("repeat", "--json")
    again.wait_for("word")
    granted.end_agents(signal.SIGKILL)
    assert again.wait() == 70
    assert "the agent ended before the text did" in again.errors
    granted.status()  # an agent that returns everything


def test_what_another_agent_took_over_is_repeated(phone: CallApp, granted: SpeakCall) -> None:
    saying = granted.start("say", "--json", "-v", "en-us", "-r", "320", SENTENCE)
    saying.wait_for("word")
    granted.end_agents(signal.SIGKILL)
    assert saying.wait() == 0
    phone.wait_until_hearing(0.3)
    start = phone.recording().sound.seconds
    granted.run("repeat").must_be(0)
    phone.wait_until_hearing(0.4)
    found = Comparison(phone.recording().sound.cut(start), synthesized(SENTENCE, rate=320))
    assert found.is_whole, found


def test_a_preview_is_repeated_as_a_preview(server: SoundServer, granted: SpeakCall) -> None:
    with CallApp.recorder(server, "fakespk.monitor") as loudspeaker:
        granted.run("say", "--preview", SENTENCE).must_be(0)
        loudspeaker.wait_until_hearing(0.3)
        start = loudspeaker.recording().sound.seconds
        granted.run("repeat").must_be(0)
        loudspeaker.wait_until_hearing(0.4)
        assert Comparison(loudspeaker.recording().sound.cut(start), synthesized(SENTENCE)).is_whole


# Status

def test_status_shows_the_queue(phone: CallApp, granted: SpeakCall) -> None:
    with AgentLink(granted) as link:
        link.say(LONG)
        link.wait_for("word")
        link.say("Hello Bob.", quote={"speaker": "Alice", "line": 3})
        link.say("word " * 100)
        link.wait_for("queued", 3)
        speech = granted.status()["speech"]
        ids = [line.event["id"] for line in link.find("queued")]
        assert (speech["state"], speech["text"], speech["queued"]) == ("speaking", LONG, 2)
        assert speech["queue"][0] == {"id": ids[1], "text": "Hello Bob.", "speaker": "Alice"}
        assert speech["queue"][1]["text"] == "word " * 40 + "…"
        assert "Queue        Alice: “Hello Bob.”" in granted.run("status").output
