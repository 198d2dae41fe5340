"""Measures what a person sees who opens a graph for the first time, in Chromium.

Each run with event files below the given folders, and each graph file, is served read-only and
opened in a fresh browser. Counted are: whether the scope with most parameters is in the main graph
(of a wrapper that is open, the heaviest in it), closed boxes, boxes of the main graph without a
line, the smallest text in CSS pixels as it is drawn, the share of labelled lines whose label is
drawn and whether one of them is a shape, crossings of the main graph's lines and those of Graphviz
on the same boxes and lines, the area of the drawing, and the zoom. Then scopes are opened by double
click and nodes are searched for; each time it is looked at whether all of it can be seen, beside
all panels. The time is from navigation to the first drawing, a first visit apart, the median of
three; `--vs` takes another checkout by turns.
"""

import argparse
import json
import re
import shlex
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Error, Page, ViewportSize, sync_playwright

from programs.bench.layout import bundle, install_peers
from programs.bench.log_api import LogApi
from programs.bench.serving import Served, served
from programs.first_view.counted import count
from programs.first_view.first_look import look_at
from programs.first_view.results import Result, table, targets
from programs.first_view.subjects import Subject, find_subjects
from programs.first_view.visits import Visitor, find_nodes, in_sight, open_scope, shown_graph
from programs.first_view.weights import (
    Graph,
    deep_names,
    graphs_of,
    heaviest,
    scopes_to_open,
    words_for,
)
from tasks.checkout import ROOT, program
from tasks.chromium import get_chromium
from tasks.environment import PYTHON
from tasks.node import get_node

ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
HERE: Final = "here"
FLAGS: Final = "--read_only --no_index --port {port}"
POLL_SECONDS: Final = 0.2


@dataclass(frozen=True)
class Pictures:
    """Pictures of a graph in a folder, if there is one."""

    folder: Path | None
    name: str

    def take(self, page: Page, what: str, *, only_if: bool = True) -> None:
        """Take a picture of the page."""
        if self.folder is None or not only_if:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        words = re.sub(r"[^\w .-]", "_", f"{self.name} {what}".strip())
        page.screenshot(path=self.folder / f"{words}.png")


def main(arguments: Sequence[str]) -> int:
    """Print a table with a row for each graph, and a line for each target."""
    options = _parser().parse_args(arguments)
    subjects = find_subjects(options.paths)
    node = get_node(PYTHON)
    install_peers(node, options.folder)
    results: list[Result] = []
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        code = bundle(node, Path(scratch), "first-view")
        counter = [node.programs / "node", code]
        browser = playwright.chromium.launch(executable_path=get_chromium(), args=list(ARGUMENTS))
        known: set[str] = set()
        for subject in subjects:
            results += _measure(browser, subject, options, counter, known)
            if options.json:  # each time: a long measurement may be interrupted
                options.json.write_text(json.dumps([asdict(one) for one in results], indent=1))
        browser.close()
    sys.stdout.write(f"\n{table(results)}\n{targets(results)}")
    return 0


def _measure(
    browser: Browser,
    subject: Subject,
    options: argparse.Namespace,
    counter: Sequence[str | Path],
    known: set[str],
) -> Iterator[Result]:
    """Yield what is measured of a subject; nothing of one without a graph, or with a known one."""
    with ExitStack() as stack:
        there = {HERE: stack.enter_context(_serve(ROOT, subject))}
        graphs = _graphs_when_read(there[HERE])
        if known.issuperset(graph.fingerprint for graph in graphs):
            sys.stdout.write(f"{subject.name}: {'as before' if graphs else 'no graph'}\n")
            return
        known.update(graph.fingerprint for graph in graphs)
        if options.vs:
            there[str(options.vs)] = stack.enter_context(_serve(options.vs, subject))
            _graphs_when_read(there[str(options.vs)])
        visitors = {
            name: Visitor(browser, one.url, options.size, options.theme)
            for name, one in there.items()
        }
        try:
            result = _result(visitors[HERE], subject, graphs, options, counter)
            result.times = _times(visitors, options.runs)
        except Error as error:
            sys.stdout.write(f"{subject.name}: {error.message.splitlines()[0]}\n")
            return
        sys.stdout.write(table([result]).splitlines()[1] + "\n")
        sys.stdout.flush()
        yield result


def _result(
    visitor: Visitor,
    subject: Subject,
    graphs: Sequence[Graph],
    options: argparse.Namespace,
    counter: Sequence[str | Path],
) -> Result:
    pictures = Pictures(options.pictures, subject.name)
    with visitor.page() as page:
        view = visitor.look(page)
        shown = shown_graph(page)
        graph = next(one for one in graphs if one.id == shown)
        pictures.take(page, "")
        scopes = list(islice(in_sight(page, view, scopes_to_open(graph, view)), options.opens))
    name, is_main = heaviest(graph, view)
    counted = count(view, counter, options.folder)
    result = Result(subject.name, graph.nodes, name, is_main, look_at(view), counted)
    for scope in scopes:
        with visitor.page() as page:
            opened = open_scope(page, subject.name, visitor.look(page), scope)
            result.opened.append(opened)
            pictures.take(page, f"opened {scope}", only_if=opened.sight == "cut")
    words = [words_for(one) for one in deep_names(graph, options.finds)]
    with visitor.page() as page:
        visitor.look(page)
        for found in find_nodes(page, subject.name, words):
            result.found.append(found)
            pictures.take(page, f"found {found.words}", only_if=not found.is_good)
    return result


def _times(visitors: dict[str, Visitor], runs: int) -> dict[str, list[float]]:
    """Return the times to the first drawing by turns, after a visit of each that does not count."""
    times: dict[str, list[float]] = {name: [] for name in visitors}
    for run in range(runs + 1 if runs else 0):
        for name, visitor in visitors.items():
            taken = visitor.time_first_drawing()
            if run > 0:
                times[name].append(taken)
    return {name: taken for name, taken in times.items() if taken}


def _serve(tree: Path, subject: Subject) -> AbstractContextManager[Served]:
    """Start the dashboard of a checkout on a subject, with nothing kept from earlier starts."""
    dashboard = shlex.quote(str(tree / program("dashboard").relative_to(ROOT)))
    return served(f"{dashboard} {subject.flag} {{path}} {FLAGS}", {"path": str(subject.path)})


def _graphs_when_read(dashboard: Served) -> list[Graph]:
    """Return the graphs of a dashboard once it has found and read them.

    Before it has walked the log directory, it knows of none and is reading nothing.
    """
    api = LogApi(dashboard.url, dashboard.check)
    while not api.wait_until_ready()["log_directories"]:
        time.sleep(POLL_SECONDS)
    while (graphs := graphs_of(dashboard.url)) is None:
        dashboard.check()
        time.sleep(POLL_SECONDS)
    return graphs


def _size(text: str) -> ViewportSize:
    width, height = text.split("x")
    return {"width": int(width), "height": int(height)}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scripts/bench first-view", description=__doc__)
    add = parser.add_argument
    add("paths", nargs="+", type=Path, help="log directories, folders of them, graph files")
    add("--pictures", type=Path, help="a folder for pictures of the first views and of misses")
    add("--size", type=_size, default=_size("1440x900"), help="of the window (default: 1440x900)")
    add("--theme", choices=("light", "dark"), default="light", help="(default: light)")
    add("--json", type=Path, help="a file for everything that was measured")
    add("--opens", type=int, default=2, help="scopes to open in each graph (default: 2)")
    add("--finds", type=int, default=2, help="nodes to search for in each graph (default: 2)")
    add("--runs", type=int, default=3, help="times to the first drawing (default: 3; 0 for none)")
    add("--vs", type=Path, help="another checkout, whose first drawing is timed by turns")
    cache = Path.home() / ".cache" / "scopeboard" / "layout-peers"
    add("--folder", type=Path, default=cache, help="where Graphviz is installed")
    return parser
