"""A real browser on a real server."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

from tools import writer
from tools.served import PATIENCE, Dashboard, dashboard, excerpt

from .messages import LOCALE

DISABLED = [
    # A page for suggestions below the address, in a process of its own for each window.
    *("WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxPopup"),
    # Chromium heeds the last list alone; these are in that of Playwright.
    *("AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades"),
    *("LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints"),
    *("PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning"),
]
"""Features of Chromium that tests do without."""
ARGUMENTS = [
    f"--disable-features={','.join(DISABLED)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-partial-raster",  # edges painted again within a clip differ in shade
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--lang={LOCALE}",
    "--host-resolver-rules=MAP *.example.test 127.0.0.1",  # names of other sites
]
GIVEN_UP = "net::ERR_ABORTED"
# How the server says that another window was faster: the page merges, and Chromium complains.
# What a driver without a GPU says of its own speed when a mesh is drawn and read back.
GPU_STALL = "GPU stall due to ReadPixels"
CONFLICT = "the server responded with a status of 409"
OpenPage = Callable[..., Page]

expect.set_options(timeout=PATIENCE * 1000)


def find_chromium() -> str | None:
    """Return the browser that `scripts/test` found, else one on the path."""
    named = os.environ.get("SCOPEBOARD_CHROMIUM")
    return shutil.which("chromium") if named is None else named or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder, and skip them with a sentence where there is no browser."""
    here = Path(__file__).parent
    skip = pytest.mark.skip(reason="there is no Chromium; install it with `apt install chromium`")
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if find_chromium() is None:
                item.add_marker(skip)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """A read-only server of one graph; a module that shows other logs has a `board` of its own."""
    logs: Path = tmp_path_factory.mktemp("logs")
    writer.write_run(logs, "train", writer.graph_event(excerpt("graph/seed_mnist.pb")))
    with dashboard(str(logs), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        yield running


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Return a function that opens a URL; what the console complained of fails the test.

    `prepare` is given the page before it asks for anything.
    """
    complaints: list[str] = []
    contexts = []

    def opened(
        url: str,
        width: int = 1440,
        height: int = 900,
        theme: str = "light",
        locale: str = LOCALE,
        prepare: Callable[[Page], object] = lambda _: None,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
            locale=locale,
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()
        page.on("console", note)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("requestfailed", note_failure)
        prepare(page)
        page.goto(url)
        return page

    def note(message: ConsoleMessage) -> None:
        is_known = CONFLICT in message.text or GPU_STALL in message.text
        if message.type in {"error", "warning"} and not is_known:
            complaints.append(message.text)

    def note_failure(request: Request) -> None:
        # A page that asks for something newer, or is closed, gives up what it was waiting for.
        if request.failure != GIVEN_UP:
            complaints.append(f"failed: {request.url} ({request.failure})")

    yield opened
    seen = list(complaints)
    for context in contexts:
        for page in context.pages:  # what answers in the server's place may be under way
            page.unroute_all(behavior="ignoreErrors")
        context.close()
    assert seen == []
