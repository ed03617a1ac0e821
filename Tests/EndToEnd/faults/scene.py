"""A sound server with a call on it, and the program."""

import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from harness.call_app import CallApp
from harness.command import Command
from harness.sound_server import Graph, Kind, SoundServer
from harness.speak_call import SpeakCall
from harness.waiting import wait_until

from .vocabulary import WORDS, check_heard

OURS = "speakcall_mic"


class Scene:
    """The target of a fault: a server, the program with permission, and the state before it."""

    def __init__(self, server: SoundServer) -> None:
        self.server = server
        self.program = SpeakCall(server.environment)
        self.program.grant()
        self.before = server.graph()

    @classmethod
    @contextmanager
    def on(cls, kind: Kind) -> Iterator["Scene"]:
        """Runs a scene on a fresh server; at its end nothing of the program may be left."""
        with SoundServer.running(kind, users_own=True) as server:
            scene = cls(server)
            yield scene
            scene.program.close()
            scene.wait_until_clean()

    @contextmanager
    def call(self, name: str = "Phone") -> Iterator[CallApp]:
        """Runs an attached call for the duration of the `with` block."""
        with CallApp.phone(self.server, name, play="nearspk") as phone:
            self.program.enable()
            phone.wait_for_source(OURS)
            phone.wait_until_hearing()
            yield phone

    def foreign(self) -> Graph:
        """Returns the graph without our objects."""
        graph = self.server.graph()
        return Graph(graph.default_sink, graph.default_source,
                     tuple(module for module in graph.modules if "speakcall" not in module))

    def check_foreign(self) -> None:
        """Fails unless everything that is not ours is unchanged."""
        wait_until(lambda: self.foreign() == self.before, "the user's objects are unchanged",
                   detail=lambda: f"{self.before}\n{self.foreign()}")

    def wait_until_clean(self) -> None:
        """Waits until nothing of ours is left on the server."""
        wait_until(lambda: self.server.graph() == self.before, "our objects are gone",
                   detail=lambda: f"{self.before}\n{self.server.graph()}")

    def wait_until_attached(self, phone: CallApp) -> None:
        wait_until(lambda: phone.sources == [OURS], "the call reads our microphone", detail=lambda: str(phone.sources))

    def say(self, words: list[str]) -> Command:
        """Starts to speak some words, each as a sentence."""
        return self.program.start("say", "--json", " ".join(f"{word}." for word in words))

    def check_speech(self, phone: CallApp, chance: random.Random) -> None:
        """Fails unless a word is spoken and heard once."""
        place = phone.recording().sound.seconds
        word = chance.choice(WORDS)
        self.program.run("say", f"{word}.").must_be(0)
        phone.wait_until_hearing(0.3)
        check_heard(phone.recording().sound.cut(place), [word])

    def disable(self) -> None:
        self.program.disable()
        self.wait_until_clean()


class Footprint:
    """The agent's open descriptors and memory, compared between two moments of rest."""

    DESCRIPTORS = 3
    MEGABYTES = 10.0
    """The threshold for growth; a heap settles within a few megabytes."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.descriptors = len(os.listdir(f"/proc/{pid}/fd"))
        resident = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if "VmRSS" in line)
        self.megabytes = int(resident.split()[1]) / 1024

    def check_growth(self) -> str:
        """Fails when the agent has grown and does not shrink again; returns the growth."""
        end = time.monotonic() + 5
        while True:
            now = Footprint(self.pid)
            told = f"{now.descriptors - self.descriptors:+} descriptors, {now.megabytes - self.megabytes:+.1f} MB"
            if now.descriptors <= self.descriptors + self.DESCRIPTORS and \
                    now.megabytes <= self.megabytes + self.MEGABYTES:
                return told
            assert time.monotonic() < end, f"the agent has grown: {told}"
            time.sleep(0.05)
