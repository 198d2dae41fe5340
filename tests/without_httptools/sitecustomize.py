"""Makes an interpreter lack httptools, as where it has no wheel: requests are parsed by h11.

Python imports this before any other program when this folder is on PYTHONPATH, in child processes
too. `PYTHONPATH=tests/without_httptools .venv/bin/python -m pytest tests/faults` runs servers so.
"""

import sys

sys.modules["httptools"] = None  # type: ignore[assignment]
