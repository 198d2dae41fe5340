"""Times the first drawing of a comparison of two graphs in Chromium, from navigation.

A server that has read neither graph is visited first, then one that has read both and not compared
them, and the latter again. The browser has the page's code from a visit of another tab.
"""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from programs.bench.drawing import ARGUMENTS, PATIENCE_MS
from programs.bench.made_graphs import write_run
from programs.bench.serving import OURS, Served, fetch, served
from scopeboard.wire.graph_pb2 import GraphDef
from tasks.chromium import get_chromium

COMMAND: Final = f"{OURS} --read_only --no_index"
IS_DRAWN: Final = "() => window.scopeboard?.scene?.()?.boxes.some(box => box.change)"
REST_MS: Final = 1500
POLL_SECONDS: Final = 0.1


class Drawings(NamedTuple):
    """Seconds from navigation to the first drawing with changes.

    Of graphs that nobody has read, of two that were read, and of a comparison that was made.
    """

    unread: float
    read: float
    again: float


def time_drawings(before: GraphDef, after: GraphDef, folder: Path, runs: int) -> Drawings:
    """Return the fastest of some runs.

    Args:
        before: the first graph.
        after: one with changes.
        folder: a new one, in which a log of both is written.
        runs: how often a server is started for each figure.
    """
    write_run(folder / "before", before)
    write_run(folder / "after", after)
    places = {"logdir": str(folder)}
    unread, read, again = [], [], []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=get_chromium(), args=list(ARGUMENTS))
        try:
            for _ in range(runs):
                with served(COMMAND, places) as program:
                    ids = _prepared(browser, program)
                    unread.append(_draw(browser, program, ids))
                with served(COMMAND, places) as program:
                    ids = _prepared(browser, program)
                    for each in ids:
                        fetch(f"{program.url}api/graphs/{each}/scopes?first_view=true&name=")
                    read.append(_draw(browser, program, ids))
                    again.append(_draw(browser, program, ids))
        finally:
            browser.close()
    return Drawings(min(unread), min(read), min(again))


def _prepared(browser: Browser, program: Served) -> tuple[str, str]:
    """Visit another tab; return the ids of the graphs, the first one first."""
    program.wait()
    page = browser.new_page()
    page.goto(f"{program.url}?tab=scalars")
    page.wait_for_timeout(REST_MS)
    page.close()
    while True:
        listed = json.loads(fetch(f"{program.url}api/graphs"))["graphs"]
        ids = {graph["run"]: graph["id"] for graph in listed}
        if len(ids) > 1:
            return ids["before"], ids["after"]
        time.sleep(POLL_SECONDS)


def _draw(browser: Browser, program: Served, ids: Sequence[str]) -> float:
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    begun = time.perf_counter()
    page.goto(f"{program.url}?tab=graph&graph={ids[1]}&against={ids[0]}", wait_until="commit")
    page.wait_for_function(IS_DRAWN, polling="raf", timeout=PATIENCE_MS)
    seconds = time.perf_counter() - begun
    page.wait_for_timeout(REST_MS)
    page.close()
    return seconds
