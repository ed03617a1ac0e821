"""The agent on one machine, the call on another."""

from harness.call_app import CallApp
from harness.comparison import Comparison
from harness.remote import NoNetwork, Remote
from harness.sound_server import Kind, SoundServer
from harness.speak_call import SpeakCall
from harness.synthesizer import synthesized

from . import peers
from .figures import Figure
from .latency import first
from .scene import SENTENCE, run, wait_for_silence

LINES = {"0.5 ms": (0.0005, 0.0), "25 ms": (0.025, 0.0), "25 ms, 1 % lost": (0.025, 1.0),
         "100 ms, 1 % lost": (0.1, 1.0)}
"""Delay in each direction, in seconds, and loss in percent."""

LONGER = "Good morning. I would like to speak with the doctor, and I will wait as long as it takes."


def measure(kind: Kind, rounds: int) -> list[Figure]:
    figures = []
    for name, (delay, loss) in LINES.items():
        try:
            with Remote(delay, loss) as remote, SoundServer.running(kind) as server:
                figures += over(server, remote, f"{name} each way", rounds)
        except NoNetwork as error:
            print(f"the network is left out: {error}")
            return []
    return figures


def over(server: SoundServer, remote: Remote, line: str, rounds: int) -> list[Figure]:
    anonymous = " auth-anonymous=true" if server.kind is Kind.PIPEWIRE else ""
    server.load_module(f"module-native-protocol-tcp listen={remote.host}{anonymous}")
    program = SpeakCall(server.environment | {"PULSE_SERVER": f"tcp:{remote.host}"})
    try:
        program.grant()
        program.run("status", prefix=remote.prefix).must_be(0)
        with CallApp.phone(server, play="nearspk") as phone:
            program.enable("--mic", "mute")
            phone.wait_for_source("speakcall_mic")
            program.run("say", SENTENCE).must_be(0)
            ours, pacat = [], []
            for _ in range(rounds):
                wait_for_silence(phone)
                ours.append(run([program.program, "say", "-v", "en-us", SENTENCE], program.environment))
                wait_for_silence(phone)
                command = peers.commands(SENTENCE)[peers.NAMES[1]]
                pacat.append(run([*remote.prefix, *command], program.environment))
            whole = 0
            for _ in range(rounds):
                wait_for_silence(phone)
                place = phone.recording().sound.seconds
                program.run("say", LONGER).must_be(0)
                wait_for_silence(phone)
                whole += Comparison(phone.recording().sound.cut(place), synthesized(LONGER)).is_whole
            recording = phone.recording()
    finally:
        program.close()
    note = f"{remote.line}; the peer's time includes starting ip netns exec"
    start = Figure(f"start → first sample, {line}", "ms", [first(recording, begin) for begin, _ in ours],
                   {peers.NAMES[1]: [first(recording, begin) for begin, _ in pacat]}, note=note)
    broken = Figure(f"sentences not whole of {rounds}, {line}", "", [float(rounds - whole)])
    return [start, broken.judged("0", whole == rounds)]
