"""`scripts/check`: all checks that do not run the program.

All checks run, however many fail; each prints one line, and its output when it fails.
"""

import os
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Literal

from tasks import generate, guide, preparation, structure, wire
from tasks.checkout import FRONTEND, ROOT, program
from tasks.environment import PYTHON
from tasks.errors import TaskError
from tasks.node import Node
from tasks.process import Command, attempt, output_of

ON_WINDOWS: Final = (
    "--platform=win32",
    f"--cache-dir={ROOT / '.mypy_cache' / 'windows'}",
    "server",
    "scripts",
    "hatch_build.py",
)

State = Literal["passed", "failed", "skipped"]


@dataclass(frozen=True)
class Outcome:
    """The result of a check, its duration in seconds, and the output of a failed one."""

    name: str
    state: State
    seconds: float
    output: str

    def __str__(self) -> str:
        """Return the line for the terminal, and the output below it."""
        line = f"{self.state:8}{self.seconds:6.1f} s  {self.name}"
        return f"{line}\n{self.output}\n" if self.output else line


@dataclass(frozen=True)
class Check:
    """A named check: `find_problems` returns a text that is empty without problems."""

    name: str
    find_problems: Callable[[], str]
    skipped: str = ""

    def outcome(self) -> Outcome:
        """Run and time the check."""
        if self.skipped:
            return Outcome(self.name, "skipped", 0, self.skipped)
        started = time.perf_counter()
        try:
            problems = self.find_problems()
        except TaskError as error:
            problems = error.report()
        seconds = time.perf_counter() - started
        return Outcome(self.name, "failed" if problems else "passed", seconds, problems)


def main(arguments: Sequence[str]) -> int:
    """Run every check; return 1 when one failed."""
    if arguments:
        raise TaskError("scripts/check takes no arguments: it always runs everything.")
    return 1 if run_all(preparation.prepare_development()) else 0


def run_all(node: Node) -> list[str]:
    """Run every check; return the names of those that failed."""
    checks = all_checks(node)
    failed = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for outcome in pool.map(Check.outcome, checks):
            sys.stdout.write(f"{outcome}\n")
            sys.stdout.flush()
            failed += [outcome.name] if outcome.state == "failed" else []
    sys.stdout.write(f"{len(failed)} of {len(checks)} checks failed\n" if failed else "")
    sys.stdout.flush()  # before the output of the next child process
    return failed


def all_checks(node: Node) -> list[Check]:
    """Return all checks, quick ones first."""
    return [
        _python("ruff format", "ruff", "format", "--check", "."),
        _python("ruff check", "ruff", "check", "."),
        _python("layers (import-linter)", "lint-imports", "--no-cache", "--no-logo"),
        Check("sizes of folders", partial(structure.large_folders, ROOT)),
        Check("each module has a test", partial(structure.untested_modules, ROOT)),
        Check("words", partial(structure.banned_words, ROOT)),
        Check("links of the guide", _broken_links),
        _npm(node, "style of the front end (Biome, Stylelint)", "check:style"),
        _npm(node, "layers of the front end (dependency-cruiser)", "check:layers"),
        Check("wire code is fresh", _stale_wire, "" if wire.is_supported() else wire.UNSUPPORTED),
        Check("API types are fresh", partial(_stale_api_types, node)),
        _npm(node, "types of the front end (tsc)", "check:types"),
        _python("types (mypy)", "mypy"),
        # Finds calls that Windows lacks; with its own cache, since both run at once.
        _python("types on Windows (mypy)", "mypy", *ON_WINDOWS),
    ]


def _python(name: str, command: str, *words: str) -> Check:
    return Check(name, partial(_output_of_failure, [program(command), *words], ROOT, {}))


def _npm(node: Node, name: str, script: str) -> Check:
    command = [*node.npm, "run", "--silent", script]
    return Check(name, partial(_output_of_failure, command, FRONTEND, node.environment))


def _output_of_failure(command: Command, directory: Path, environment: dict[str, str]) -> str:
    """Return the output of a command if it fails, else an empty text."""
    done = attempt(command, directory=directory, environment=environment)
    return "" if done.returncode == 0 else output_of(done) or f"exit code {done.returncode}"


def _stale_wire() -> str:
    return _stale(generate.find_stale_wire())


def _stale_api_types(node: Node) -> str:
    return _stale(generate.find_stale_api_types(node))


def _broken_links() -> str:
    guide.check(PYTHON)  # a TaskError has what is wrong
    return ""


def _stale(paths: Sequence[Path]) -> str:
    lines = [f"{path} is stale: run scripts/generate" for path in paths]
    return "\n".join(lines)
