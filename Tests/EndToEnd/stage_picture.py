"""Makes `docs/stage.svg`: `play` on a real terminal (tmux), in a call, at a certain word, with an open mouth.

    .build/venv/bin/python Tests/EndToEnd/stage_picture.py [WORD]
"""

import subprocess
import sys

from harness.call_app import CallApp
from harness.paths import ROOT
from harness.sound_server import Kind, SoundServer
from harness.speak_call import SpeakCall
from harness.waiting import wait_until

SCRIPT = """\
Alice: Good morning! Can you both hear me well?
Bob: Loud and clear. Shall we begin with the plan for Saturday, or with the guests?
Chloé: With the guests, please. I have the list here.
Alice: Then let us begin with the guests.
"""
COLUMNS, ROWS = 80, 22


def main(word: str) -> None:
    with SoundServer.running(Kind.PULSEAUDIO) as server:
        program = SpeakCall(server.environment)
        try:
            program.grant()
            with CallApp.phone(server, play="nearspk") as phone:
                program.enable()
                phone.wait_for_source("speakcall_mic")
                (server.folder / "party.txt").write_text(SCRIPT)
                screen = captured(server, program, word)
        finally:
            program.close()
    picture = subprocess.run([sys.executable, ROOT / "docs" / "terminal_picture.py"], input=screen, text=True,
                             capture_output=True, check=True).stdout
    (ROOT / "docs" / "stage.svg").write_text(picture)
    print(screen)


def captured(server: SoundServer, program: SpeakCall, word: str) -> str:
    """Returns the screen with its styles, once the word is highlighted."""
    environment = program.environment | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    tmux = ["tmux", "-S", str(server.folder / "tmux"), "-f", "/dev/null"]

    def run(*arguments: str) -> str:
        return subprocess.run([*tmux, *arguments], env=environment, cwd=server.folder, check=True, text=True,
                              capture_output=True).stdout
    run("-u", "new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS), f"{program.program} play party.txt", ";",
        "set", "status", "off", ";", "resize-window", "-x", str(COLUMNS), "-y", str(ROWS))
    try:
        screens: list[str] = []

        def reached() -> bool:
            screens.append(run("capture-pane", "-e", "-p"))
            is_word = any(word in part.split("\x1b[0")[0] for part in screens[-1].split("7m")[1:])
            return is_word and any(mouth in screens[-1] for mouth in ("▄▄▄", "▅▅▅"))
        wait_until(reached, f"{word!r} is highlighted", detail=lambda: screens[-1])
        return screens[-1]
    finally:
        run("kill-server")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "Saturday")
