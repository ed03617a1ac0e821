"""Chromium without a window."""

import functools
import http.server
import json
import threading
import urllib.request
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any

import websocket

from .child import Child
from .sound_server import SoundServer
from .waiting import wait_until

PAGES = Path(__file__).parent


class _Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:
        """Keeps the test's output quiet."""


class PageServer(AbstractContextManager["PageServer"]):
    """A server for the page of the call, because browsers give microphones to served pages only."""

    def __enter__(self) -> "PageServer":
        handler = functools.partial(_Handler, directory=str(PAGES))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/call.html"


class Browser(AbstractContextManager["Browser"]):
    """One Chromium with one page, controlled over its debugging protocol."""

    STARTUP = 40.0
    """Seconds that a cold Chromium may take on a machine with two busy cores."""

    def __init__(self, server: SoundServer, name: str, url: str, sink: str) -> None:
        self._folder = server.folder / f"browser-{name}"
        self._log = server.folder / f"browser-{name}.log"
        self._command = [
            "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
            "--remote-debugging-port=0", "--remote-allow-origins=*", "--use-fake-ui-for-media-stream",
            "--autoplay-policy=no-user-gesture-required", "--disable-features=WebRtcHideLocalIpsWithMdns",
            f"--user-data-dir={self._folder}", url]
        self._environment = server.environment | {"PULSE_SINK": sink}
        self._messages = 0

    def __enter__(self) -> "Browser":
        self._child = Child(self._command, self._environment, self._log)
        try:
            port = self._folder / "DevToolsActivePort"
            wait_until(lambda: port.exists() and len(port.read_text().splitlines()) > 1, "Chromium listens",
                       self.STARTUP, self._detail)
            number = port.read_text().splitlines()[0]
            page = wait_until(lambda: self._page(number), "Chromium shows its page", self.STARTUP, self._detail)
            self._socket = websocket.create_connection(page, timeout=self.STARTUP)
            wait_until(lambda: self.run("typeof offer === 'function' && document.readyState === 'complete'"),
                       "the page is loaded", self.STARTUP, self._detail)
        except BaseException:
            self._child.stop()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._socket.close()
        self._child.stop()

    @property
    def pid(self) -> int:
        return self._child.pid

    def run(self, expression: str) -> Any:
        """Returns the value of a JavaScript expression; awaits promises, and raises exceptions here."""
        self._messages += 1
        parameters = {"expression": expression, "awaitPromise": True, "returnByValue": True, "userGesture": True}
        self._socket.send(json.dumps({"id": self._messages, "method": "Runtime.evaluate", "params": parameters}))
        while True:
            message = json.loads(self._socket.recv())
            if message.get("id") != self._messages:
                continue
            if "error" in message or "exceptionDetails" in message["result"]:
                raise RuntimeError(f"{expression[:80]}: {json.dumps(message)[:2000]}")
            return message["result"]["result"].get("value")

    def call(self, function: str, *arguments: object) -> Any:
        """Calls a function of the page."""
        return self.run(f"{function}({', '.join(json.dumps(argument) for argument in arguments)})")

    def _page(self, port: str) -> str | None:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json", timeout=10) as answer:
            pages = [entry for entry in json.load(answer) if entry["type"] == "page"]
        return pages[0]["webSocketDebuggerUrl"] if pages else None

    def _detail(self) -> str:
        return self._child.output()[-3000:]
