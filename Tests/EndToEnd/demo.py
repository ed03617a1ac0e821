"""`make demo`: a private sound server, a real telephone call, a sentence from the shell, and what the far end heard."""

import argparse
import shlex
import sys
from pathlib import Path

from harness.call_app import CallApp
from harness.paths import BUILD, ROOT
from harness.sip_call import SipCall
from harness.sound import Sound
from harness.sound_server import Kind, SoundServer
from harness.speak_call import SpeakCall
from harness.transcriber import Transcriber
from harness.waiting import wait_until


class Demo:
    """The steps; each prints the command and its result."""

    WIDTH = 72

    def __init__(self, kind: Kind, text: str) -> None:
        self._kind = kind
        self._text = text

    def run(self) -> None:
        path = BUILD / "demo" / f"far-end-{self._kind.value}.wav"
        path.parent.mkdir(parents=True, exist_ok=True)
        with SoundServer.running(self._kind) as server:
            name = server.pactl("info").split("Server Name: ")[1].splitlines()[0]
            print(f"A private sound server: {name}. Your own sound is not touched.")
            program = SpeakCall(server.environment)
            try:
                with SipCall(server) as call:
                    print(f"A telephone call: baresip to baresip, Opus. The caller's microphone is '{call.source}'.\n")
                    moments = self._speak(server, program, call)
            finally:
                program.close()
            far_end = call.far_end()
        self._show(far_end, path, moments)

    def _speak(self, server: SoundServer, program: SpeakCall, call: SipCall) -> tuple[float, float]:
        """Enables, speaks and disables; returns the times when `say` started and when its first sample was heard."""
        self._type(program, "permission", "grant")
        self._type(program, "enable")
        wait_until(lambda: call.source == "speakcall_mic", "the call reads the virtual microphone")
        with CallApp.recorder(server, "speakcall_mic") as recorder:
            print(f"$ speakcall say {shlex.quote(self._text)}")
            place = recorder.recording().sound.seconds
            saying = program.start("say", self._text)
            if saying.wait(120) != 0:
                sys.exit(f"{saying}")
            recorder.wait_until_hearing(0.2)
            recording = recorder.recording()
        first = recording.moment(place + recording.sound.cut(place).onset(-60))
        call.wait_until_heard(0.5)
        self._type(program, "disable")
        return saying.started, first

    def _type(self, program: SpeakCall, *command: str) -> None:
        print(f"$ speakcall {' '.join(command)}")
        result = program.run(*command)
        print(result.output + result.errors, end="")
        if result.status != 0:
            sys.exit(result.status)

    def _show(self, heard: Sound, path: Path, moments: tuple[float, float]) -> None:
        spoken = heard.spoken(-50)
        heard.write(path)
        print("\nThe call is over. The far end heard:")
        print(f"  {spoken.drawing(self.WIDTH)}")
        print(f"  “{Transcriber().text(spoken)}”")
        print(f"  {spoken.seconds:.2f} s, {spoken.active_level:.1f} dBFS, peak {spoken.peak:.1f} dBFS, in "
              f"{path.relative_to(ROOT)}")
        print(f"From the start of the command to the first sample at the microphone: "
              f"{1000 * (moments[1] - moments[0]):.0f} ms.")


def main() -> None:
    parser = argparse.ArgumentParser(prog="make demo")
    parser.add_argument("--server", choices=[kind.value for kind in Kind], default=Kind.PULSEAUDIO.value)
    parser.add_argument("--text", required=True)
    arguments = parser.parse_args()
    Demo(Kind(arguments.server), arguments.text).run()


if __name__ == "__main__":
    main()
