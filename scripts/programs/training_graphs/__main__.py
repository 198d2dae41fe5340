"""Writes the event file of one training graph: `python -m programs.training_graphs NAME FOLDER`."""

import importlib
import sys
from pathlib import Path

from programs.training_graphs.names import GRAPHS


def main() -> None:
    """Write one graph."""
    name, folder = sys.argv[1], Path(sys.argv[2])
    module = next(one for one, names in GRAPHS.items() if name in names)
    folder.mkdir(parents=True, exist_ok=True)
    getattr(importlib.import_module(f"programs.training_graphs.{module}"), name)(folder)


if __name__ == "__main__":
    main()
