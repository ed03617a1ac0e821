"""Runs the faults and prints a line for each kind: tried, survived, worst recovery."""

import argparse
import random
import sys
import traceback

from harness.sound_server import Kind

from .agent_faults import AgentKilled, AgentStopped
from .call_faults import CallAppKilled, EnabledAndDisabled, TwoInstances
from .disk_faults import DiskFull, ReadOnlyState
from .engine_faults import EngineKilled, EngineStopped
from .fault import Fault
from .queue_faults import ManyCallers
from .scene import Scene
from .server_faults import MicrophoneUnplugged, PartsRemoved, ServerRestarted
from .tally import Tally

FAULTS: tuple[type[Fault], ...] = (
    AgentKilled, AgentStopped, ServerRestarted, MicrophoneUnplugged, CallAppKilled, PartsRemoved, TwoInstances,
    EnabledAndDisabled, EngineKilled, EngineStopped, ManyCallers, DiskFull, ReadOnlyState)


def run(fault: Fault, kind: Kind, times: int, seed: int) -> Tally:
    """Runs one kind of fault on a server of its own."""
    tally = Tally(fault.name, kind.value)
    try:
        with Scene.on(kind) as scene:
            fault.run(scene, times, tally, random.Random(f"{seed} {fault.name} {kind.value}"))
    except Exception:  # a problem between the attempts, or something left over, counts as a failure too
        tally.failures.append(f"{kind.value}, {fault.name}:\n{traceback.format_exc()}")
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(prog="faults", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="run the shortened form")
    parser.add_argument("--server", choices=[kind.value for kind in Kind], help="use only this server")
    parser.add_argument("--only", default="", help="run the faults whose name contains these words")
    parser.add_argument("--seed", type=int, default=1, help="set the random moments")
    options = parser.parse_args()
    failed = False
    for kind in Kind:
        if options.server not in (None, kind.value):
            continue
        for fault in (made() for made in FAULTS if options.only in made.name):
            tally = run(fault, kind, fault.quick if options.quick else fault.full, options.seed)
            print(tally.line(), flush=True)
            for failure in tally.failures:
                print(failure, file=sys.stderr, flush=True)
            failed = failed or bool(tally.failures)
    return 1 if failed else 0


sys.exit(main())
