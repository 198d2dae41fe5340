"""Times the charts in Chromium, from what a person does to the last stroke on the screen.

The logs are made up: 20 tags of 10 runs with 1,000 points each, one series of a million points,
and one run with 12,345 tags; --million and --wide take logs that are there already, the latter to
time the first cards from a cold start. Each figure is the median over fresh pages. What is timed
ends with the last stroke that any canvas drew, and the frame after it.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright

from programs.bench.made_logs import write_runs
from programs.bench.serving import OURS, Served, fetch, served
from tasks.chromium import get_chromium

ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
PATIENCE_MS = 60_000
USUAL: ViewportSize = {"width": 1440, "height": 900}
TALL: ViewportSize = {"width": 1440, "height": 3600}
"""A window with 20 visible cards."""

# When any canvas last drew a line, on the page's clock.
WATCH = """() => {
  const draw = CanvasRenderingContext2D.prototype.stroke;
  window.lastStroke = 0;
  CanvasRenderingContext2D.prototype.stroke = function (...given) {
    window.lastStroke = performance.now();
    return draw.apply(this, given);
  };
}"""

# Does something and resolves to the milliseconds until the frame after the last stroke; nothing
# drawn for `quiet` milliseconds is the end.
MEASURE = """async ([key, quiet]) => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  const begun = performance.now();
  window.lastStroke = 0;
  const target = document.activeElement ?? document.body;
  const options = { key, bubbles: true, cancelable: true };
  target.dispatchEvent(new KeyboardEvent("keydown", options));
  let shown = 0;
  let stroke = 0;
  const end = begun + 20_000;
  while (performance.now() < end) {
    await frame();
    if (window.lastStroke > stroke) {
      stroke = window.lastStroke;
      await frame();
      shown = performance.now();
    } else if (shown > 0 && performance.now() - shown > quiet) return shown - begun;
  }
  throw new Error(`Nothing was drawn after ${key}.`);
}"""

Opened = Callable[[], Page]


def main(arguments: Sequence[str]) -> int:
    """Print what charts take."""
    options = _parser().parse_args(arguments)
    parts = (options.only,) if options.only else ("twenty", "million", "cold")
    with (
        tempfile.TemporaryDirectory(prefix="scopeboard-charts-") as scratch,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=get_chromium(), args=list(ARGUMENTS))
        folder, pages = Path(scratch), options.pages
        if "twenty" in parts:
            _twenty(browser, write_runs(folder / "twenty", runs=10, tags=20, points=1000), pages)
        if "million" in parts:
            log = options.million or write_runs(folder / "million", 1, 1, 1_000_000)
            _million(browser, log, pages)
        if "cold" in parts:
            log = write_runs(folder / "tags", runs=1, tags=12_345, points=3)
            _cold("12,345 tags, start to first card", browser, log, pages)
            if options.wide:
                _cold("wide log, start to first card", browser, options.wide, pages)
        browser.close()
    return 0


def _twenty(browser: Browser, log: Path, pages: int) -> None:
    with _dashboard(log) as program:
        _wait(program, until_read=True)

        def opened() -> Page:
            return _opened(browser, program.url, cards=20, window=TALL)

        _tell("20 cards × 10 runs × 1,000 points, smoothing", opened, pages, "s")
        _tell("the same, logarithmic axis", opened, pages, "l")
        _tell("the same, another x axis", opened, pages, "x", quiet=500)


def _million(browser: Browser, log: Path, pages: int) -> None:
    with _dashboard(log) as program:
        _wait(program, until_read=True)

        def opened() -> Page:
            page = _opened(browser, program.url, cards=1)
            page.locator(".scalar-card").first.focus()
            return page

        def full() -> Page:
            page = opened()
            page.keyboard.press("Enter")
            page.locator(".ui-full-screen canvas").wait_for()
            page.wait_for_timeout(1500)
            return page

        _tell("a million points, full screen", opened, pages, "Enter", quiet=500)
        _tell("a million points, zoomed in", full, pages, "+", quiet=500)


def _cold(title: str, browser: Browser, log: Path, pages: int) -> None:
    """Time from the start of the server, without an index, to the first card's first stroke."""
    times = []
    for _ in range(pages):
        with _dashboard(log) as program:
            _wait(program, until_read=False)
            page = _opened(browser, program.url, cards=1)
            times.append(program.seconds * 1000)
            page.context.close()
    _print(title, times)


def _dashboard(log: Path) -> AbstractContextManager[Served]:
    return served(f"{OURS} --no_index", {"logdir": str(log)})


def _wait(program: Served, *, until_read: bool) -> None:
    """Wait until the dashboard answers, or until it has read its log."""
    while True:
        program.check()
        with suppress(OSError):
            status = json.loads(fetch(f"{program.url}api/status"))
            if not until_read or status["loading"]["state"] == "ready":
                return
        time.sleep(0.02)


def _opened(browser: Browser, url: str, cards: int, window: ViewportSize = USUAL) -> Page:
    """Open the page in a new profile, and wait until that many cards are drawn."""
    context = browser.new_context(viewport=window)
    page = context.new_page()
    page.add_init_script(f"({WATCH})()")
    page.goto(f"{url}?tab=scalars")
    drawn = f"document.querySelectorAll('.scalar-card canvas').length >= {cards}"
    page.wait_for_function(f"() => {drawn} && window.lastStroke > 0", timeout=PATIENCE_MS)
    return page


def _tell(title: str, opened: Opened, pages: int, key: str, quiet: int = 150) -> None:
    """Press a key on fresh pages; print how long it took, and what of it the page computed."""
    times, busy = [], []
    for _ in range(pages):
        page = opened()
        page.wait_for_timeout(1000)
        thread = page.context.new_cdp_session(page)
        thread.send("Performance.enable", {"timeDomain": "threadTicks"})
        before = _thread_ms(thread)
        times.append(float(page.evaluate(MEASURE, [key, quiet])))
        busy.append(_thread_ms(thread) - before)
        page.context.close()
    _print(title, times, busy)


def _thread_ms(thread: CDPSession) -> float:
    """Return the processor time of the page's main thread."""
    metrics = thread.send("Performance.getMetrics")["metrics"]
    return next(1000 * float(one["value"]) for one in metrics if one["name"] == "TaskDuration")


def _print(title: str, times: Sequence[float], busy: Sequence[float] = ()) -> None:
    median, least, most = statistics.median(times), min(times), max(times)
    of_it = f"  {statistics.median(busy):6.0f} ms of the page's processor time" if busy else ""
    sys.stdout.write(f"{title:44}{median:7.0f} ms  ({least:.0f}–{most:.0f}){of_it}\n")
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scripts/bench charts", description=__doc__)
    parser.add_argument("--only", choices=("twenty", "million", "cold"), help="run one part")
    parser.add_argument("--pages", type=int, default=5, help="fresh pages for each (default: 5)")
    parser.add_argument("--million", type=Path, help="a log with a series of a million points")
    parser.add_argument("--wide", type=Path, help="a log whose first cards are timed")
    return parser
