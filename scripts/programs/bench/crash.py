"""Kills the dashboard at random delays while it builds its index, and starts it again.

Every round begins without an index, kills once or several times, and ends with a start that must
show every point: each run's count of each tag, as the event files hold it. Every other round kills
the server alone, whose worker processes must then end by themselves. The last round also compares
every value.
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from programs.bench.contents import contents_of
from programs.bench.equality import compare
from programs.bench.log_api import LogApi
from programs.bench.serving import OURS, Served, served
from tasks.process_tree import kill, tree, wait_for_end

KINDS_OF_CRASH = ("tree", "server")
MOST_KILLS = 3  # in a row, before the start that is looked at
ORPHAN_SECONDS = 5.0


def main(arguments: Sequence[str]) -> int:
    """Run the rounds, print a line for each, and return 1 when anything was not shown."""
    options = _parser().parse_args(arguments)
    seed = options.seed if options.seed is not None else random.randrange(1 << 32)  # noqa: S311
    command = f"{OURS} --index_dir {{index}} {options.flags}"
    crashes = Crashes(options.logdir.absolute(), command, random.Random(seed))  # noqa: S311
    sys.stdout.write(f"seed {seed}; {crashes.build_seconds:.2f} s without a crash\n")
    failed = 0
    for number in range(1, options.times + 1):
        line, problems = crashes.round(number, compares=number == options.times)
        sys.stdout.write(f"{line}: {'; '.join(problems) or 'all shown'}\n")
        sys.stdout.flush()
        failed += bool(problems)
    sys.stdout.write(f"{failed} of {options.times} rounds failed\n")
    return 1 if failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scripts/bench crash", description=__doc__)
    parser.add_argument("logdir", type=Path, metavar="LOGDIR")
    parser.add_argument("--times", type=int, default=20, help="rounds (default: 20)")
    parser.add_argument("--seed", type=int, help="for the same delays again")
    parser.add_argument("--flags", default="", help="more flags for the dashboard")
    return parser


class Crashes:
    """Rounds of crashes on one log directory.

    Args:
        log_directory: the served log directory.
        command: holds {logdir}, {port} and {index}.
        chance: chooses the delays.
    """

    def __init__(self, log_directory: Path, command: str, chance: random.Random) -> None:
        self._log_directory, self._command, self._chance = log_directory, command, chance
        scalars = contents_of(log_directory).kinds["scalars"]
        self._wanted = {
            tag: {run: series.points for run, series in runs.items()}
            for tag, runs in scalars.items()
        }
        self.build_seconds = self._clean_build()

    def round(self, number: int, *, compares: bool) -> tuple[str, list[str]]:
        """Kill, restart and compare; return a summary and the differences."""
        victim = KINDS_OF_CRASH[number % 2]
        delays = [self._delay() for _ in range(self._chance.randint(1, MOST_KILLS))]
        with tempfile.TemporaryDirectory(prefix="scopeboard-index-") as index:
            problems = [problem for delay in delays for problem in self._kill(victim, delay, index)]
            problems += self._compare(index, compares=compares)
        shown = ", ".join(f"{delay:.2f}" for delay in delays)
        return f"{number:3}  {victim} killed after {shown} s", problems

    def _clean_build(self) -> float:
        with tempfile.TemporaryDirectory() as index, self._served(index) as program:
            LogApi(program.url, program.check).wait_until_ready()
            return program.seconds

    def _delay(self) -> float:
        return self._chance.uniform(0, self.build_seconds)

    def _kill(self, victim: str, delay: float, index: str) -> list[str]:
        with self._served(index) as program:
            time.sleep(delay)
            members = tree(program.pid)
            kill(members if victim == "tree" else members[:1])
            program.process.wait()
        orphans = wait_for_end(members, ORPHAN_SECONDS)
        kill(orphans)
        return [f"{len(orphans)} processes outlived the server"] if orphans else []

    def _compare(self, index: str, *, compares: bool) -> list[str]:
        with self._served(index) as program:
            api = LogApi(program.url, program.check)
            api.wait_until_ready()
            problems = [
                f"the counts of {tag} differ"
                for tag, runs in self._wanted.items()
                if api.totals(tag) != runs
            ]
            return problems + (compare(self._log_directory, api).differences if compares else [])

    def _served(self, index: str) -> AbstractContextManager[Served]:
        return served(self._command, {"logdir": str(self._log_directory), "index": index})
