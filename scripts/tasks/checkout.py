"""Where things lie in a checkout."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SERVER = ROOT / "server"
STATIC = SERVER / "scopeboard" / "static"
FRONTEND = ROOT / "frontend"
PROTO = ROOT / "proto"
LOCKS = ROOT / "scripts" / "locks"
VENV = ROOT / ".venv"
CACHE = ROOT / ".cache"
