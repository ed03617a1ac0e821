"""The sound server, its microphone and our parts in it come and go."""

import random
import time

from harness.waiting import wait_until

from .fault import Fault
from .scene import OURS, Scene
from .tally import Tally
from .vocabulary import WORDS, check_heard


class ServerRestarted(Fault):
    """The server exits in mid-speech and comes back empty; the call app reconnects, as call apps do."""

    name = "server restarted in mid-speech"
    full, quick = 20, 2

    def run(self, scene: Scene, times: int, tally: Tally, chance: random.Random) -> None:
        for number in range(times):
            with tally.attempt(f"number {number}"):
                words = chance.sample(WORDS, 5)
                with scene.call() as phone:
                    place = phone.recording().sound.seconds
                    saying = scene.say(words)
                    saying.wait_for("word")
                    phone.wait_until_hearing(chance.uniform(0.1, 1.5))
                    scene.server.restart()
                    restarted = time.monotonic()
                    first = phone.recording().sound.cut(place)
                wait_until(lambda: any(OURS == source["name"] for source in scene.server.objects("sources")),
                           "the microphone is back")
                tally.recovered(restarted)
                with scene.call() as phone:
                    assert saying.wait() == 0, saying
                    phone.wait_until_hearing(0.3)
                    check_heard(first.followed_by(phone.recording().sound), words, repeated=1)
                    scene.check_foreign()
        scene.disable()


class MicrophoneUnplugged(Fault):
    """The real microphone is unplugged and plugged in again in mid-speech."""

    name = "microphone unplugged and replugged"
    full, quick = 20, 3

    def run(self, scene: Scene, times: int, tally: Tally, chance: random.Random) -> None:
        with scene.call() as phone:
            for number in range(times):
                with tally.attempt(f"number {number}"):
                    place = phone.recording().sound.seconds
                    words = chance.sample(WORDS, 4)
                    saying = scene.say(words)
                    saying.wait_for("word")
                    phone.wait_until_hearing(chance.uniform(0, 0.5))
                    scene.server.unplug_microphone()
                    phone.wait_until_hearing(chance.uniform(0, 0.5))
                    scene.server.plug_microphone()
                    plugged = time.monotonic()
                    wait_until(lambda: len(scene.server.modules("module-loopback", "source=fakemic sink=speakcall ")) == 1,
                               "the real microphone is mixed in again",
                               detail=lambda: f"{scene.program.status()}\n{scene.server.graph()}")
                    tally.recovered(plugged)
                    assert saying.wait() == 0, saying
                    phone.wait_until_hearing(0.3)
                    check_heard(phone.recording().sound.cut(place), words)
                    assert phone.source == OURS
                    scene.check_foreign()
        scene.disable()


class PartsRemoved(Fault):
    """Somebody else unloads our modules, one by one, in mid-speech."""

    name = "our modules unloaded by others"
    full, quick = 15, 3
    PARTS = (("module-null-sink", "sink_name=speakcall "), ("module-remap-source", f"source_name={OURS} "),
             ("module-loopback", "sink=speakcall "))

    def run(self, scene: Scene, times: int, tally: Tally, chance: random.Random) -> None:
        with scene.call() as phone:
            for number in range(times):
                part = self.PARTS[number % len(self.PARTS)]
                with tally.attempt(f"{part}, number {number}"):
                    wait_until(lambda: scene.server.modules(*self.PARTS[2]), "the real microphone is mixed in")
                    place = phone.recording().sound.seconds
                    words = chance.sample(WORDS, 5)
                    saying = scene.say(words)
                    saying.wait_for("word")
                    phone.wait_until_hearing(chance.uniform(0, 1))
                    scene.server.unload_modules(*part)
                    removed = time.monotonic()
                    wait_until(lambda: phone.sources == [OURS] and
                               all(len(scene.server.modules(*one)) == 1 for one in self.PARTS),
                               "everything is rebuilt", detail=lambda: str(phone.sources))
                    tally.recovered(removed)
                    assert saying.wait() == 0, saying
                    phone.wait_until_hearing(0.3)
                    check_heard(phone.recording().sound.cut(place), words, repeated=1, lost=0.6)
                    scene.check_foreign()
            scene.program.disable()
            phone.wait_for_source("fakemic")
        scene.wait_until_clean()
