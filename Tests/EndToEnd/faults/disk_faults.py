"""The state folder cannot be written."""

import os
import random
import subprocess
import time
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .fault import Fault
from .scene import OURS, Scene
from .tally import Tally


class DiskFault(Fault):
    """Nothing is moved without saved state; moved streams are returned all the same."""

    full, quick = 5, 1

    def run(self, scene: Scene, times: int, tally: Tally, chance: random.Random) -> None:
        if os.geteuid() != 0:
            tally.remarks.append("left out: only root can mount")
            return
        for number in range(times):
            with self._small_disk(scene) as folder, scene.call() as phone:
                with tally.attempt(f"in a call, number {number}"), self._broken(folder):
                    broken = time.monotonic()
                    scene.check_speech(phone, chance)
                    scene.program.disable()
                    phone.wait_for_source("fakemic")
                    tally.recovered(broken)
                    scene.wait_until_clean()
                    assert "problems" in scene.program.status()
                    assert scene.program.run("enable").status == 1
                    assert phone.source == "fakemic", "nothing was moved without saved state"
                with tally.attempt(f"afterwards, number {number}"):
                    scene.program.enable()
                    phone.wait_for_source(OURS)
                    scene.check_speech(phone, chance)
                    scene.disable()
                scene.program.end_agents()

    @contextmanager
    def _small_disk(self, scene: Scene) -> Iterator[Path]:
        """Mounts a file system of its own on the state folder."""
        scene.program.close()
        folder = Path(scene.program.environment["XDG_STATE_HOME"]) / "speakcall"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k,mode=700", "tmpfs", folder], check=True)
        try:
            yield folder
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)

    @contextmanager
    def _broken(self, folder: Path) -> Iterator[None]:
        self._break(folder)
        try:
            yield
        finally:
            self._mend(folder)

    @abstractmethod
    def _break(self, folder: Path) -> None: ...

    @abstractmethod
    def _mend(self, folder: Path) -> None: ...


class DiskFull(DiskFault):
    """The disk is full."""

    name = "disk full"

    def _break(self, folder: Path) -> None:
        try:
            with open(folder / "ballast", "wb", buffering=0) as file:
                while True:
                    file.write(bytes(4096))
        except OSError:  # full, as intended
            pass

    def _mend(self, folder: Path) -> None:
        (folder / "ballast").unlink()


class ReadOnlyState(DiskFault):
    """The folder is read-only, like a file system remounted after errors."""

    name = "state folder read-only"

    def _break(self, folder: Path) -> None:
        # Mounted over the folder, which is busy itself: the agent has its log open there.
        subprocess.run(["mount", "--bind", folder, folder], check=True)
        subprocess.run(["mount", "-o", "bind,remount,ro", folder], check=True)

    def _mend(self, folder: Path) -> None:
        subprocess.run(["umount", "--lazy", folder], check=True)
