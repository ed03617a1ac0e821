"""The agent dies or hangs at any moment."""

import os
import random
import signal
import time

from .fault import Fault
from .scene import OURS, Scene
from .tally import Tally
from .vocabulary import WORDS, check_heard


class AgentKilled(Fault):
    """SIGKILL at a random moment of enable, say or disable; the next command takes over."""

    name = "agent killed in enable, say, disable"
    full, quick = 50, 4

    def run(self, scene: Scene, times: int, tally: Tally, chance: random.Random) -> None:
        for number in range(times):
            deed = ("enable", "say", "disable")[number % 3]
            with tally.attempt(f"{deed}, number {number}"), scene.call() as phone:
                place = phone.recording().sound.seconds
                words = chance.sample(WORDS, 4)
                agent = scene.program.agent_pid
                command = scene.say(words) if deed == "say" else scene.program.start(deed)
                time.sleep(chance.uniform(0, 1.5 if deed == "say" else 0.03))
                os.kill(agent, signal.SIGKILL)
                assert command.wait() == 0, command
                if deed == "say":
                    phone.wait_until_hearing(0.3)
                    check_heard(phone.recording().sound.cut(place), words, repeated=1)
                scene.program.enable()
                scene.wait_until_attached(phone)
                scene.check_speech(phone, chance)
                # Disable from a cold start, by an agent that has done nothing itself.
                os.kill(scene.program.agent_pid, signal.SIGKILL)
                killed = time.monotonic()
                scene.program.disable()
                phone.wait_for_source("fakemic")
                tally.recovered(killed)
                scene.wait_until_clean()
                assert phone.is_running


class AgentStopped(Fault):
    """SIGSTOP at a random moment of enable, say or disable, for a while; then the call and the command continue."""

    name = "agent stopped in enable, say, disable"
    full, quick = 50, 4

    def run(self, scene: Scene, times: int, tally: Tally, chance: random.Random) -> None:
        for number in range(times):
            deed = ("enable", "say", "disable")[number % 3]
            with tally.attempt(f"{deed}, number {number}"), scene.call() as phone:
                place = phone.recording().sound.seconds
                words = chance.sample(WORDS, 3)
                agent = scene.program.agent_pid
                command = scene.say(words) if deed == "say" else scene.program.start(deed)
                time.sleep(chance.uniform(0, 1 if deed == "say" else 0.03))
                os.kill(agent, signal.SIGSTOP)
                try:
                    phone.wait_until_hearing(chance.uniform(0.05, 1))
                finally:
                    os.kill(agent, signal.SIGCONT)
                going_on = time.monotonic()
                assert scene.program.status()["agent"]["pid"] == agent
                tally.recovered(going_on)
                assert command.wait() == 0, command
                if deed == "say":
                    phone.wait_until_hearing(0.3)
                    check_heard(phone.recording().sound.cut(place), words, lost=0.6)
                if deed != "disable":
                    assert phone.source == OURS
                    scene.program.disable()
                phone.wait_for_source("fakemic")
            scene.check_foreign()
