"""The page in cells of JupyterLab and marimo, which may connect to nothing but themselves.

The server of the notebook sends a policy that refuses all other connections, and the browser
refuses all other addresses: what the page shows has come through the kernel's channel.
"""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, Route, expect

from tasks import tool
from tasks.checkout import SERVER
from tasks.errors import TaskError
from tools import writer
from tools.served import PATIENCE, dashboard, excerpt

TOKEN = "notebook"
BOARD_TOKEN = "of-the-dashboard"
END_SECONDS = 20.0  # after which a server that was stopped is killed
FIRST_CELL = "import scopeboard as sb\nlog = sb.open('runs')\nwidget = sb.show(log)\nwidget"
SELECTED = "print('selected', widget.selected_runs, widget.step)"
BUSY = (
    "from pathlib import Path\nfrom time import sleep\n"
    "while not Path('go').exists():\n    sleep(0.1)"
)
IN_TURN = (
    "config/lab/user-settings/@jupyterlab/apputils-extension/kernels-settings.jupyterlab-settings"
)
"""Settings of JupyterLab: by default it sends messages to a thread of the kernel of their own."""
NO_KERNELS = [
    "--KernelSpecManager.allowed_kernelspecs={'none'}",
    "--KernelSpecManager.ensure_native_kernel=False",
]
MARIMO = """
import marimo

app = marimo.App(width="full")


@app.cell
def _():
    import marimo as mo
    import scopeboard as sb

    log = sb.open("runs")
    widget = mo.ui.anywidget(sb.show(log))
    widget
    return log, mo, widget


@app.cell
def _(mo, widget):
    mo.plain_text(f"selected {widget.value['selected_runs']} {widget.value['step']}")
    return


@app.cell
def _(log):
    log.scalars("loss")
    return
"""


@pytest.fixture(scope="module")
def packages() -> Path:
    """The notebooks and what they need."""
    try:
        return tool.install(tool.NOTEBOOKS, Path(sys.executable), "90 MB, for tests of notebooks")
    except TaskError as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(error))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a log of two runs."""
    graph = writer.graph_event(excerpt("graph/seed_mnist.pb"))
    for run in ("base", "wide"):
        writer.write_run(
            tmp_path / "runs",
            run,
            graph + writer.scalar_file({"loss": [3, 2, 1], "acc": [1, 2, 3]}),
        )
    return tmp_path


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


@contextmanager
def served(command: list[str], packages: Path, folder: Path, url: str) -> Iterator[None]:
    """Run the server of a notebook until the end of the block."""
    jupyter = {
        "JUPYTER_PATH": str(packages / "share" / "jupyter"),
        "JUPYTER_CONFIG_PATH": str(packages / "etc" / "jupyter"),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "IPYTHONDIR": str(folder / "ipython"),
    }
    environment = {
        **os.environ,
        **jupyter,
        "HOME": str(folder),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_STATE_HOME": str(folder / "state"),
        "PYTHONPATH": f"{packages}{os.pathsep}{SERVER}",
    }
    log = folder / "server.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=output, stderr=output, text=True
        )
    try:
        deadline = monotonic() + PATIENCE
        while not answers(url):
            assert process.poll() is None, log.read_text()
            assert monotonic() < deadline, log.read_text()
            sleep(0.1)
        yield
    finally:
        process.terminate()
        try:
            process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:  # some servers wait for their kernels
            process.kill()
            process.wait()


def answers(url: str) -> bool:
    try:
        with urlopen(url):
            return True
    except URLError:
        return False


@contextmanager
def opened(browser: Browser, origin: str, theme: str = "light") -> Iterator[Page]:
    """A page that may load nothing but what the notebook has; requests elsewhere fail the test."""
    context = browser.new_context(
        viewport={"width": 1440, "height": 1600},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE * 1000)
    elsewhere: list[str] = []
    violations: list[str] = []

    def only_own(route: Route) -> None:
        if route.request.url.startswith((origin, "data:", "blob:")):
            route.continue_()
        else:
            elsewhere.append(route.request.url)
            route.abort()

    context.route("**/*", only_own)
    page = context.new_page()
    page.on(
        "console",
        lambda message: violations.append(message.text) if "violates" in message.text else None,
    )
    try:
        yield page
        assert [url for url in elsewhere if "scopeboard" in url or "/api/s" in url] == []
        assert violations == []
    finally:
        context.close()


def choose(live: FrameLocator) -> None:
    """Show one run and choose a step on the page."""
    live.get_by_text("None", exact=True).first.click()
    row = live.locator(".run-row").filter(has_text="wide")
    row.locator("button, input").first.click()
    step = live.get_by_placeholder("Step")
    step.fill("1")
    step.press("Enter")


def eventually(found: Callable[[], bool]) -> None:
    deadline = monotonic() + PATIENCE
    while not found():
        assert monotonic() < deadline
        sleep(0.1)


class Lab:
    """JupyterLab with one notebook."""

    def __init__(self, packages: Path, folder: Path, port: int) -> None:
        self.file = folder / "notebook.ipynb"
        self.origin = f"http://127.0.0.1:{port}"
        policy = (
            "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; "
            f"connect-src 'self' ws://127.0.0.1:{port}"
        )
        headers = {"headers": {"Content-Security-Policy": policy}}
        config = folder / "jupyter_config.json"
        config.write_text(json.dumps({"ServerApp": {"tornado_settings": headers}}))
        self.command = [
            *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
            *("--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"),
            *(f"--IdentityProvider.token={TOKEN}", f"--config={config}"),
            f"--app-dir={packages / 'share' / 'jupyter' / 'lab'}",
        ]

    def write(self, *cells: str) -> None:
        about: dict[str, Any] = {
            "cell_type": "code",
            "metadata": {},
            "outputs": [],
            "execution_count": None,
        }
        notebook = {
            "cells": [
                {**about, "id": f"cell{at}", "source": cell} for at, cell in enumerate(cells)
            ],
            "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
        self.file.write_text(json.dumps(notebook))

    def request(self, path: str) -> Any:  # noqa: ANN401 - JSON
        headers = {"Authorization": f"token {TOKEN}"}
        with urlopen(Request(f"{self.origin}/{path}", headers=headers)) as response:
            return json.load(response)

    def open(self, page: Page) -> None:
        page.goto(f"{self.origin}/lab/tree/{self.file.name}?token={TOKEN}&reset")
        expect(page.locator(".jp-Notebook .jp-CodeCell").first).to_be_visible()

    def run(self, page: Page, at: int) -> None:
        page.locator(".jp-Notebook .jp-CodeCell").nth(at).locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")


def output_of(page: Page, at: int) -> str:
    cell = page.locator(".jp-Notebook .jp-CodeCell").nth(at)
    return " ".join(cell.locator(".jp-OutputArea-output").all_inner_texts())


def test_jupyterlab_has_the_page_live_and_the_selection_in_python(
    browser: Browser, packages: Path, folder: Path
) -> None:
    port = free_port()
    lab = Lab(packages, folder, port)
    lab.write(FIRST_CELL, SELECTED, "log.scalars('loss')", "widget.view = '?tab=graph'")
    with (
        served(lab.command, packages, folder, f"{lab.origin}/api"),
        opened(browser, lab.origin) as page,
    ):
        lab.open(page)
        expect(page.get_by_text("| Idle")).to_be_visible()
        lab.run(page, 0)
        live = page.frame_locator(".scopeboard-live iframe").first
        expect(live.locator("canvas").first).to_be_visible()
        expect(live.get_by_text("Live", exact=True)).to_be_visible()
        choose(live)
        eventually(lambda: "selected ['wide'] 1" in run_and_read(lab, page, 1))
        # What is written meanwhile is drawn, without a further request of the viewer.
        writer.write_run(folder / "runs", "later", writer.scalar_file({"loss": [1, 1]}))
        expect(live.locator(".run-row").filter(has_text="later")).to_be_visible()
        lab.run(page, 2)
        card = page.frame_locator(".scopeboard-live iframe").nth(1)
        expect(card.locator("canvas").first).to_be_visible()
        expect(card.locator(".app-top-bar")).to_be_hidden()
        lab.run(page, 3)
        expect(live.get_by_text("Parameters").first).to_be_visible()
        expect(page.locator("[data-scopeboard-report]").first).to_be_hidden()
        save(page, lab, at_least=2)
    # Where there is no kernel, the saved view is there in the place of the page.
    with (
        served([*lab.command, *NO_KERNELS], packages, folder, f"{lab.origin}/api"),
        opened(browser, lab.origin) as page,
    ):
        lab.open(page)
        saved = page.frame_locator("[data-scopeboard-report] iframe").first
        expect(saved.locator("canvas").first).to_be_visible()
        expect(saved.get_by_text("Report", exact=True)).to_be_visible()
        expect(page.locator(".scopeboard-live")).to_have_count(0)
        expect(page.get_by_text("Loading widget").first).to_be_hidden()
        assert lab.request("api/sessions") == []


@pytest.mark.parametrize("shown", ["call", "magic"])
def test_jupyterlab_has_the_page_of_a_dashboard_elsewhere(
    browser: Browser, packages: Path, folder: Path, shown: str
) -> None:
    lab = Lab(packages, folder, free_port())
    flags = ("--logdir", str(folder / "runs"), "--port", "0", "--token", BOARD_TOKEN)
    with dashboard(*flags) as elsewhere:
        elsewhere.token = BOARD_TOKEN
        elsewhere.wait_until_read()
        address = f"{elsewhere.url}?token={BOARD_TOKEN}"
        call = f"import scopeboard as sb\nwidget = sb.show({address!r})\nwidget"
        magic = f"%load_ext scopeboard\nwidget = %scopeboard --logdir {address}\nwidget"
        lab.write(call if shown == "call" else magic, SELECTED, "widget.view = '?tab=graph'")
        with (
            served(lab.command, packages, folder, f"{lab.origin}/api"),
            opened(browser, lab.origin) as page,  # which may not reach the dashboard
        ):
            lab.open(page)
            expect(page.get_by_text("| Idle")).to_be_visible()
            lab.run(page, 0)
            live = page.frame_locator(".scopeboard-live iframe").first
            expect(live.locator("canvas").first).to_be_visible()
            choose(live)
            eventually(lambda: "selected ['wide'] 1" in run_and_read(lab, page, 1))
            writer.write_run(folder / "runs", "later", writer.scalar_file({"loss": [1, 1]}))
            expect(live.locator(".run-row").filter(has_text="later")).to_be_visible()
            lab.run(page, 2)
            expect(live.get_by_text("Parameters").first).to_be_visible()
            save(page, lab, at_least=1)
            assert lab.file.read_text().count(BOARD_TOKEN) == 1  # in the cell alone


def test_a_note_tells_that_the_kernel_is_busy(
    browser: Browser, packages: Path, folder: Path
) -> None:
    lab = Lab(packages, folder, free_port())
    lab.write(FIRST_CELL, BUSY)
    settings = folder / IN_TURN
    settings.parent.mkdir(parents=True)
    settings.write_text('{"commsOverSubshells": "disabled"}')
    with (
        served(lab.command, packages, folder, f"{lab.origin}/api"),
        opened(browser, lab.origin) as page,
    ):
        lab.open(page)
        expect(page.get_by_text("| Idle")).to_be_visible()
        lab.run(page, 0)
        live = page.frame_locator(".scopeboard-live iframe").first
        expect(live.locator("canvas").first).to_be_visible()
        lab.run(page, 1)
        expect(page.get_by_text("| Busy")).to_be_visible()
        live.locator(".app-tabs").get_by_role("button", name="Runs", exact=True).click()
        busy = page.get_by_text("The kernel is busy")
        expect(busy).to_be_visible()
        (folder / "go").touch()
        expect(busy).to_be_hidden()


def run_and_read(lab: Lab, page: Page, at: int) -> str:
    lab.run(page, at)
    sleep(0.5)
    return output_of(page, at)


def save(page: Page, lab: Lab, at_least: int) -> None:
    """Save the notebook, until it has the views of some cells."""

    def is_saved() -> bool:
        page.keyboard.press("Control+s")
        sleep(0.5)
        return lab.file.read_text().count("data-scopeboard-report=") >= at_least

    eventually(is_saved)
    outputs = [
        output
        for cell in json.loads(lab.file.read_text())["cells"]
        for output in cell["outputs"]
        if "text/html" in output.get("data", {})
    ]
    assert all(len("".join(each["data"]["text/html"])) <= 2_000_000 for each in outputs)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marimo_has_the_page_live_and_the_selection_in_python(
    browser: Browser, packages: Path, folder: Path, theme: str
) -> None:
    port = free_port()
    origin = f"http://127.0.0.1:{port}"
    (folder / "notebook.py").write_text(MARIMO)
    (folder / "pyproject.toml").write_text(f'[tool.marimo.display]\ntheme = "{theme}"\n')
    command = [
        *(sys.executable, "-m", "marimo", "run", "--headless", "--no-token"),
        *("--host", "127.0.0.1", "--port", str(port), "notebook.py"),
    ]
    with (
        served(command, packages, folder, f"{origin}/health"),
        opened(browser, origin, theme) as page,
    ):
        page.goto(origin)
        live = page.frame_locator(".scopeboard-live iframe").first
        expect(live.locator("canvas").first).to_be_visible()
        choose(live)
        expect(page.get_by_text("selected ['wide'] 1").first).to_be_visible()
        card = page.frame_locator(".scopeboard-live iframe").nth(1)
        expect(card.locator("canvas").first).to_be_visible()
        expect(live.locator("html")).to_have_attribute("data-theme", theme)
