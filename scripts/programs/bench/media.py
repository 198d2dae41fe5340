"""Times the media tab in Chromium: from the start of the server to the first picture.

Once without an index and once with the one that this left. Then a person scrolls through all that
there is, twice, and the memory of the server is told before and after each: what is looked at is
read from the event file, and forgotten.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from programs.bench.serving import OURS, Served, fetch, served
from tasks.chromium import get_chromium
from tasks.process_tree import tree_bytes, tree_cpu_seconds

ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
PATIENCE_MS = 60_000
ROUNDS = 2
PAUSE_MS = 250
"""Between two looks, in which what is in sight is asked for."""

DRAWN = """() => [...document.querySelectorAll(".picture-tile img")]
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
  for (const slider of document.querySelectorAll(".media-card .step-slider input[type=range]")) {
    slider.value = String(Math.round((slider.max * share) / 100));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }
}"""


def main(arguments: Sequence[str]) -> int:
    """Print what the media tab takes."""
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
            _tell_memory(browser, program)
        browser.close()
    return 0


def _tell_first(title: str, browser: Browser, program: Served) -> None:
    page = _opened(browser, program)
    taken = tree_cpu_seconds(program.pid)
    _print(f"{title}, start to first picture {program.seconds * 1000:7.0f} ms")
    _print(f"{title}, of the server's processors {taken * 1000:5.0f} ms")
    page.context.close()


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
    while True:
        program.check()
        with suppress(OSError):
            fetch(f"{program.url}api/status")
            break
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{program.url}?tab=media")
    page.wait_for_function(DRAWN, timeout=PATIENCE_MS)
    return page


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scripts/bench media", description=__doc__)
    parser.add_argument("log", type=Path, help="a log directory with many pictures")
    return parser
