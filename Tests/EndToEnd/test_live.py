"""Typing and talking: `live` on a terminal, with real keys, in a call."""

import fcntl
import signal
import stat
from pathlib import Path

import pytest

from harness.call_app import CallApp
from harness.comparison import Comparison
from harness.live_terminal import LiveTerminal
from harness.sound_server import SoundServer
from harness.speak_call import SpeakCall
from harness.synthesizer import synthesized
from harness.waiting import wait_until

LONG = "This is a long text, which goes on for quite a while, so that there is time to interrupt it."
SENTENCE = "Good morning. I would like to speak with the doctor."


def history(program: SpeakCall) -> Path:
    return Path(program.environment["XDG_STATE_HOME"]) / "speakcall" / "history"


def heard(phone: CallApp, text: str, since: float) -> bool:
    """Returns whether the call has heard all of a text, and nothing else, since a monotonic time."""
    phone.wait_until_hearing(0.4)
    return Comparison(phone.recording().since(since), synthesized(text)).is_whole


def test_a_typed_line_is_heard_whole(phone: CallApp, granted: SpeakCall) -> None:
    with LiveTerminal(granted) as live:
        live.wait_for_state("● Phone")
        live.enter(SENTENCE)
        live.wait_for("▸ Good morning")
        live.wait_for_word("doctor")
        granted.wait_until_status("it is over", state="idle", queued=0)
        assert heard(phone, SENTENCE, live.started)
        live.press("ctrl-d")
        assert live.wait() == 0
        assert live.are_modes_restored()
        wait_until(lambda: live.lines[-1] == f"▸ {SENTENCE}", "only the transcript remains", detail=live.__str__)


def test_what_is_typed_stays_while_all_else_changes(server: SoundServer, granted: SpeakCall) -> None:
    granted.enable()
    with LiveTerminal(granted) as live:
        live.wait_for_state("no call")
        live.type("half a line")
        live.wait_for_input("half a line")
        with CallApp.phone(server, play="nearspk"):
            live.wait_for_state("● Phone")
            live.wait_for("in a call: Phone")
            assert live.input == "half a line"
            saying = granted.start("say", LONG)
            live.wait_for_word("long")
            granted.run("say", "--no-wait", "I wait.").must_be(0)
            live.wait_for_state("1 waiting")
            live.press("left", "left")
            live.type("X")
            live.wait_for_input("half a liXne")
            granted.enable("--mic", "duck")
            live.wait_for_state("mic duck")
            live.press("escape")
            assert saying.wait() == 1
            live.wait_for("(stopped)")
            assert live.input == "half a liXne"
        live.wait_for_state("no call")
        granted.disable()
        live.wait_for_state("injection off")
        granted.run("permission", "deny").must_be(0)
        live.wait_for_state("permission denied")
        assert live.input == "half a liXne"
        granted.grant()


def test_escape_silences_at_once(phone: CallApp, granted: SpeakCall) -> None:
    with LiveTerminal(granted) as live:
        live.enter(LONG)
        live.enter("And this is never said.")
        live.wait_for_word("long")
        live.press("escape")
        live.wait_for("(stopped)")
        granted.wait_until_status("nothing is said", state="idle", queued=0)
        phone.wait_until_hearing(0.3)
        end = phone.recording().sound.seconds
        phone.wait_until_hearing(1)
        assert phone.recording().sound.cut(end).peak < -60
        assert live.input == ""


def test_interrupt_and_next(phone: CallApp, granted: SpeakCall) -> None:
    with LiveTerminal(granted) as live:
        live.enter(LONG)
        live.wait_for_word("long")
        live.enter("I am last.")
        live.enter(">I go next.")
        live.enter("!Stop, please.")
        live.wait_for("▸ I am last.")
        said = [line for line in live.transcript if line.startswith("▸")]
        assert said[0].endswith("(interrupted)") and LONG.startswith(said[0][2:6])
        assert said[1:] == ["▸ Stop, please.", "▸ I go next.", "▸ I am last."]


def test_skip_repeat_and_leaving(phone: CallApp, granted: SpeakCall) -> None:
    with LiveTerminal(granted) as live:
        live.enter(LONG)
        live.wait_for_word("long")
        live.enter("Hello there.")
        live.press("f7")
        live.wait_for("(skipped)")
        live.wait_for("▸ Hello there.")
        granted.wait_until_status("it is over", state="idle", queued=0)
        live.press("f5")
        live.press("ctrl-d")
        assert live.wait() == 0
        assert [line for line in live.lines if line == "▸ Hello there."] == ["▸ Hello there."] * 2


def test_hold_and_go_on(phone: CallApp, granted: SpeakCall) -> None:
    with LiveTerminal(granted, "live", "-r", "120") as live:
        live.enter("One. Two. Three. Four. Five. Six.")
        live.wait_for_word("Two")
        live.press("f6")
        live.wait_for_state("paused")
        phone.wait_until_hearing(0.3)
        end = phone.recording().sound.seconds
        phone.wait_until_hearing(1)
        assert phone.recording().sound.cut(end).peak < -60
        live.enter("Seven.")
        live.wait_for("· Seven.")
        live.press("f6")
        live.wait_for("▸ Seven.")
        granted.wait_until_status("it is over", state="idle", queued=0)
        assert "paused" not in live.state
        live.enter("/pause")
        live.wait_for("nothing")


def test_phrases_and_completion(phone: CallApp, granted: SpeakCall) -> None:
    granted.run("phrase", "add", "coffee", "A cup of coffee, please.").must_be(0)
    granted.run("phrase", "add", "bye", "Good bye.").must_be(0)
    with LiveTerminal(granted) as live:
        live.wait_for_state("● Phone")
        live.press("f2")
        live.wait_for("2  @bye  Good bye.")
        live.type("1")
        live.wait_for("▸ A cup of coffee, please.")
        assert live.input == ""
        live.type("\x1b2")
        live.wait_for("▸ Good bye.")
        live.type("Well, @by")
        live.press("tab")
        live.wait_for_input("Well, @bye")
        live.press("enter")
        live.wait_for("▸ Well, Good bye.")
        live.enter("@cofee")
        live.wait_for("coffee")
        live.wait_for_input("@cofee")
        live.press("ctrl-c")
        live.enter("Would you like some marmalade?")
        live.wait_for("▸ Would you like some")
        live.type("Would you like some mar")
        wait_until(lambda: live.suggestion == "malade", "earlier text is suggested",
                   detail=lambda: f"{live.suggestion!r}\n{live}")
        live.press("right")
        live.wait_for_input("Would you like some marmalade")


def test_ctrl_c_empties_the_line_and_then_stops(phone: CallApp, granted: SpeakCall) -> None:
    with LiveTerminal(granted) as live:
        live.enter(LONG)
        live.wait_for_word("long")
        live.type("no longer wanted")
        live.wait_for_input("no longer wanted")
        live.press("ctrl-c")
        live.wait_for_input("")
        assert "(stopped)" not in str(live)
        live.press("ctrl-c")
        live.wait_for("(stopped)")


def test_history_lasts_and_is_searched(phone: CallApp, granted: SpeakCall) -> None:
    with LiveTerminal(granted) as first, LiveTerminal(granted) as second:
        first.wait_for_state("● Phone")
        second.wait_for_state("● Phone")
        first.enter("One.")
        first.wait_for("▸ One.")
        second.enter("Zwei: Grüße.")
        second.wait_for("▸ Zwei")
        first.enter("Three.")
        first.enter("Three.")
        wait_until(lambda: str(first).count("▸ Three.") == 2, "both are spoken", detail=first.__str__)
        wait_until(lambda: "Three" in history(granted).read_text(), "the line is stored")
    assert history(granted).read_text() == "One.\nZwei: Grüße.\nThree.\n"
    assert stat.S_IMODE(history(granted).stat().st_mode) == 0o600
    with LiveTerminal(granted) as live:
        live.wait_for_state("● Phone")
        live.press("up")
        live.wait_for_input("Three.")
        live.press("up")
        live.wait_for_input("Zwei: Grüße.")
        live.press("ctrl-c", "ctrl-r")
        live.type("On")
        wait_until(lambda: live.input.startswith("One."), "it is found", detail=live.__str__)
        live.press("enter")
        live.wait_for("▸ One.")


def test_private_keeps_nothing(phone: CallApp, granted: SpeakCall) -> None:
    with LiveTerminal(granted, "live", "--private") as live:
        live.enter("A secret.")
        live.wait_for("▸ A secret.")
        live.press("up")
        live.wait_for_input("A secret.")
    state = history(granted).parent
    assert not any(b"secret" in path.read_bytes() for path in state.rglob("*") if path.is_file())


def test_a_damaged_history_is_set_aside(phone: CallApp, granted: SpeakCall) -> None:
    history(granted).write_bytes(b"fine\n\xff\xfe\n")
    with LiveTerminal(granted) as live:
        live.wait_for("the history was damaged")
        live.enter("New.")
        live.wait_for("▸ New.")
        wait_until(history(granted).exists, "a new file is started")
    aside, = history(granted).parent.glob("history.damaged-*")
    assert aside.read_bytes() == b"fine\n\xff\xfe\n"


def test_a_line_without_a_call_comes_back(server: SoundServer, granted: SpeakCall) -> None:
    granted.enable()
    with LiveTerminal(granted) as live:
        live.wait_for_state("no call")
        live.enter(SENTENCE)
        live.wait_for("no call is active")
        live.wait_for_input(SENTENCE)
        with CallApp.phone(server, play="nearspk") as phone:
            live.wait_for_state("● Phone")
            live.press("enter")
            live.wait_for(f"▸ {SENTENCE}")
            live.wait_for_word("doctor")
            live.enter(LONG)
            live.wait_for_word("goes")
            live.type("typing")
            phone.hang_up()
            live.wait_for("(the call ended)")
            live.wait_for_input("typing")
            live.press("ctrl-c")
            # From the word at which the call ended: that of the last look or one soon after.
            wait_until(lambda: len(LONG) / 3 < len(live.input) < len(LONG) - 10 and LONG.endswith(live.input),
                       "the unheard rest returns to the line", detail=live.__str__)


def test_injection_is_switched_on_from_within(server: SoundServer, granted: SpeakCall) -> None:
    with CallApp.phone(server, play="nearspk") as phone, LiveTerminal(granted) as live:
        live.wait_for_state("injection off")
        live.enter("Hello.")
        live.wait_for("Type /enable")
        live.wait_for_input("Hello.")
        live.press("ctrl-c")
        live.type("/en")
        live.press("tab")
        live.wait_for_input("/enable")
        live.enter("mute")
        live.wait_for_state("mic mute")
        phone.wait_for_source("speakcall_mic")
        live.wait_for_state("● Phone")
        live.enter("/frobnicate")
        live.wait_for("unknown command '/frobnicate'")
        live.enter("/rate 9000")
        live.wait_for("not '9000'")
        live.enter("Hello.")
        live.wait_for("▸ Hello.")


def test_it_survives_the_agent_and_the_server(phone: CallApp, server: SoundServer, granted: SpeakCall) -> None:
    with LiveTerminal(granted) as live:
        live.enter(LONG)
        live.enter("And then this.")
        live.wait_for_word("long")
        live.type("typed meanwhile")
        granted.end_agents(signal.SIGKILL)
        live.wait_for("▸ And then this.", 30)
        granted.wait_until_status("all is said", state="idle", queued=0)
        assert [line for line in live.transcript if line.startswith("▸")].count("▸ And then this.") == 1
        assert live.input == "typed meanwhile"
    # The server takes the call with it.
    with LiveTerminal(granted) as live:
        live.wait_for_state("● Phone")
        server.restart()
        live.wait_for("the sound server is gone")
        live.wait_for("the sound server is back", 30)
        with CallApp.phone(server, play="nearspk") as again:
            live.wait_for_state("● Phone")
            again.wait_for_source("speakcall_mic")
            live.enter("I am back.")
            live.wait_for("▸ I am back.")
            granted.wait_until_status("it is over", state="idle", queued=0)
            assert heard(again, "I am back.", live.started)


def test_agent_killed_in_the_middle_says_each_word_once(phone: CallApp, granted: SpeakCall) -> None:
    with LiveTerminal(granted, "live", "-r", "120") as live:
        live.enter("One. Two. Three. Four. Five. Six.")
        live.wait_for_word("Three")
        granted.end_agents(signal.SIGKILL)
        live.wait_for_word("Six", 30)
        # The interrupted word is spoken again; one that was shown too briefly may have been missed.
        order = ["One", "Two", "Three", "Four", "Five", "Six"]
        assert [order.index(word) for word in live.words] == sorted({order.index(word) for word in live.words})


def test_speaks_while_typing(phone: CallApp, granted: SpeakCall) -> None:
    with LiveTerminal(granted, "live", "--as-you-type", "word") as live:
        live.wait_for_state("each word")
        live.type("Hello ")
        live.wait_for("▸ Hello")
        assert live.input == "Hello", "the text stays in the line"
        live.type("dear pepple")
        live.wait_for("▸ dear")
        live.press("backspace", "backspace", "backspace", "backspace")
        live.type("ople ")
        live.wait_for("▸ people")
        live.type("everywhere")
        live.press("enter")
        live.wait_for("▸ everywhere")
        assert "pepple" not in str(live)
        live.wait_for_input("")
        live.press("f8")
        live.wait_for_state("each sentence")
        live.type("A good day. And a")
        live.wait_for("▸ A good day.")
        assert live.input == "A good day. And a"
        live.press("enter")
        live.wait_for("And a")
        kept = "Hello dear people everywhere\nA good day. And a\n"
        wait_until(lambda: history(granted).read_text() == kept, "whole lines are kept")


def test_as_you_type_without_a_call_waits_for_enter(server: SoundServer, granted: SpeakCall) -> None:
    granted.enable()
    with LiveTerminal(granted, "live", "--as-you-type", "word") as live:
        live.wait_for_state("no call")
        live.type("Hello my dear")
        live.wait_for("no call is active")
        live.wait_for_input("Hello my dear")
        with CallApp.phone(server, play="nearspk"):
            live.wait_for_state("● Phone")
            live.press("enter")
            live.wait_for("▸ Hello my dear")


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_wide_characters(phone: CallApp, granted: SpeakCall, columns: int) -> None:
    text = "こんにちは、世界。" * 3 + "👋 and é combined"
    with LiveTerminal(granted, columns=columns) as live:
        live.wait_for_state("● Phone")
        live.type(text)
        live.wait_for_input(text)
        assert max(len(line.rstrip()) for line in live.lines) < columns
        before = live.cursor
        live.press("left")
        wait_until(lambda: live.cursor[1] == before[1] - 1, "the cursor is on the d", detail=live.__str__)
        for _ in range(len("and é combine") + 1):
            live.press("left")
        live.press("backspace")
        live.wait_for_input(text.replace("👋", ""))
        live.type("🎉")
        live.wait_for_input(text.replace("👋", "🎉"))
        live.press("enter")
        live.wait_for("▸ こんにちは")
        live.resize(columns // 2 + 10, 24)
        live.wait_for_state("Phone")


def test_a_pasted_text_is_looked_at_first(phone: CallApp, granted: SpeakCall) -> None:
    with LiveTerminal(granted) as live:
        live.wait_for_state("● Phone")
        live.paste("one\ntwo\x1b[31m three\n")
        live.wait_for_input("one two[31m three")
        assert not live.words
        live.press("enter")
        live.wait_for("▸ one two")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=["TERM", "HUP", "INT"])
def test_the_terminal_is_given_back(phone: CallApp, granted: SpeakCall, number: signal.Signals) -> None:
    with LiveTerminal(granted) as live:
        live.wait_for_state("● Phone")
        live.enter(LONG)
        live.wait_for_word("long")
        assert not live.are_modes_restored()
        live.send(number)
        assert live.wait() == 128 + number
        assert live.are_modes_restored()
        wait_until(lambda: b"\x1b[?2004l" in live.received[-40:], "bracketed paste is off", detail=live.__str__)
    granted.wait_until_status("what it said ends with it", state="idle")


@pytest.mark.parametrize("plain", ["TERM", "NO_COLOR"])
def test_nothing_moves_where_nothing_may(phone: CallApp, granted: SpeakCall, plain: str) -> None:
    granted.environment["NO_COLOR"] = "1" if plain == "NO_COLOR" else ""
    with LiveTerminal(granted, term="dumb" if plain == "TERM" else "xterm") as live:
        live.enter("Hello there.")
        live.wait_for("▸ Hello there.")
        live.wait_for("[● Phone")
        assert b"\x1b" not in live.received
        live.press("ctrl-d")
        assert live.wait() == 0


def test_lines_from_a_pipe(phone: CallApp, granted: SpeakCall) -> None:
    live = granted.start("live")
    live.write("Hello there.\n")
    live.wait_for_line(lambda line: line == "▸ Hello there.", "it is said")
    live.write("!And the last line has no end.")
    live.close_input()
    assert live.wait() == 0
    assert [line.text for line in live.lines] == ["▸ Hello there.", "▸ And the last line has no end."]


def test_lines_from_a_pipe_without_a_call(granted: SpeakCall) -> None:
    granted.enable()
    result = granted.run("live", input="Hello.\n").must_be(75)
    assert "no call is active" in result.output and "not spoken: Hello." in result.output
    granted.run("live", input=b"\xff\n").must_be(65)


def test_needs_permission(speakcall: SpeakCall) -> None:
    speakcall.run("permission", "deny").must_be(0)
    speakcall.run("live", input="Hello.\n").must_be(77)


def test_the_prompt_waits_for_nothing_that_was_learned(server: SoundServer, granted: SpeakCall) -> None:
    learned = history(granted).with_name("learned.txt")
    learned.parent.mkdir(parents=True, mode=0o700, exist_ok=True)
    # Longer than the limit, so it is shortened first, which requires the lock.
    learned.write_text("a line of talk\n" * 40_000)
    learned.chmod(0o600)
    with open(learned.with_name(".learned.txt.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with LiveTerminal(granted, "live", "--preview") as live:
            live.wait_for("›")
            fcntl.flock(lock, fcntl.LOCK_UN)
            live.type("a li")
            live.wait_for_input("a li")
            wait_until(lambda: live.suggestion.startswith("ne"), "learned text is suggested", detail=live.__str__)
            live.press("ctrl-u", "ctrl-d")
            assert live.wait() == 0
