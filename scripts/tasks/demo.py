"""The recorded log of the demo: trains its network again."""

from tasks.checkout import ROOT, SERVER
from tasks.environment import PYTHON
from tasks.process import Command, run_quietly, say

ARCHIVE = SERVER / "scopeboard" / "demo" / "log.tar.xz"
FAILED = "Could not record the demo; see the output above."


def record() -> None:
    """Write the archive again.

    Raises:
        TaskError: the training failed.
    """
    say("Training the network of the demo …")
    # The log contains the durations of ops; with one thread they are similar on all machines.
    alone = {"PYTHONPATH": str(ROOT / "scripts"), "OPENBLAS_NUM_THREADS": "1"}
    command: Command = [PYTHON, "-m", "programs.demo_log.record", ARCHIVE]
    run_quietly(command, FAILED, environment=alone)
