"""The demo's log, recorded anew by training its network."""

from tasks.checkout import ROOT, SERVER
from tasks.environment import PYTHON
from tasks.process import Command, run_quietly, say

ARCHIVE = SERVER / "scopeboard" / "demo" / "log.tar.xz"
FAILED = "Could not record the demo; the reason stands above."


def record() -> None:
    """Write the archive anew.

    Raises:
        TaskError: the training failed.
    """
    say("Training the network of the demo …")
    # The log tells how long each op took: on one thread, times are alike on all machines.
    alone = {"PYTHONPATH": str(ROOT / "scripts"), "OPENBLAS_NUM_THREADS": "1"}
    command: Command = [PYTHON, "-m", "programs.demo_log.record", ARCHIVE]
    run_quietly(command, FAILED, environment=alone)
