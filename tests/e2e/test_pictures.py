"""The pictures in README and guide show the page as it is; if not, they have to be taken again.

They are compared from afar, since machines draw letters with different fonts: in cells of 16
pixels, a few of which may differ.
"""

import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache

import pytest
from playwright.sync_api import Browser, Page

from programs.pictures.stills import STILLS, Still
from programs.pictures.take import ENVIRONMENT, picture_of
from tasks.checkout import ROOT
from tools.served import Dashboard, dashboard

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the pictures are taken with the fonts of Linux"
)
CELL = 16
NOTICEABLE = 24
"""Levels of 255, averaged over a cell."""
MOST_CHANGED = 0.02
"""The share of cells that may differ noticeably: words such as the age of a run do."""

CHANGED = """async ([first, second, cell, noticeable]) => {
  const cells = async (png) => {
    const image = new Image();
    image.src = `data:image;base64,${png}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth / cell;
    canvas.height = image.naturalHeight / cell;
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  const [one, other] = [await cells(first), await cells(second)];
  if (one.length !== other.length) return 1;
  const isNoticeable = (at) =>
    [0, 1, 2].some((c) => Math.abs(one[at + c] - other[at + c]) > noticeable);
  let changed = 0;
  for (let at = 0; at < one.length; at += 4) changed += isNoticeable(at) ? 1 : 0;
  return changed / (one.length / 4);
}"""


@pytest.fixture(scope="module")
def running() -> Iterator[Callable[..., Dashboard]]:
    """Return a dashboard with the given flags, one for all pictures of it."""
    with ExitStack() as stack:

        @cache
        def start(*flags: str) -> Dashboard:
            board = dashboard(*flags, "--port", "0", "--read_only", environment=ENVIRONMENT)
            started = stack.enter_context(board)
            started.wait_until_read()
            return started

        yield start


@pytest.fixture
def blank(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


def changed(page: Page, first: bytes, second: bytes) -> float:
    """Return the share of cells that differ noticeably between two pictures; 1 for two sizes."""
    pictures = [b64encode(png).decode() for png in (first, second)]
    share: float = page.evaluate(CHANGED, [*pictures, CELL, NOTICEABLE])
    return share


@pytest.mark.parametrize("still", STILLS, ids=lambda still: still.file)
def test_a_picture_shows_the_page_as_it_is(
    still: Still, running: Callable[..., Dashboard], browser: Browser, blank: Page
) -> None:
    present = picture_of(still, browser, running(*still.flags).url)
    share = changed(blank, (ROOT / "docs" / still.file).read_bytes(), present)
    assert share <= MOST_CHANGED, f"{share:.0%} differs: run scripts/generate images and look"


def test_two_pictures_of_different_tabs_differ(blank: Page) -> None:
    graph, scalars = (
        (ROOT / "docs/images" / f"{name}.webp").read_bytes() for name in ("graph", "scalars")
    )
    assert changed(blank, graph, graph) == 0
    assert changed(blank, graph, scalars) > 3 * MOST_CHANGED
