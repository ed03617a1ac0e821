"""The commands that people would type instead."""

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from harness.child import Child
from harness.sound_server import SoundServer
from harness.waiting import wait_until

SPEECHD = """LogLevel 0
CommunicationMethod "unix_socket"
SocketPath "{folder}/speechd.sock"
AudioOutputMethod "pulse"
AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
DefaultModule espeak-ng
DefaultLanguage "en-US"
"""

NAMES = ("espeak-ng | paplay", "espeak-ng | pacat 20 ms", "espeak-ng PULSE_SINK", "spd-say")


def commands(text: str, speechd: bool = True) -> dict[str, list[str]]:
    """Returns the peers' commands that speak a text into the virtual microphone."""
    quoted = shlex.quote(text)
    spoken = f"espeak-ng -v en-us --stdout {quoted}"
    all_commands = {
        NAMES[0]: ["sh", "-c", f"{spoken} | paplay --device=speakcall"],
        NAMES[1]: ["sh", "-c", f"{spoken} | pacat --device=speakcall --format=s16le --rate=22050 --channels=1 "
                               "--latency-msec=20"],
        NAMES[2]: ["env", "PULSE_SINK=speakcall", "espeak-ng", "-v", "en-us", text],
    }
    if speechd:
        all_commands[NAMES[3]] = ["spd-say", "--wait", text]
    return all_commands


@contextmanager
def speech_dispatcher(server: SoundServer) -> Iterator[dict[str, str]]:
    """Runs a warm speech-dispatcher that speaks into the virtual microphone; yields the variables of its clients."""
    folder = server.folder / "speechd"
    (folder / "modules").mkdir(parents=True)
    (folder / "speechd.conf").write_text(SPEECHD.format(folder=folder))
    (folder / "modules" / "espeak-ng.conf").write_text(Path("/etc/speech-dispatcher/modules/espeak-ng.conf").read_text())
    environment = server.environment | {"PULSE_SINK": "speakcall", "SPEECHD_ADDRESS": f"unix_socket:{folder}/speechd.sock"}
    child = Child(["speech-dispatcher", "-s", "-t", "0", "-C", str(folder), "-L", str(folder), "-P", f"{folder}/pid",
                   "-S", f"{folder}/speechd.sock", "-c", "unix_socket"], environment, folder / "log")
    try:
        wait_until((folder / "speechd.sock").exists, "speech-dispatcher listens", detail=child.output)
        yield environment
    finally:
        child.stop()
