"""Takes the pictures of README and guide; run by `scripts/generate images`.

Arguments: the path of a Chromium, and the folder `docs`.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from programs.pictures.animation import animated, without_repeats
from programs.pictures.stills import STILLS, Still
from programs.pictures.story import SIZE, told

ARGUMENTS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-sync",
]
BETWEEN_MS: Final = 1_000
MOST_TRIES: Final = 20
ENVIRONMENT: Final = {
    **os.environ,
    "XDG_CACHE_HOME": str(Path(tempfile.gettempdir(), "scopeboard-pictures")),
}
"""The demo lies at one path: a run's colour follows from its path."""
ANIMATION: Final = Path("images", "scopeboard.png")


@contextmanager
def demo() -> Iterator[str]:
    """Serve the demo on a free port; give its URL."""
    command = [sys.executable, "-m", "scopeboard", "--demo", "--port", "0", "--read_only"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT)
    try:
        line = process.stdout.readline() if process.stdout else ""
        yield re.findall(r"http://\S+", line)[0]
    finally:
        process.terminate()
        process.wait()


@contextmanager
def chromium(path: str) -> Iterator[Browser]:
    """Start a browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def page_of(browser: Browser, size: ViewportSize) -> Iterator[Page]:
    """Open a page that no other visit has left anything to."""
    context = browser.new_context(viewport=size, device_scale_factor=1, color_scheme="light")
    try:
        yield context.new_page()
    finally:
        context.close()


def at_rest(page: Page) -> bytes:
    """Return a picture as soon as two in a row are the same: a busy machine draws late."""
    before, now = b"", page.screenshot(animations="disabled")
    for _ in range(MOST_TRIES):
        if before == now:
            break
        page.wait_for_timeout(BETWEEN_MS)
        before, now = now, page.screenshot(animations="disabled")
    return now


def picture_of(still: Still, browser: Browser, url: str) -> bytes:
    """Return a picture of the demo as PNG."""
    with page_of(browser, still.size) as page:
        page.goto(f"{url}{still.query}")
        still.wait(page)
        return at_rest(page)


def main(path: str, docs: Path) -> None:
    """Write the pictures."""
    with demo() as url, chromium(path) as browser:
        for still in STILLS:
            file = docs / still.file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(picture_of(still, browser, url))
        with page_of(browser, SIZE) as page:
            (docs / ANIMATION).write_bytes(animated(without_repeats(list(told(page, url)))))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
