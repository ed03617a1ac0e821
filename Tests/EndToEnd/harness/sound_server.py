"""A private sound server."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from .child import Child
from .waiting import wait_until


class Kind(Enum):
    """The sound servers that people use."""

    PULSEAUDIO = "pulse"
    PIPEWIRE = "pipewire"


@dataclass(frozen=True)
class Graph:
    """State that must be the same before and after: the default devices and every module with its argument."""

    default_sink: str
    default_source: str
    modules: tuple[str, ...]


class SoundServer:
    """A private PulseAudio or PipeWire with its own folders, two fake loudspeakers and a fake microphone.

    `fakespk` is the default sink and stands for the far end's loudspeaker, `nearspk` for the near end's; `fakemic`,
    the default source, hears what is played into `fakemic_sink`. It is isolated from the user's own sound server.
    Sinks are made with `norewinds`: without it PulseAudio's null sinks render in blocks of up to two seconds, unlike
    any sound card.
    """

    MONO = "channels=1 channel_map=mono"
    MICROPHONE = f"module-remap-source source_name=fakemic master=fakemic_sink.monitor {MONO} master_channel_map=mono"
    DEVICES = (
        "module-null-sink sink_name=fakespk rate=48000 norewinds=1",
        "module-null-sink sink_name=nearspk rate=48000 norewinds=1",
        f"module-null-sink sink_name=fakemic_sink rate=48000 {MONO} norewinds=1",
        MICROPHONE,
    )
    USERS_OWN = (
        f"module-null-sink sink_name=my_music rate=48000 {MONO}",
        f"module-remap-source source_name=my_mix master=my_music.monitor {MONO} master_channel_map=mono",
        "module-loopback source=my_music.monitor sink=nearspk latency_msec=50",
    )
    PULSEAUDIO_MODULES = (
        "module-native-protocol-unix", *DEVICES, "module-default-device-restore", "module-device-restore",
        "module-stream-restore", "module-suspend-on-idle", "module-switch-on-connect",
    )

    PERIOD = 1024
    """Frames of PipeWire's period: the shortest that it sets by itself on a virtual machine, where shorter ones are
    missed; it does not recognize every virtual machine."""

    def __init__(self, kind: Kind, folder: Path, users_own: bool = False) -> None:
        self.kind = kind
        self.folder = folder
        self._users_own = users_own
        self._daemons: list[Child] = []
        # The last is there from the start because the server and its first client both want to make it.
        for name in ("home", "runtime", "runtime/pulse"):
            (folder / name).mkdir(mode=0o700, parents=True)
        home = folder / "home"
        self.environment = {
            "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "dumb", "HOME": str(home),
            "XDG_RUNTIME_DIR": str(folder / "runtime"), "XDG_CONFIG_HOME": str(home / ".config"),
            "XDG_STATE_HOME": str(home / ".local/state"), "XDG_DATA_HOME": str(home / ".local/share"),
            "XDG_CACHE_HOME": str(home / ".cache"),
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={folder}/runtime/bus",
        }

    @classmethod
    @contextmanager
    def running(cls, kind: Kind, users_own: bool = False) -> Iterator["SoundServer"]:
        """Runs a server for the duration of the `with` block."""
        folder = Path(tempfile.mkdtemp(prefix="speakcall-test-"))
        server = cls(kind, folder, users_own)
        try:
            server.start()
            yield server
        finally:
            server.stop()
            shutil.rmtree(folder, ignore_errors=True)

    def start(self) -> None:
        """Starts the daemons and waits until every device exists and is the default."""
        if self.kind is Kind.PULSEAUDIO:
            self._start_pulseaudio()
        else:
            self._start_pipewire()
        if self._users_own:
            for module in self.USERS_OWN:
                self.load_module(module)
        wait_until(self._has_defaults, "the fake devices are the defaults", detail=self.logs)

    def stop(self) -> None:
        for daemon in reversed(self._daemons):
            daemon.stop()
        self._daemons.clear()

    def restart(self) -> None:
        """Kills the daemons and starts them anew; objects of clients are gone."""
        for daemon in reversed(self._daemons):
            daemon.kill()
            daemon.wait()
        self._daemons.clear()
        for leftover in ("bus", "pipewire-0", "pulse/native", "pulse/pid"):
            (self.folder / "runtime" / leftover).unlink(missing_ok=True)
        self.start()

    def logs(self) -> str:
        """Returns the ends of the daemons' logs."""
        return "\n".join(f"--- {daemon.name}\n{daemon.output()[-2000:]}" for daemon in self._daemons)

    # Queries

    def objects(self, what: str) -> Any:
        """Returns `sinks`, `sources`, `source-outputs`, `sink-inputs`, `modules` or `clients` of the server."""
        return json.loads(self.pactl("--format=json", "list", what) or "[]")

    def source_outputs(self) -> list[dict[str, Any]]:
        """Returns the recording streams, with the name of the source that each reads under `source_name`."""
        names = {source["index"]: source["name"] for source in self.objects("sources")}
        return [{**output, "source_name": names.get(output["source"])} for output in self.objects("source-outputs")]

    def graph(self) -> Graph:
        modules = sorted(f"{module['name']} {module['argument'] or ''}".strip() for module in self.objects("modules"))
        return Graph(self.pactl("get-default-sink"), self.pactl("get-default-source"), tuple(modules))

    def load_module(self, module: str) -> int:
        """Loads a module given as its name and argument, and returns its index."""
        return int(self.pactl("load-module", *module.split(" ")))

    def modules(self, *words: str) -> list[int]:
        """Returns the indexes of the modules whose name and argument contain all of the words."""
        return [int(module["index"]) for module in self._numbered_modules()
                if all(word in f"{module['name']} {module['argument']}" for word in words)]

    def unload_modules(self, *words: str) -> None:
        """Unloads the modules whose name and argument contain all of the words; there must be one."""
        found = self.modules(*words)
        assert found, f"no module with {words}"
        for index in found:
            self.pactl("unload-module", str(index))

    def unplug_microphone(self) -> None:
        """Removes the fake microphone, like a headset that is unplugged."""
        self.unload_modules("module-remap-source", "source_name=fakemic ")

    def plug_microphone(self) -> None:
        """Restores the fake microphone, and waits until it is the default again."""
        self.load_module(self.MICROPHONE)
        # PipeWire's session manager does not always choose it again by itself.
        self.pactl("set-default-source", "fakemic")
        wait_until(self._has_defaults, "the fake microphone is the default again", detail=self.logs)

    def pactl(self, *arguments: str) -> str:
        done = subprocess.run(["pactl", *arguments], env=self.environment, capture_output=True, text=True, timeout=20)
        if done.returncode != 0:
            raise RuntimeError(f"pactl {' '.join(arguments)}: {done.stderr.strip()}")
        return done.stdout.strip()

    # Daemons

    def _start_pulseaudio(self) -> None:
        loads = [word for module in self.PULSEAUDIO_MODULES for word in ("-L", module)]
        self._spawn("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--log-target=stderr", *loads)
        wait_until(self._answers, "PulseAudio answers", detail=self.logs)

    def _start_pipewire(self) -> None:
        runtime = self.folder / "runtime"
        self._write_quantum()
        self._spawn("dbus-daemon", "--session", f"--address=unix:path={runtime}/bus", "--nofork", "--nopidfile")
        wait_until((runtime / "bus").exists, "the session bus is up", detail=self.logs)
        self._spawn("pipewire")
        wait_until((runtime / "pipewire-0").exists, "PipeWire is up", detail=self.logs)
        self._spawn("wireplumber")
        self._spawn("pipewire-pulse")
        wait_until(self._answers, "pipewire-pulse answers", detail=self.logs)
        for module in self.DEVICES:
            self.load_module(module)

    def _write_quantum(self) -> None:
        folder = Path(self.environment["XDG_CONFIG_HOME"]) / "pipewire/pipewire.conf.d"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / "quantum.conf").write_text(f"context.properties = {{ default.clock.min-quantum = {self.PERIOD} }}\n")

    def _numbered_modules(self) -> Iterator[dict[str, str]]:
        # The JSON of the list omits the indexes.
        for line in self.pactl("list", "short", "modules").splitlines():
            index, name, argument, *_ = [*line.split("\t"), "", ""]
            yield {"index": index, "name": name, "argument": argument}

    def _spawn(self, *command: str) -> None:
        log = self.folder / f"{command[0]}.log"
        self._daemons.append(Child(command, self.environment, log))

    def _answers(self) -> bool:
        return subprocess.run(["pactl", "info"], env=self.environment, capture_output=True, timeout=20).returncode == 0

    def _has_defaults(self) -> bool:
        # A session manager that is still starting accepts the request and forgets it, so repeat it until it holds.
        sources = {source["name"] for source in self.objects("sources")}
        if not {"fakespk.monitor", "nearspk.monitor", "fakemic"} <= sources:
            return False
        for kind, name in (("sink", "fakespk"), ("source", "fakemic")):
            subprocess.run(["pactl", f"set-default-{kind}", name], env=self.environment, capture_output=True,
                           timeout=20)
        graph = self.graph()
        return (graph.default_sink, graph.default_source) == ("fakespk", "fakemic")
