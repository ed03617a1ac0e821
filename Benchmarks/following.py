"""Measures how soon the virtual microphone follows events: readers that come and go, permission withdrawn."""

import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from harness.call_app import CallApp
from harness.sound_server import Kind, SoundServer
from harness.tone import Tone
from harness.waiting import wait_until

from .figures import Figure
from .latency import LONG, until_silence
from .scene import Scene, call, enabled, wait_for_silence


def measure(kind: Kind, rounds: int) -> list[Figure]:
    with enabled(kind) as (server, _):
        figures = [opening(server, rounds), closing(server, rounds)]
    with call(kind, "--mic", "mute") as scene:
        return [*figures, withdrawal(scene, rounds)]


def is_open(server: SoundServer) -> bool:
    """Returns whether the virtual microphone reads the real one."""
    return bool(server.modules("module-loopback", "sink=speakcall "))


def opening(server: SoundServer, rounds: int) -> Figure:
    """Measures from a reader's first fragment to the first sample of the real microphone in it."""
    values = []
    with Tone(server):
        for _ in range(rounds):
            with CallApp.phone(server, play="nearspk", device="speakcall_mic") as phone:
                wait_until(lambda: phone.recording().sound.peak > Tone.LEVEL - 3, "the real microphone is heard")
                recording = phone.recording()
            values.append(1000 * (recording.moment(recording.sound.onset(Tone.LEVEL - 3)) - recording.arrivals[0]))
            wait_until(lambda: not is_open(server), "the microphone is closed")
    figure = Figure("a reader comes → it hears the real microphone", "ms", values)
    return figure.judged("< 200 ms", figure.median < 200)


def closing(server: SoundServer, rounds: int) -> Figure:
    """Measures from the end of the last reader to the end of the loopback that reads the real microphone."""
    values = []
    for _ in range(rounds):
        with CallApp.phone(server, play="nearspk", device="speakcall_mic") as phone:
            wait_until(lambda: is_open(server), "the microphone is open")
            with ends_of_streams(server) as ends:
                phone.hang_up()
                wait_until(lambda: len(ends) >= 2, "reader and loopback are gone")
        values.append(1000 * (ends[1] - ends[0]))
    figure = Figure("the last reader goes → the real microphone is closed", "ms", values)
    return figure.judged("< 200 ms", figure.median < 200)


@contextmanager
def ends_of_streams(server: SoundServer) -> Iterator[list[float]]:
    """Yields the monotonic times at which recording streams end, as the server reports them."""
    ends: list[float] = []
    with subprocess.Popen(["stdbuf", "-oL", "pactl", "subscribe"], env=server.environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        lines = process.stdout

        def follow() -> None:
            for line in lines:
                if "'remove' on source-output" in line:
                    ends.append(time.monotonic())

        thread = threading.Thread(target=follow)
        thread.start()
        wait_until(lambda: any(client["properties"].get("application.process.id") == str(process.pid)
                               for client in server.objects("clients")), "pactl is subscribed")
        try:
            yield ends
        finally:
            process.terminate()
            thread.join()


def withdrawal(scene: Scene, rounds: int) -> Figure:
    """Measures from the moment `denied` is written to silence."""
    values = []
    for _ in range(rounds):
        wait_for_silence(scene.phone)
        speaking = scene.program.start("say", "--json", LONG)
        speaking.wait_for("word", offset=LONG.index("goes"))
        start = time.monotonic()
        scene.program.permission_file.write_text("denied\n")
        speaking.wait()
        scene.phone.wait_until_hearing(0.3)
        values.append(until_silence(scene.phone.recording(), start, time.monotonic()))
        scene.program.grant()
        scene.program.enable("--mic", "mute")
        scene.phone.wait_for_source("speakcall_mic")
    figure = Figure("permission withdrawn → silence", "ms", values)
    return figure.judged("< 100 ms", figure.median < 100)
