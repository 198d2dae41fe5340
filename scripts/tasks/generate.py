"""`scripts/generate`: the wire code, the API's types, the lockfiles, the demo, the images."""

import sys
from collections.abc import Sequence
from pathlib import Path

from tasks import api_types, demo, generated, images, lockfile, preparation, wire
from tasks.checkout import ROOT, SERVER
from tasks.errors import TaskError
from tasks.node import Node
from tasks.process import say

USAGE = (
    "usage: scripts/generate          write the wire code and the API's types\n"
    "       scripts/generate --check  list the stale ones only\n"
    "       scripts/generate lock     pin the newest allowed packages\n"
    "       scripts/generate demo     train the network of the demo and record its log\n"
    "       scripts/generate images   take the documentation's screenshots"
)


def main(arguments: Sequence[str]) -> int:
    """Generate; return 1 if `--check` finds a stale file."""
    if list(arguments) == ["lock"]:
        preparation.prepare_python()
        lockfile.refresh()
        return 0
    if list(arguments) == ["demo"]:
        preparation.prepare_python()
        demo.record()
        return 0
    if list(arguments) == ["images"]:
        images.take(preparation.prepare_development())
        return 0
    if list(arguments) not in ([], ["--check"]):
        raise TaskError(USAGE)
    node = preparation.prepare_development()
    if not wire.is_supported():
        say(wire.UNSUPPORTED)
    return _check(node) if arguments else _write(node)


def find_stale_wire() -> list[Path]:
    """Return the wire modules that are stale compared with `proto/`."""
    return generated.find_stale(wire.generate(), _present_wire())


def find_stale_api_types(node: Node) -> list[Path]:
    """Return the API's types if they are stale compared with the server."""
    return generated.find_stale(api_types.generate(node), [])


def _check(node: Node) -> int:
    stale = [*(find_stale_wire() if wire.is_supported() else []), *find_stale_api_types(node)]
    sys.stdout.writelines(f"stale: {path}\n" for path in stale)
    return 1 if stale else 0


def _write(node: Node) -> int:
    changed = generated.write(wire.generate(), _present_wire()) if wire.is_supported() else []
    changed += generated.write(api_types.generate(node), [])
    sys.stdout.writelines(f"wrote {path}\n" for path in changed)
    return 0


def _present_wire() -> list[Path]:
    folder = SERVER / wire.PACKAGE
    return [file.relative_to(ROOT) for file in folder.glob("*_pb2.py*")]
