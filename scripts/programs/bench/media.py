"""Times the media tab in Chromium: to the first picture, from the start of the server and later.

From the start once without an index and once with the one that this left; then from navigation,
the server running, in fresh profiles of a running browser. Then a person scrolls through all that
there is, twice, and the memory of the server is told before and after each: what is looked at is
read from the event file, and forgotten.
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from programs.bench.serving import OURS, Served, fetch, served
from tasks.chromium import get_chromium
from tasks.process_tree import tree_bytes, tree_cpu_seconds

ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
PATIENCE_MS = 60_000
LOADS = 9
ROUNDS = 2
PAUSE_MS = 250
"""Between two looks, in which what is in sight is asked for."""

DRAWN = """() => [...document.querySelectorAll(".media-image-tile img")]
  .some((image) => image.complete && image.naturalWidth > 0)"""

# Goes on by a window's height; false at the end.
SCROLL = """() => {
  const list = document.querySelector(".media-list");
  const before = list.scrollTop;
  list.scrollTop += list.clientHeight;
  return list.scrollTop > before;
}"""
# Chooses the step that is so far along the slider of each card, in hundredths.
STEP = """(share) => {
  const sliders = document.querySelectorAll(".media-card .media-step-slider input[type=range]");
  for (const slider of sliders) {
    slider.value = String(Math.round((slider.max * share) / 100));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }
}"""


def main(arguments: Sequence[str]) -> int:
    """Print the figures of the media tab."""
    options = _parser().parse_args(arguments)
    with (
        tempfile.TemporaryDirectory(prefix="scopeboard-media-") as scratch,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=get_chromium(), args=list(ARGUMENTS))
        command = f"{OURS} --index_dir {scratch}"
        for title in ("without an index", "with an index"):
            with served(command, {"logdir": str(options.log)}) as program:
                _tell_first(title, browser, program)
        with served(command, {"logdir": str(options.log)}) as program:
            _tell_loads(browser, program)
            _tell_memory(browser, program)
        browser.close()
    return 0


def _tell_first(title: str, browser: Browser, program: Served) -> None:
    page = _opened(browser, program)
    taken = tree_cpu_seconds(program.pid)
    _print(f"{title}, start to first picture {program.seconds * 1000:7.0f} ms")
    _print(f"{title}, of the server's processors {taken * 1000:5.0f} ms")
    page.context.close()


def _tell_loads(browser: Browser, program: Served) -> None:
    times = []
    for _ in range(LOADS):
        page = _page(browser, program)
        begun = time.perf_counter()
        _wait_for_picture(page, program)
        times.append((time.perf_counter() - begun) * 1000)
        page.context.close()
    middle = statistics.median(times)
    spread = f"({min(times):.0f}–{max(times):.0f})"
    _print(f"server running, navigation to first picture {middle:7.0f} ms  {spread}")


def _tell_memory(browser: Browser, program: Served) -> None:
    page = _opened(browser, program)
    for _ in range(ROUNDS):
        before = tree_bytes(program.pid)
        looks = _look_at_all(page)
        after = tree_bytes(program.pid)
        _print(f"memory over {looks} looks {before / 1e6:7.0f} → {after / 1e6:.0f} MB")
    page.context.close()


def _look_at_all(page: Page) -> int:
    """Go down the list at each of some steps; return how often something was looked at."""
    looks = 0
    for share in range(0, 101, 20):
        page.evaluate("document.querySelector('.media-list').scrollTop = 0")
        page.evaluate(STEP, share)
        while True:
            page.wait_for_timeout(PAUSE_MS)
            looks += 1
            if not page.evaluate(SCROLL):
                break
    return looks


def _opened(browser: Browser, program: Served) -> Page:
    """Open the tab in a profile of its own, and wait until a picture is drawn."""
    page = _page(browser, program)
    _wait_for_picture(page, program)
    return page


def _page(browser: Browser, program: Served) -> Page:
    """Return an empty page, once the server answers."""
    while True:
        program.check()
        with suppress(OSError):
            fetch(f"{program.url}api/status")
            break
    return browser.new_context(viewport={"width": 1440, "height": 900}).new_page()


def _wait_for_picture(page: Page, program: Served) -> None:
    page.goto(f"{program.url}?tab=media", wait_until="commit")
    page.wait_for_function(DRAWN, timeout=PATIENCE_MS)


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scripts/bench media", description=__doc__)
    parser.add_argument("log", type=Path, help="a log directory with many pictures")
    return parser
