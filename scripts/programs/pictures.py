"""Takes the documentation's pictures of the demo; run by `scripts/generate images`.

Arguments: the path of a Chromium, and the folder to write to.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

WIDTH, HEIGHT = 1280, 800
SETTLED_MS = 1500  # the drawing has faded in, and every card has its points
GRAPH_IS_DRAWN = "name => window.scopeboard?.scene()?.boxes.some(box => box.name.startsWith(name))"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]


@contextmanager
def demo() -> Iterator[str]:
    """Serve the demo on a free port; give its URL."""
    command = [sys.executable, "-m", "scopeboard", "--demo", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline() if process.stdout else ""
        yield re.findall(r"http://\S+", line)[0]
    finally:
        process.terminate()
        process.wait()


def take_scalars(page: Page, url: str, to: Path) -> None:
    """Take the first screen a newcomer sees."""
    page.goto(url)
    page.locator("[data-tag] canvas").first.wait_for()
    page.wait_for_timeout(SETTLED_MS)
    page.screenshot(path=to)


def take_graph(page: Page, url: str, to: Path) -> None:
    """Take the graph with its first layer open."""
    page.goto(f"{url}?tab=graph&open=layer1")
    page.wait_for_function(GRAPH_IS_DRAWN, arg="layer1/")
    page.wait_for_timeout(SETTLED_MS)
    page.screenshot(path=to)


def main(chromium: str, folder: Path) -> None:
    """Write the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with demo() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=1)
        take_scalars(page, url, folder / "scalars.png")
        take_graph(page, url, folder / "graph.png")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
