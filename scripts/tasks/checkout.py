"""Paths in a checkout."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SERVER = ROOT / "server"
STATIC = SERVER / "scopeboard" / "static"
FRONTEND = ROOT / "frontend"
PROTO = ROOT / "proto"
LOCKS = ROOT / "scripts" / "locks"
VENV = ROOT / ".venv"
CACHE = ROOT / ".cache"


def program(name: str) -> Path:
    """Return the path of a program in `.venv`, which has a different layout on Windows."""
    return VENV / "Scripts" / f"{name}.exe" if os.name == "nt" else VENV / "bin" / name
