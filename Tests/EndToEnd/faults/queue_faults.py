"""Everybody wants to speak at once."""

import random
import threading
import time
from collections import Counter

from harness.waiting import wait_until

from .fault import Fault
from .scene import Footprint, Scene
from .tally import Tally
from .vocabulary import WORDS, fragments


class ManyCallers(Fault):
    """Fifty callers queue their words at once; each is heard once."""

    name = "utterances of 50 callers at once"
    full, quick = 1000, 100
    CALLERS = 50
    RATE = 350
    """Words per minute: a thousand words take a while, and the shortest must be long enough to be recognized."""

    def run(self, scene: Scene, times: int, tally: Tally, chance: random.Random) -> None:
        with scene.call() as phone:
            scene.check_speech(phone, chance)
            footprint = Footprint(scene.program.agent_pid)
            place = phone.recording().sound.seconds
            words = [chance.choice(WORDS) for _ in range(times)]
            queued: list[str] = []
            callers = [threading.Thread(target=self._call, args=(scene, words[number :: self.CALLERS], queued))
                       for number in range(self.CALLERS)]
            begun = time.monotonic()
            for caller in callers:
                caller.start()
            for caller in callers:
                caller.join()
            tally.recovered(begun)
            wait_until(lambda: scene.program.status()["speech"] == {"state": "idle", "queued": 0}, "all is over",
                       timeout=30 + times)
            phone.wait_until_hearing(0.3)
            heard = Counter(fragment.word for fragment in fragments(phone.recording().sound.cut(place), rate=self.RATE))
            wanted = Counter(words)
            tally.tried += times
            tally.survived += sum((heard & wanted).values())
            if heard != wanted or len(queued) != times:
                tally.failures.append(f"{tally.server}, {self.name}: {len(queued)} of {times} were queued\n"
                                      f"lost {wanted - heard}, too many {heard - wanted}")
            with tally.attempt("growth"):
                tally.remarks.append(footprint.check_growth())
        scene.disable()

    def _call(self, scene: Scene, words: list[str], queued: list[str]) -> None:
        for word in words:
            result = scene.program.run("say", "--no-wait", f"-r{self.RATE}", f"{word}.")
            if result.status == 0:
                queued.append(word)
