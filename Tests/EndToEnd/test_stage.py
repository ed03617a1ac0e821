"""The stage of `play` on a terminal: picture, keys, and the restored terminal."""

import re
import signal
from types import SimpleNamespace

import pytest

from harness.call_app import CallApp
from harness.live_terminal import LiveTerminal
from harness.played import written
from harness.speak_call import SpeakCall
from harness.waiting import wait_until

TALK = "\n".join((
    "@cast Alice voice=en-us+f2", "@cast Bob voice=en-us", "",
    "Alice: Alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november.",
    "Bob: One two three four five six seven eight nine ten eleven twelve thirteen fourteen.",
    "Alice: Monday Tuesday Wednesday Thursday Friday Saturday Sunday, and so on from the beginning.", ""))
BACK = b"\x1b[?25h\x1b[?1049l"


class Stage(LiveTerminal):
    """`play` on a terminal."""

    @property
    def word(self) -> str:
        """The highlighted word."""
        with self._lock:
            return "".join(self._screen.buffer[y][x].data for y in range(self._screen.lines)
                           for x in range(self._screen.columns) if self._screen.buffer[y][x].reverse)

    @property
    def quote(self) -> int:
        """The number of the quote on the screen, 0 before the first."""
        found = re.search(r"quote (\d+) of", "\n".join(self.lines))
        return int(found[1]) if found else 0

    def wait_for_quote(self, number: int) -> None:
        wait_until(lambda: self.quote == number, f"quote {number}", detail=self.__str__)

    def wait_for_word(self, *words: str) -> None:
        wait_until(lambda: self.word in words, f"one of {words} is highlighted", detail=self.__str__)

    def shows(self, text: str) -> bool:
        return any(text in line for line in self.lines)

    def wait_for_text(self, text: str) -> None:
        wait_until(lambda: self.shows(text), f"{text!r} on the screen", detail=self.__str__)

    def must_be_restored(self) -> None:
        """Fails unless the modes, the cursor and the shell's screen are restored."""
        assert self.are_modes_restored()
        wait_until(lambda: self.received.rstrip().endswith(BACK), "the screen is restored",
                   detail=lambda: repr(self.received[-200:]))
        assert self.received.count(b"\x1b[?1049h") == self.received.count(b"\x1b[?1049l")


def stage(phone: CallApp, program: SpeakCall, *options: str, columns: int = 80, rows: int = 24,
          script: str = TALK) -> Stage:
    return Stage(program, "play", *options, written(phone.server, script), columns=columns, rows=rows)


def test_the_speaker_is_lit_and_the_mouth_moves(phone: CallApp, granted: SpeakCall) -> None:
    with stage(phone, granted) as seen:
        seen.wait_for_quote(1)
        mouths: set[str] = set()

        def moves() -> bool:
            mouths.update(re.findall(r"│  ([▁-▆]{3})  │", "\n".join(seen.lines)))
            return len(mouths) >= 3
        wait_until(moves, "three different mouths", detail=seen.__str__)
        faces = next(line for line in seen.lines if "●" in line)
        assert faces.index("●") < faces.index("•"), "Alice, who speaks, is on the left"
        seen.wait_for_quote(2)
        seen.wait_for_word("three")
        faces = next(line for line in seen.lines if "●" in line)
        assert faces.index("•") < faces.index("●")
        assert seen.shows("╭─ Bob ─")


def test_each_word_is_set_off(phone: CallApp, granted: SpeakCall) -> None:
    with stage(phone, granted, script="Alice: One. Two. Three. Four. Five.\n") as seen:
        order: list[str] = []

        def finished() -> bool:
            word = seen.word
            if word and word not in order:
                order.append(word)
            return not seen.is_running
        wait_until(finished, "it ends", detail=seen.__str__)
        assert order == ["One", "Two", "Three", "Four", "Five"]
        assert seen.wait() == 0
        seen.must_be_restored()


def test_keys(phone: CallApp, granted: SpeakCall) -> None:
    with stage(phone, granted) as seen:
        seen.wait_for_word("bravo", "charlie", "delta")
        seen.press("right")
        seen.wait_for_quote(2)
        seen.wait_for_word("two", "three")
        seen.type(" ")
        seen.wait_for_text("· paused")
        granted.wait_until_status("it is held", state="paused")
        seen.type(" ")
        seen.wait_for_word("four", "five", "six")
        assert not seen.shows("· paused")
        seen.press("left")
        seen.wait_for_quote(1)
        seen.wait_for_word("Alpha", "bravo")
        seen.type("n")
        seen.wait_for_quote(2)
        seen.type("s")
        seen.wait_for_text("· stopped")
        granted.wait_until_status("nothing is spoken", state="idle", queued=0)
        seen.type(" ")
        seen.wait_for_word("One", "two")
        seen.type("q")
        assert seen.wait() == 130
        seen.must_be_restored()
    granted.wait_until_status("nothing is spoken", state="idle", queued=0)


def test_quitting_while_paused_holds_nobody(phone: CallApp, granted: SpeakCall) -> None:
    with stage(phone, granted) as seen:
        seen.wait_for_word("charlie", "delta")
        seen.type(" ")
        seen.wait_for_text("· paused")
        seen.press("escape")
        assert seen.wait() == 130
    granted.run("say", "--json", "Hello.").must_be(0)


def test_pause_from_another_shell_shows(phone: CallApp, granted: SpeakCall) -> None:
    with stage(phone, granted) as seen:
        seen.wait_for_word("charlie", "delta")
        granted.run("pause").must_be(0)
        seen.wait_for_text("· paused")
        granted.run("resume").must_be(0)
        wait_until(lambda: not seen.shows("· paused"), "it resumes", detail=seen.__str__)
        seen.wait_for_quote(2)


def test_the_window_is_followed(phone: CallApp, granted: SpeakCall) -> None:
    with stage(phone, granted) as seen:
        seen.wait_for_word("bravo", "charlie", "delta")
        for columns, rows in ((40, 20), (200, 50), (30, 10), (80, 24)):
            seen.resize(columns, rows)
            seen.send(signal.SIGWINCH)
            wait_until(lambda: (columns >= 40) == seen.shows("quote 1 of 3"), f"it is drawn for {columns} columns",
                       detail=seen.__str__)
            # The count ends in the top right corner of the screen.
            if columns >= 40:
                wait_until(lambda: len(seen.lines[0]) == columns - 1 - 1, "as wide as the window",
                           detail=lambda: f"{len(seen.lines[0])}\n{seen}")
            assert len(seen.lines) <= rows


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGSEGV])
def test_the_terminal_is_given_back_at_any_signal(phone: CallApp, granted: SpeakCall, number: signal.Signals) -> None:
    with stage(phone, granted) as seen:
        seen.wait_for_word("bravo", "charlie", "delta")
        assert not seen.are_modes_restored()
        seen.send(number)
        status = seen.wait()
        assert status == (-number if number == signal.SIGSEGV else 128 + number)
        seen.must_be_restored()
    granted.wait_until_status("nothing is spoken", state="idle", queued=0)


def test_ctrl_c(phone: CallApp, granted: SpeakCall) -> None:
    with stage(phone, granted) as seen:
        seen.wait_for_word("bravo", "charlie", "delta")
        seen.press("ctrl-c")
        assert seen.wait() == 130
        seen.must_be_restored()


def test_the_terminal_is_given_back_at_a_failure(phone: CallApp, granted: SpeakCall) -> None:
    with stage(phone, granted) as seen:
        seen.wait_for_word("bravo", "charlie", "delta")
        granted.run("permission", "deny").must_be(0)
        assert seen.wait() == 77
        assert seen.are_modes_restored()
        wait_until(lambda: b"permission" in seen.received.split(b"\x1b[?1049l")[-1], "the reason appears below",
                   detail=lambda: repr(seen.received[-400:]))


def test_ctrl_z_holds_the_speech_and_gives_the_shell_back(phone: CallApp, granted: SpeakCall) -> None:
    shell = SimpleNamespace(program="/bin/bash", environment=granted.environment | {"PS1": "$ "})
    with Stage(shell, "--norc", "--noprofile", "-i") as seen:  # type: ignore[arg-type]
        seen.wait_for_text("$")
        seen.enter(f"{granted.program} play {written(phone.server, TALK)}")
        seen.wait_for_word("bravo", "charlie", "delta")
        seen.type("\x1a")
        wait_until(lambda: b"Stopped" in seen.received, "it stops", detail=seen.__str__)
        assert BACK in seen.received
        granted.wait_until_status("it is held", state="paused")
        before = len(seen.received)
        seen.enter("fg")
        wait_until(lambda: b"quote 1 of 3" in seen.received[before:], "it is redrawn", detail=seen.__str__)
        seen.wait_for_quote(2)
        seen.type("q")
        wait_until(lambda: seen.received.count(BACK) == 2, "it ends", detail=seen.__str__)
        seen.enter("exit $?")
        assert seen.wait() == 130


def test_a_stop_from_outside_is_survived(phone: CallApp, granted: SpeakCall) -> None:
    with stage(phone, granted) as seen:
        seen.wait_for_word("bravo", "charlie", "delta")
        seen.send(signal.SIGSTOP)
        before = len(seen.received)
        seen.send(signal.SIGCONT)
        wait_until(lambda: b"quote 1 of 3" in seen.received[before:], "it is redrawn")
        assert not seen.are_modes_restored()


def test_agent_killed_behind_the_stage(phone: CallApp, granted: SpeakCall) -> None:
    with stage(phone, granted) as seen:
        seen.wait_for_word("charlie", "delta")
        granted.end_agents(signal.SIGKILL)
        seen.wait_for_quote(2)
        seen.wait_for_quote(3)
        assert seen.wait(30) == 0
        seen.must_be_restored()


@pytest.mark.parametrize("setting", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_plain_lines_where_nothing_may_move(phone: CallApp, granted: SpeakCall, setting: dict[str, str]) -> None:
    granted.environment.update(setting)
    with Stage(granted, "play", written(phone.server, "Alice: Hello there.\nBob: Yes.\n"),
               term=setting.get("TERM", "xterm-256color")) as seen:
        assert seen.wait() == 0
        wait_until(lambda: seen.lines == ["Alice: Hello there.", "Bob: Yes."], "two lines", detail=seen.__str__)
        assert b"\x1b" not in seen.received


def test_a_window_that_is_too_narrow_gets_plain_lines(phone: CallApp, granted: SpeakCall) -> None:
    with stage(phone, granted, columns=39, script="Alice: Hello there.\n") as seen:
        assert seen.wait() == 0
        assert b"\x1b" not in seen.received


def test_names_cannot_move_the_cursor(phone: CallApp, granted: SpeakCall) -> None:
    with stage(phone, granted, script="Eve\x1b]0;x: Hello \x1b[2Jthere, how are you?\n") as seen:
        seen.wait_for_text("]0;x")
        seen.wait_for_text("[2Jthere")
        assert b"\x1b]" not in seen.received and seen.received.count(b"\x1b[2J") <= 2
        assert seen.wait() == 0
