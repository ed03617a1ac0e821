"""Call apps die, users change their minds, and two agents share a server."""

import random
import signal
import time

from harness.call_app import CallApp
from harness.speak_call import SpeakCall
from harness.waiting import wait_until

from .fault import Fault
from .scene import OURS, Footprint, Scene
from .tally import Tally
from .vocabulary import WORDS, check_heard


class CallAppKilled(Fault):
    """The call app is killed in mid-speech."""

    name = "call app killed"
    full, quick = 20, 3

    def run(self, scene: Scene, times: int, tally: Tally, chance: random.Random) -> None:
        for number in range(times):
            with tally.attempt(f"number {number}"):
                with scene.call() as phone:
                    saying = scene.say(list(WORDS))
                    saying.wait_for("word")
                    phone.wait_until_hearing(chance.uniform(0, 0.5))
                    phone.kill(signal.SIGKILL)
                    killed = time.monotonic()
                    assert saying.wait() == 75, saying
                    tally.recovered(killed)
                    assert saying.wait_for("cancelled").event["reason"] == "callEnded"
                with scene.call() as again:
                    scene.check_speech(again, chance)
                scene.check_foreign()
        scene.disable()


class EnabledAndDisabled(Fault):
    """Enable and disable repeatedly during a call: the call is moved there and back, and the agent does not grow."""

    name = "enable and disable"
    full, quick = 200, 15

    def run(self, scene: Scene, times: int, tally: Tally, chance: random.Random) -> None:
        with scene.call() as phone:
            scene.check_speech(phone, chance)
            footprint: Footprint | None = None
            for number in range(times):
                with tally.attempt(f"number {number}"):
                    begun = time.monotonic()
                    scene.program.disable()
                    phone.wait_for_source("fakemic")
                    scene.program.enable()
                    phone.wait_for_source(OURS)
                    tally.recovered(begun)
                    assert phone.is_running
                if number == min(10, times // 2):
                    footprint = Footprint(scene.program.agent_pid)
            with tally.attempt("growth"):
                assert footprint is not None
                tally.remarks.append(footprint.check_growth())
            with tally.attempt("speech afterwards"):
                scene.check_speech(phone, chance)
        scene.disable()


class TwoInstances(Fault):
    """Two agents of two instances, each with a call of its own, speak at once; then both want the same call."""

    name = "two instances at once"
    full, quick = 10, 2

    def run(self, scene: Scene, times: int, tally: Tally, chance: random.Random) -> None:
        second = SpeakCall(scene.server.environment | {"SPEAKCALL_INSTANCE": "second"})
        for number in range(times):
            with tally.attempt(f"a call each, number {number}"):
                self._speak_apart(scene, second, chance)
            with tally.attempt(f"the same call, number {number}"):
                self._share(scene, second)
        second.end_agents(signal.SIGTERM)

    def _speak_apart(self, scene: Scene, second: SpeakCall, chance: random.Random) -> None:
        with CallApp.phone(scene.server, "First", play="nearspk") as one, \
                CallApp.phone(scene.server, "Second", play="nearspk") as two:
            scene.program.enable("--app", "First")
            second.enable("--app", "Second")
            one.wait_for_source(OURS)
            two.wait_for_source("speakcall_second_mic")
            words = chance.sample(WORDS, 6)
            places = [phone.recording().sound.seconds for phone in (one, two)]
            sayings = [program.start("say", "--json", " ".join(f"{word}." for word in part))
                       for program, part in ((scene.program, words[:3]), (second, words[3:]))]
            assert [saying.wait() for saying in sayings] == [0, 0]
            one.wait_until_hearing(0.3)
            two.wait_until_hearing(0.3)
            check_heard(one.recording().sound.cut(places[0]), words[:3])
            check_heard(two.recording().sound.cut(places[1]), words[3:])
            scene.program.disable()
            one.wait_for_source("fakemic")
            assert two.source == "speakcall_second_mic"
            second.disable()
            two.wait_for_source("fakemic")
        scene.wait_until_clean()

    def _share(self, scene: Scene, second: SpeakCall) -> None:
        with CallApp.phone(scene.server, "Shared", play="nearspk") as phone:
            scene.program.enable()
            phone.wait_for_source(OURS)
            second.enable()
            wait_until(lambda: "mic" in phone.source, "one agent has the call")
            phone.wait_until_hearing(0.5)
            owner = phone.source
            for _ in range(5):
                phone.wait_until_hearing(0.1)
                assert phone.source == owner, "the agents do not compete"
            second.disable()
            scene.program.disable()
            phone.wait_for_source("fakemic")
        scene.wait_until_clean()
