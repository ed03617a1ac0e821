"""A client of the agent's protocol, like a script player."""

import json
import socket
import threading
import time
from pathlib import Path
from typing import Any

from .command import Line
from .speak_call import SpeakCall
from .waiting import PATIENCE, wait_until


class AgentLink:
    """One connection to the running agent: requests out, events in."""

    def __init__(self, program: SpeakCall) -> None:
        status = program.status()
        self._version = status["agent"]["version"]
        sockets = [path for path in program.socket_folder.iterdir() if Path(path).is_socket()]
        assert len(sockets) == 1, sockets
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(sockets[0]))
        self.lines: list[Line] = []
        self.refusals: list[dict[str, Any]] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> "AgentLink":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:  # the agent has closed it
            pass
        self._reader.join(5)
        self._socket.close()

    @property
    def events(self) -> list[dict[str, Any]]:
        return [line.event for line in list(self.lines)]

    def say(self, text: str, **request: object) -> None:
        """Requests an utterance; parameters not given are as in a plain `say`."""
        self.ask(say={"_0": {"text": text, "isComplete": True, "settings": {"isSSML": False}, "placement": "end",
                             "isPreview": False, "isDetached": False, "wantsLevels": False} | request})

    def cancel(self, *utterances: int) -> None:
        self.ask(cancel={"utterances": utterances})

    def ask(self, **action: object) -> None:
        """Sends a request of any kind."""
        self._socket.sendall(json.dumps({"version": self._version, "action": action}).encode() + b"\n")

    def find(self, event: str, **values: object) -> list[Line]:
        """Returns the events so far that have this name and these values."""
        wanted = {"event": event, **values}
        return [line for line in list(self.lines) if wanted.items() <= line.event.items()]

    def wait_for(self, event: str, count: int = 1, timeout: float = PATIENCE, **values: object) -> Line:
        """Waits for so many events of this name and these values; returns the last of them."""
        wait_until(lambda: len(self.find(event, **values)) >= count, f"{count} × {event} {values}", timeout,
                   lambda: f"{self.events}\n{self.refusals}")
        return self.find(event, **values)[count - 1]

    def _read(self) -> None:
        with self._socket.makefile("r") as lines:
            for text in lines:
                reply = json.loads(text)
                if "event" in reply:
                    self.lines.append(Line(json.dumps(reply["event"]["_0"]), time.monotonic()))
                elif "failed" in reply:
                    self.refusals.append(reply["failed"]["_0"])
