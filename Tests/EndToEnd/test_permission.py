"""The user's permission: asked for once, valid only when nobody else can have given it, withdrawn at once."""

import os
from pathlib import Path

import pytest

from harness.call_app import CallApp
from harness.speak_call import Result, SpeakCall
from harness.waiting import wait_until

LONG = "This is a long text, which goes on for quite a while, so that there is time to interrupt it. " * 5

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to others and mount")


def refused(result: Result, *told: str) -> None:
    result.must_be(77)
    for words in (*told, "speakcall permission"):
        assert words in result.errors


@pytest.mark.parametrize("command", [["say", "hello"], ["enable"]], ids=["say", "enable"])
def test_undetermined_without_a_terminal_is_77(alone: SpeakCall, command: list[str]) -> None:
    refused(alone.run(*command), "speakcall permission grant")
    assert not alone.permission_file.exists()


@pytest.mark.parametrize("command", [["say", "hello"], ["enable"]], ids=["say", "enable"])
def test_denied_is_77(alone: SpeakCall, command: list[str]) -> None:
    alone.run("permission", "deny").must_be(0)
    refused(alone.run(*command), str(alone.permission_file))


def test_grant_deny_reset(alone: SpeakCall) -> None:
    def state() -> str:
        result = alone.run("permission")
        assert (result.status == 0) == ("granted" in result.output) and result.status in (0, 77)
        return result.output
    assert "undetermined" in state()
    alone.run("permission", "grant").must_be(0)
    assert alone.permission_file.read_text().split() == ["granted"]
    assert alone.permission_file.stat().st_mode & 0o022 == 0
    assert "granted" in state()
    alone.run("permission", "deny").must_be(0)
    assert "denied" in state()
    alone.run("permission", "reset").must_be(0)
    assert not alone.permission_file.exists()


def test_comments_do_not_count(alone: SpeakCall) -> None:
    alone.permission_file.parent.mkdir(parents=True, mode=0o700)
    alone.permission_file.write_text("# I said yes on Monday\ngranted\n")
    alone.permission_file.chmod(0o600)
    assert "granted" in alone.run("permission").must_be(0).output


def symlink(file: Path) -> None:
    file.rename(file.with_name("elsewhere"))
    file.symlink_to(file.with_name("elsewhere"))


def writable(file: Path) -> None:
    file.chmod(0o666)


def writable_folder(file: Path) -> None:
    file.parent.chmod(0o777)


def other_owner(file: Path) -> None:
    os.chown(file, 65534, 65534)


def other_words(file: Path) -> None:
    file.write_text("granted, of course\n")


def folder_in_its_place(file: Path) -> None:
    file.unlink()
    file.mkdir()


@pytest.mark.parametrize("tamper", [
    symlink, writable, writable_folder, other_words, folder_in_its_place, pytest.param(other_owner, marks=as_root),
], ids=lambda tamper: tamper.__name__)
def test_permission_that_does_not_count_is_77(alone: SpeakCall, tamper: object) -> None:
    alone.grant()
    assert callable(tamper)
    tamper(alone.permission_file)
    refused(alone.run("say", "hello"), str(alone.permission_file.parent))
    refused(alone.run("enable"), str(alone.permission_file.parent))


@as_root
def test_service_disabled_by_the_administrator_is_77(alone: SpeakCall, tmp_path: Path) -> None:
    alone.grant()
    policy = tmp_path / "etc" / "speakcall" / "policy"
    policy.parent.mkdir(parents=True)
    policy.write_text("# company rules\ninjection = disabled\n")
    # The command sees an /etc of its own, with the policy mounted over it.
    script = f"mount -t overlay overlay -o lowerdir={tmp_path}/etc:/etc /etc && exec \"$@\""
    inside = ["unshare", "--mount", "sh", "-c", script, "sh"]
    refused(alone.run("say", "hello", prefix=inside), "/etc/speakcall/policy")
    refused(alone.run("enable", prefix=inside), "/etc/speakcall/policy")
    assert "/etc/speakcall/policy" in alone.run("permission", prefix=inside).output


@pytest.mark.parametrize("command", [["enable"], ["say", "hello"]], ids=["enable", "say"])
def test_a_terminal_is_asked_once(speakcall: SpeakCall, command: list[str]) -> None:
    no = speakcall.on_terminal(*command, answer="n")
    assert no.status == 77, no
    again = speakcall.on_terminal(*command, answer="y")
    assert again.status == 77, "the answer no holds until the user changes it"
    assert "May speakcall" not in again.output
    speakcall.run("permission", "reset").must_be(0)
    yes = speakcall.on_terminal(*command, answer="y")
    assert "granted" in speakcall.permission_file.read_text()
    assert yes.status == (0 if command == ["enable"] else 78), yes


def test_withdrawn_permission_silences_in_mid_word(phone: CallApp, granted: SpeakCall) -> None:
    saying = granted.start("say", "--json", LONG)
    saying.wait_for("word")
    phone.wait_until_hearing(0.5)
    granted.run("permission", "deny").must_be(0)
    assert saying.wait() == 77
    cancelled = saying.wait_for("cancelled").event
    assert cancelled["reason"] == "permissionWithdrawn"
    assert 0 < cancelled["spoken"] < len(LONG)
    phone.wait_until_hearing(0.3)
    silent_from = phone.recording().at(saying.lines[-1].moment) + 0.1
    phone.wait_until_hearing(1)
    assert phone.recording().sound.cut(silent_from).peak < -80
    wait_until(lambda: granted.status()["permission"] == "denied", "status reports it")


WITHOUT_INOTIFY = ["unshare", "--user", "--map-root-user", "sh", "-c",
                   'echo 0 > /proc/sys/user/max_inotify_instances && exec "$@"', "sh"]
"""Runs a program in a user namespace that has no inotify instance left."""


@as_root
def test_permission_that_cannot_be_watched_is_read_before_each_piece(phone: CallApp, granted: SpeakCall) -> None:
    granted.agent_socket()
    granted.start_agent(prefix=WITHOUT_INOTIFY)
    assert "cannot be watched" in " ".join(granted.status()["problems"])
    # The first piece of a long text is some sentences of it, which take about ten seconds at this rate.
    said = granted.start("say", "--json", "-r", "450", LONG * 4)
    said.wait_for("word")
    os.replace(denial(granted), granted.permission_file)
    assert said.wait(timeout=60) == 77
    assert said.wait_for("cancelled").event["reason"] == "permissionWithdrawn"
    refused(granted.run("say", "hello"), str(granted.permission_file))
    granted.disable()


def denial(speakcall: SpeakCall) -> Path:
    """A permission file that denies, to be moved in its place."""
    file = speakcall.permission_file.with_name("denial")
    file.write_text("denied\n")
    file.chmod(0o600)
    return file
