"""The speech engine dies or hangs in mid-word."""

import os
import random
import signal
import time

from .fault import Fault
from .scene import Footprint, Scene
from .tally import Tally
from .vocabulary import WORDS, check_heard


class EngineFault(Fault):
    """A signal to the engine at a random moment: at most the current text is lost, and the loss is reported."""

    signal_number: signal.Signals

    def run(self, scene: Scene, times: int, tally: Tally, chance: random.Random) -> None:
        with scene.call() as phone:
            scene.check_speech(phone, chance)
            footprint = Footprint(scene.program.agent_pid)
            for number in range(times):
                with tally.attempt(f"number {number}"):
                    place = phone.recording().sound.seconds
                    words = chance.sample(WORDS, 4)
                    saying = scene.say(words)
                    time.sleep(chance.uniform(0, 0.4))
                    for pid in self._engines(scene):
                        os.kill(pid, self.signal_number)
                    hit = time.monotonic()
                    status = saying.wait()
                    assert status in (0, 1), saying
                    if status == 1:
                        tally.recovered(hit)
                        assert saying.errors.strip(), "the loss is reported"
                    else:
                        phone.wait_until_hearing(0.3)
                        check_heard(phone.recording().sound.cut(place), words)
                    scene.check_speech(phone, chance)
                    assert scene.program.agent_pid == footprint.pid, "the agent notices nothing"
            with tally.attempt("growth"):
                tally.remarks.append(footprint.check_growth())
        scene.disable()

    @staticmethod
    def _engines(scene: Scene) -> list[int]:
        return [pid for pid, line in scene.program.processes().items() if " engine" in line]


class EngineKilled(EngineFault):
    """The engine is killed."""

    name = "engine killed"
    full, quick = 50, 4
    signal_number = signal.SIGKILL


class EngineStopped(EngineFault):
    """The engine is stopped and never continued."""

    name = "engine stopped"
    full, quick = 50, 2
    signal_number = signal.SIGSTOP
