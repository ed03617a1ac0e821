"""Measures `speakcall`, compared with what people would type instead.

    make bench                                  both servers
    make bench SERVER=pulse ONLY=latency        one server, one part
    make bench MINUTES=60                       an hour of speech, compared sample by sample
"""

import argparse
import os
import platform
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from harness.paths import BUILD, PROGRAM
from harness.sound_server import Kind

from . import costs, fidelity, following, latency, network, scale
from .figures import Figure, table, write

PARTS = ("latency", "following", "fidelity", "costs", "scale", "network")


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--server", choices=[kind.value for kind in Kind], action="append")
    parser.add_argument("--only", choices=PARTS, action="append")
    parser.add_argument("--rounds", type=int, default=20, help="the number of measurements of each latency")
    parser.add_argument("--minutes", type=float, default=1, help="minutes of speech compared sample by sample")
    parser.add_argument("--seconds", type=float, default=20, help="seconds for which an idle agent is watched")
    parser.add_argument("--instances", type=int, nargs="+", default=[1, 5, 20, 50])
    parser.add_argument("--output", type=Path, default=BUILD / "bench", help="the folder of the JSON files")
    options = parser.parse_args()
    parts: dict[str, Callable[[Kind], list[Figure]]] = {
        "latency": lambda kind: latency.measure(kind, options.rounds),
        "following": lambda kind: following.measure(kind, max(5, options.rounds // 2)),
        "fidelity": lambda kind: fidelity.measure(kind, options.minutes),
        "costs": lambda kind: costs.measure(kind, options.seconds),
        "scale": lambda kind: scale.measure(kind, options.instances),
        "network": lambda kind: network.measure(kind, max(5, options.rounds // 4)),
    }
    options.output.mkdir(parents=True, exist_ok=True)
    for server in options.server or [kind.value for kind in Kind]:
        for name in options.only or parts:
            conditions: dict[str, object] = {
                "server": server, "part": name, "program": str(PROGRAM), "time": time.strftime("%FT%TZ", time.gmtime()),
                "cores": os.cpu_count(), "load": os.getloadavg()[0], "kernel": platform.release(),
                "version": subprocess.run([PROGRAM, "--version"], capture_output=True, text=True).stdout.strip()}
            figures = parts[name](Kind(server))
            print(table(f"\n{server}, {name} (load at the start {conditions['load']:.1f})", figures), flush=True)
            write(options.output / f"{server}-{name}.json", conditions, figures)


if __name__ == "__main__":
    main()
