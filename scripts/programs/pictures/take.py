"""Takes the pictures of README and guide; run by `scripts/generate images`.

Arguments: the path of a Chromium, the folder `docs`, and the names of the stills to take, such as
`runs`; without a name, all of them and the animation.
"""

import os
import re
import subprocess
import sys
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
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


QUALITY: Final = 0.9
"""Of stills: above it, files are twice as large and look the same."""
AS_WEBP: Final = """async ([png, quality]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}"""


@contextmanager
def served(*flags: str) -> Iterator[str]:
    """Start the dashboard on a free port; give its URL."""
    command = [sys.executable, "-m", "scopeboard", *flags, "--port", "0", "--read_only"]
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
    """Return a picture of the page as PNG."""
    with page_of(browser, still.size) as page:
        page.goto(f"{url}{still.query}")
        still.show(page)
        return at_rest(page)


def as_webp(browser: Browser, png: bytes) -> bytes:
    """Return a picture as WebP, which the browser encodes."""
    page = browser.new_page()
    try:
        return b64decode(page.evaluate(AS_WEBP, [b64encode(png).decode(), QUALITY]))
    finally:
        page.close()


def take_stills(stills: Sequence[Still], browser: Browser, docs: Path) -> None:
    """Write the pictures of one server after the other."""
    for flags in dict.fromkeys(still.flags for still in stills):
        with served(*flags) as url:
            for still in (still for still in stills if still.flags == flags):
                picture = picture_of(still, browser, url)
                file = docs / still.file
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(as_webp(browser, picture))


def main(path: str, docs: Path, names: Sequence[str]) -> None:
    """Write the pictures."""
    chosen = [still for still in STILLS if not names or Path(still.file).stem in names]
    with chromium(path) as browser:
        take_stills(chosen, browser, docs)
        if names:
            return
        with served("--demo") as url, page_of(browser, SIZE) as page:
            (docs / ANIMATION).write_bytes(animated(without_repeats(list(told(page, url)))))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
