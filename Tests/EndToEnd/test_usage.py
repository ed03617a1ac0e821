"""Wrong command lines and inputs: the status, and a message with value, place and next command."""

import pytest

from harness.call_app import CallApp
from harness.speak_call import SpeakCall
from harness.waiting import wait_until

WRONG_COMMAND_LINES = {
    "unknown command": (["sey", "hello"], ["'sey'", "'say'", "speakcall help"]),
    "no command": ([], ["speakcall help"]),
    "unknown option": (["say", "--rte", "160", "hello"], ["'--rte'", "--rate", "speakcall help say"]),
    "unknown short option": (["say", "-x", "hello"], ["-x", "speakcall help say"]),
    "missing value": (["say", "--rate"], ["--rate", "speakcall help say"]),
    "not a number": (["say", "--rate", "fast", "hello"], ["--rate", "'fast'", "speakcall help say"]),
    "out of range": (["say", "-r", "9999", "hello"], ["9999", "80", "450", "speakcall help say"]),
    "pitch out of range": (["say", "--pitch=100", "hello"], ["100", "99", "speakcall help say"]),
    "not a choice": (["enable", "--mic", "loud"], ["loud", "mix", "duck", "mute", "speakcall help enable"]),
    "now and next": (["say", "--now", "--next", "hello"], ["--now", "--next", "speakcall help say"]),
    "operand too many": (["disable", "all"], ["all", "speakcall help disable"]),
    "permission": (["permission", "maybe"], ["maybe", "grant", "speakcall help permission"]),
}


@pytest.mark.parametrize(("arguments", "told"), WRONG_COMMAND_LINES.values(), ids=WRONG_COMMAND_LINES.keys())
def test_wrong_command_line_is_64(alone: SpeakCall, arguments: list[str], told: list[str]) -> None:
    result = alone.run(*arguments).must_be(64)
    assert result.output == ""
    for words in told:
        assert words in result.errors
    assert not alone.processes(), "a wrong command line starts no agent"


def test_help_and_version(alone: SpeakCall) -> None:
    overview = alone.run("help").must_be(0).output
    for command in ("say", "enable", "disable", "status", "permission", "stop", "skip", "agent", "completions"):
        assert f"\n  {command}" in overview
        page = alone.run("help", command).must_be(0)
        assert page.errors == "" and f"speakcall {command}" in page.output
        assert alone.run(command, "--help").must_be(0).output == page.output
    assert alone.run("--version").must_be(0).output.startswith("speakcall 0.")
    assert not alone.processes()


BAD = b"caf\xe9 au lait"
"""Latin-1, which is not UTF-8: the fourth byte is wrong."""


def test_bad_encoding_in_a_file_is_65(phone: CallApp, granted: SpeakCall) -> None:
    path = phone.server.folder / "latin1.txt"
    path.write_bytes(BAD)
    result = granted.run("say", "-f", str(path)).must_be(65)
    assert str(path) in result.errors and "UTF-8" in result.errors


def test_bad_encoding_on_standard_input_is_65(phone: CallApp, granted: SpeakCall) -> None:
    result = granted.run("say", "-", input=BAD).must_be(65)
    assert "standard input" in result.errors and "UTF-8" in result.errors


@pytest.mark.parametrize("markup", ["<speak>hello", "<speak><prosody rate='fast'>hello</speak>", "<speak>a < b</speak>"])
def test_bad_ssml_is_65(phone: CallApp, granted: SpeakCall, markup: str) -> None:
    result = granted.run("say", "--ssml", markup).must_be(65)
    assert "SSML" in result.errors


def test_missing_file_is_66(phone: CallApp, granted: SpeakCall) -> None:
    result = granted.run("say", "--file", "no/such/file.txt").must_be(66)
    assert "no/such/file.txt" in result.errors


def test_unknown_voice_names_it(phone: CallApp, granted: SpeakCall) -> None:
    result = granted.run("say", "-v", "klingonese", "hello")
    assert result.status == 64
    assert "klingonese" in result.errors and "speakcall" in result.errors


def test_enable_without_a_sound_server_is_69(alone: SpeakCall) -> None:
    alone.grant()
    result = alone.run("enable").must_be(69)
    assert "sound server" in result.errors and "pactl info" in result.errors


def test_say_after_the_sound_server_went_away_is_69(phone: CallApp, granted: SpeakCall) -> None:
    phone.server.stop()
    wait_until(lambda: not granted.status()["server"]["connected"], "the agent notices")
    result = granted.run("say", "hello").must_be(69)
    assert "sound server" in result.errors and "pactl info" in result.errors
    phone.server.start()
    wait_until(lambda: granted.status()["server"]["connected"], "the agent is connected again")


def test_status_without_a_sound_server(alone: SpeakCall) -> None:
    alone.grant()
    result = alone.run("status", "--json")
    assert result.json()["server"]["connected"] is False
