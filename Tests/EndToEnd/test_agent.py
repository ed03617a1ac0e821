"""The agent: one per instance, whoever starts it and whatever is in its place."""

import os
import signal
import socket
import stat
import threading

import pytest

from harness.call_app import CallApp
from harness.sound_server import SoundServer
from harness.speak_call import SpeakCall
from harness.waiting import wait_until

SENTENCE = "Good morning."


def test_a_hundred_commands_at_once_start_one_agent(granted: SpeakCall) -> None:
    commands = [granted.start("status", "--json") for _ in range(100)]
    assert [command.wait() for command in commands] == [0] * 100
    assert len({command.events[0]["agent"]["pid"] for command in commands}) == 1
    assert len(granted.agents()) == 1


def test_a_hundred_texts_at_once_are_all_spoken(phone: CallApp, granted: SpeakCall) -> None:
    commands = [granted.start("say", "-r", "450", "--json", "a") for _ in range(100)]
    assert [command.wait(120) for command in commands] == [0] * 100
    assert len({command.events[0]["id"] for command in commands}) == 100
    assert len(granted.agents()) == 1


def test_a_killed_agent_is_replaced(granted: SpeakCall) -> None:
    first = granted.agent_pid
    granted.end_agents(signal.SIGKILL)
    sockets = [path for path in granted.socket_folder.iterdir() if stat.S_ISSOCK(path.stat().st_mode)]
    assert sockets, "the dead agent's socket is still there"
    assert granted.agent_pid != first


def test_the_socket_is_the_users_alone(granted: SpeakCall) -> None:
    assert granted.status()["agent"]["pid"]
    assert stat.S_IMODE(granted.socket_folder.stat().st_mode) == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to another user")
def test_a_socket_folder_of_somebody_else_is_refused(alone: SpeakCall) -> None:
    alone.socket_folder.mkdir(mode=0o700)
    os.chown(alone.socket_folder, 65534, 65534)
    result = alone.run("status")
    assert result.status not in (0, 70)
    assert str(alone.socket_folder) in result.errors
    assert not alone.processes()
    os.chown(alone.socket_folder, 0, 0)


def test_a_socket_folder_open_to_others_is_not_used_as_it_is(alone: SpeakCall) -> None:
    alone.socket_folder.mkdir()
    alone.socket_folder.chmod(0o777)
    result = alone.run("status")
    closed = stat.S_IMODE(alone.socket_folder.stat().st_mode) == 0o700
    assert closed or (result.status not in (0, 70) and str(alone.socket_folder) in result.errors)


def test_an_agent_of_another_version_speaks_to_its_end_and_is_replaced(granted: SpeakCall) -> None:
    path = granted.agent_socket()
    old = FakeAgent(str(path))
    status = granted.start("say", "--json", SENTENCE)
    old.wait_for_request()
    assert status.is_running and not granted.agents(), "the old agent still speaks"
    old.leave()
    assert status.wait() == 78, "the new agent answers: injection is off"
    assert len(granted.agents()) == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "TERM"])
def test_a_signal_ends_an_agent_in_good_order(granted: SpeakCall, number: signal.Signals) -> None:
    agent = granted.start_agent()
    granted.enable()
    agent.send(number)
    assert agent.wait() == 0
    wait_until(lambda: not granted.processes(), "its engine ends with it", detail=lambda: str(granted.processes()))
    granted.disable()


def test_an_agent_whose_server_stays_away_leaves(server: SoundServer, granted: SpeakCall) -> None:
    agent = granted.start_agent("--no-server", "0.5")
    granted.enable()
    server.stop()
    assert agent.wait() == 0
    server.restart()
    assert granted.status()["injection"]["enabled"] is True, "injection is saved"
    granted.disable()


class FakeAgent:
    """A stand-in for the agent that answers as another version: outdated, until it exits."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(path)
        self._listener.listen()
        self._leaving = threading.Event()
        self._asked = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def wait_for_request(self) -> None:
        wait_until(self._asked.is_set, "the command asks the old agent")

    def leave(self) -> None:
        self._leaving.set()
        self._thread.join(5)

    def _serve(self) -> None:
        connection, _ = self._listener.accept()
        with connection, connection.makefile("rb") as lines:
            lines.readline()
            connection.sendall(b'{"outdated":{"version":"0.0.1"}}\n')
            self._asked.set()
            self._leaving.wait(10)
            os.unlink(self._path)
            self._listener.close()
