"""Runs one task: the scripts beside this file call it as `python scripts NAME …`.

Everything under `scripts/` runs on the system's Python before `.venv` exists, so it imports
only the standard library and `scopeboard.system`, which does likewise.

Windows has no `sh` to run the scripts with; there `py scripts NAME …` is the same.
"""

import importlib
import signal
import sys
from pathlib import Path

# For the locks of the `system` package, which imports only the standard library, too.
sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "server"))

from tasks.errors import TaskError


def main() -> int:
    """Run the task of the first argument with the other arguments; return its exit code."""
    # So that child processes end with the task, however it is stopped.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    name, *arguments = sys.argv[1:]
    task = importlib.import_module(f"tasks.{name}")
    try:
        return int(task.main(arguments))
    except TaskError as error:
        sys.stderr.write(error.report(f"scripts/{name}: ") + "\n")
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
