"""Runs every fault many times and prints a table."""

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from programs.remote_faults.faults import Faults, Turn
from programs.remote_faults.mirrored_log import Credentials, MirroredLog
from programs.remote_faults.outputs import secrets_shown
from programs.remote_faults.polls import poll_often, watch_old_pages
from tasks.checkout import ROOT

sys.path.insert(0, str(ROOT / "tests"))

from tools.faulty_proxy import FaultyProxy


def run_faults(backend: Any, proxy: FaultyProxy, times: int) -> int:  # noqa: ANN401 - of moto
    """Run each fault `times` times, then count requests and search for credentials.

    Returns 1 when points were lost or counted twice, requests were too many, or a secret is shown.
    """
    with tempfile.TemporaryDirectory(prefix="scopeboard-faults-") as name:
        folder, environment = Path(name), dict(os.environ)
        try:
            credentials = Credentials(folder, proxy.url)
            sys.stdout.write(f"{'fault':28}{'turns right':>12}\n")
            faults = Faults(proxy, credentials).turns
            rights = [_turns(backend, folder, *fault, times) for fault in faults.items()]
            is_right = all(right == times for right in rights)
            is_right &= _costs(backend, proxy, folder, times)
            return 0 if is_right and _outputs(backend, proxy, folder) else 1
        finally:
            os.environ.clear()
            os.environ.update(environment)


def _turns(backend: Any, folder: Path, name: str, turn: Turn, times: int) -> int:  # noqa: ANN401 - of moto
    """Run the turns of a fault, print a line, and return how many were right."""
    begun, right = time.perf_counter(), 0
    for number in range(times):
        log = MirroredLog(backend, folder, f"{name.partition(' (')[0]} {number}", number)
        try:
            right += turn(log, number)
        finally:
            log.close()
    seconds = time.perf_counter() - begun
    sys.stdout.write(f"{name:28}{right:6} of {times:2}   {seconds:6.1f} s\n")
    sys.stdout.flush()
    return right


def _costs(backend: Any, proxy: FaultyProxy, folder: Path, times: int) -> bool:  # noqa: ANN401 - of moto
    """Print what polls cost, and return whether that is as little as it may be."""
    log = MirroredLog(backend, folder, "polls", times)
    polls = poll_often(backend, proxy, log, times)
    most = max(poll.requests - poll.allowed for poll in polls)
    old = watch_old_pages(backend, proxy, log)
    sys.stdout.write(
        f"{sum(poll.requests for poll in polls)} requests for {times} polls, where a listing per "
        f"1,000 objects and a request per changed file are {sum(each.allowed for each in polls)}; "
        f"the worst poll: {most:+d}\n"
        f"{old.requests} listings of old pages, of which one changes; at most {old.allowed}\n"
    )
    log.close()
    return most <= 0 and old.requests <= old.allowed


def _outputs(backend: Any, proxy: FaultyProxy, folder: Path) -> bool:  # noqa: ANN401 - of moto
    """Print whether a secret is shown, and return whether none is."""
    log = MirroredLog(backend, folder, "shown", 0)
    count, found = secrets_shown(proxy, str(log.place))
    sys.stdout.write(f"{count} outputs, files and addresses, {len(found)} with a credential\n")
    sys.stdout.writelines(f"  {place}\n" for place in found)
    log.close()
    return not found
