"""Standard input: each sentence is spoken as it arrives."""

import subprocess

from harness.call_app import CallApp
from harness.speak_call import SpeakCall
from harness.waiting import wait_until


def texts(command) -> list[str]:
    return [event["text"] for event in command.events if event["event"] == "started"]


def test_a_sentence_is_spoken_before_its_line_ends(phone: CallApp, granted: SpeakCall) -> None:
    saying = granted.start("say", "--json", "-")
    saying.write("I met Dr. Smith at 10.30 today. He was")
    saying.wait_for("finished")
    assert texts(saying) == ["I met Dr. Smith at 10.30 today. "]
    assert phone.recording().since(saying.started).peak > -40 and saying.is_running
    saying.write(" late! And this has no end")
    wait_until(lambda: len(texts(saying)) == 2, "the second sentence is spoken")
    saying.close_input()
    assert saying.wait() == 0
    assert texts(saying)[1:] == ["He was late! ", "And this has no end"]


def test_japanese_sentences_need_no_space(phone: CallApp, granted: SpeakCall) -> None:
    saying = granted.start("say", "--json", "-v", "ja", "-")
    saying.write("こんにちは。元気")
    saying.wait_for("started", text="こんにちは。")
    saying.write("ですか？\n")
    saying.close_input()
    assert saying.wait() == 0
    assert texts(saying) == ["こんにちは。", "元気ですか？\n"]


def test_a_file_that_grows(phone: CallApp, granted: SpeakCall) -> None:
    path = phone.server.folder / "log.txt"
    path.touch()
    with subprocess.Popen(["tail", "-n", "+1", "-f", str(path)], stdout=subprocess.PIPE) as tail:
        try:
            with subprocess.Popen([granted.program, "say", "--json", "-"], env=granted.environment, stdin=tail.stdout,
                                  stdout=subprocess.PIPE, text=True) as saying:
                try:
                    assert saying.stdout is not None
                    for line in ("First line.\n", "Second line without a full stop\n"):
                        with path.open("a") as file:
                            file.write(line)
                        event = ""
                        while '"finished"' not in event:
                            event = saying.stdout.readline()
                            assert event, "say has ended"
                finally:
                    tail.terminate()
                assert saying.wait(30) == 0
        finally:
            tail.kill()
