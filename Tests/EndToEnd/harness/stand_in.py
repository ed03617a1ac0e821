"""A hand-made virtual microphone, to test the harness without the program."""

import subprocess
from pathlib import Path

from .sound import Sound
from .sound_server import SoundServer

SINK = f"module-null-sink sink_name=stand_in rate=48000 {SoundServer.MONO} norewinds=1"
SOURCE = (f"module-remap-source source_name=stand_in_mic master=stand_in.monitor {SoundServer.MONO} "
          "master_channel_map=mono source_properties=device.description=StandIn")


def make_microphone(server: SoundServer) -> None:
    """Creates sink `stand_in` and source `stand_in_mic`, described as StandIn."""
    server.load_module(SINK)
    server.load_module(SOURCE)


def play(server: SoundServer, sound: Sound, sink: str = "stand_in") -> None:
    """Plays the sound into the sink and returns when it has been played."""
    path = Path(server.folder) / "stand-in.wav"
    sound.write(path)
    subprocess.run(["paplay", f"--device={sink}", "--latency-msec=50", path], env=server.environment, check=True,
                   timeout=60)
