"""Every tab of a report opened from the disk, with no server and no network."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from tools.every_kind import GREEN, SAMPLES, STEPS, VECTORS, write_every_kind

from .conftest import ARGUMENTS, find_chromium
from .graph_scene import read_scene
from .messages import message
from .waiting import comes_to, wait_until

IN_SOFTWARE = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
ENTRIES = Path(__file__).parents[2] / "frontend" / "src" / "app" / "tabs" / "tabs.ts"
TABS = re.findall(r'^    id: "(\w+)",$', ENTRIES.read_text(), re.MULTILINE)
MISSED = "performance.getEntriesByType('mark').map(({ name }) => name)"
# Whether anything but one colour is on a canvas.
IS_DRAWN = """canvas => {
  const { width, height } = canvas;
  if (width < 2 || height < 2) return false;
  const copy = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, 0, width, height);
  const colours = new Set();
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] > 0) colours.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2]);
  }
  return colours.size > 1;
}"""
PIXEL = """async image => {
  await image.decode();
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  context.drawImage(image, 0, 0);
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
}"""
SECONDS = """url => new Promise((resolve, reject) => {
  const sound = new Audio(url);
  sound.onloadedmetadata = () => resolve(sound.duration);
  sound.onerror = () => reject(new Error("not playable"));
})"""

OpenReport = Callable[..., Page]


def export(logs: Path, to: Path, *flags: str) -> str:
    """Write a report, and return what the terminal says."""
    where = ("--logdir", str(logs), "--no_index", "--state_dir", str(to / "state"))
    arguments = [*where, "--view", "?runs=all", "-o", str(to / "report.html"), *flags]
    command = [sys.executable, "-m", "scopeboard", "export", *arguments]
    return subprocess.run(command, check=True, stderr=subprocess.PIPE, text=True).stderr


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A report of values of every kind, at a path where nothing else of them is left."""
    here: Path = tmp_path_factory.mktemp("report")
    write_every_kind(here / "logs")
    export(here / "logs", here)
    (here / "logs").rename(here / "moved")
    return (here / "report.html").as_uri()


@pytest.fixture(scope="module")
def drawing_browser(browser: Browser) -> Iterator[Browser]:
    """A browser whose processor draws WebGL."""
    arguments = [each for each in ARGUMENTS if each != "--disable-gpu"] + IN_SOFTWARE
    launched = browser.browser_type.launch(executable_path=find_chromium(), args=arguments)
    yield launched
    launched.close()


@pytest.fixture
def open_report(drawing_browser: Browser) -> Iterator[OpenReport]:
    """Return a function that opens a file offline; any complaint or further request fails."""
    context = drawing_browser.new_context(
        viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
    )
    context.set_offline(offline=True)
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and "GPU stall" not in message.text:
            complaints.append(message.text)

    def opened(url: str) -> Page:
        page = context.new_page()
        page.on("console", note)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(url)
        return page

    asked: list[str] = []
    yield opened
    context.close()
    assert complaints == []
    assert [url for url in asked if not url.startswith(("blob:", "data:", "file:"))] == []


def expect_drawn(canvas: Locator) -> None:
    expect(canvas).to_be_visible()
    wait_until(canvas.page, lambda: bool(canvas.evaluate(IS_DRAWN)))


def overview(page: Page) -> None:
    expect(page.get_by_role("main")).to_contain_text("loss")
    expect(page.locator("svg path[d^='M']").first).to_be_visible()


def scalars(page: Page) -> None:
    card = page.locator('[data-tag="loss"]').first
    expect(card.locator(".scalar-value-line")).to_have_count(2)
    expect_drawn(card.locator("canvas").first)


def graph(page: Page) -> None:
    assert "train_step" in read_scene(page, "layer1").boxes
    expect_drawn(page.locator("canvas.graph-canvas"))


def distributions(page: Page) -> None:
    expect_drawn(page.get_by_role("article", name="weights").first.locator("canvas").first)


def tile(page: Page, run: str, step: int, sample: int) -> Locator:
    name = f"Open digits, {run}, step {step}, sample {sample}"
    return page.get_by_role("button", name=name).locator("img")


def media(page: Page) -> None:
    for run in ("a", "b"):
        for sample in range(SAMPLES):
            pixel = tile(page, run, STEPS[-1], sample + 1).evaluate(PIXEL)
            assert pixel == [GREEN[0], GREEN[1] - 20 * sample, STEPS[-1]]
    voice = page.get_by_role("article", name="voice")
    voice.scroll_into_view_if_needed()
    expect(voice.get_by_text("0.70 s, 8,000 Hz")).to_have_count(2)
    expect_drawn(voice.locator(".media-waveform canvas").first)
    url = voice.get_by_role("link", name=message("media.downloadAudio")).first.get_attribute("href")
    assert page.evaluate(SECONDS, url) == pytest.approx(0.7)
    cube = page.get_by_role("article", name="cube")
    cube.scroll_into_view_if_needed()
    expect_drawn(cube.locator(".media-mesh-canvas").first)


def text(page: Page) -> None:
    content = page.get_by_role("article", name="note, a").locator(".text-content")
    expect(content.locator("strong")).to_have_text("20")


def hparams(page: Page) -> None:
    expect(page.locator(".hparams-session-table tbody tr")).to_have_count(2)
    expect(page.locator(".hparams-session-table")).to_contain_text("adam")


def curves(page: Page) -> None:
    card = page.get_by_role("article", name="pr")
    expect(card.locator("svg path, canvas").first).to_be_visible()
    expect(card.get_by_role("table")).to_contain_text("a")


def custom(page: Page) -> None:
    rows = page.get_by_role("article", name="both").get_by_role("row")
    expect(rows).to_contain_text(["Value", "b", "a"])


def projector(page: Page) -> None:
    image = page.get_by_role("img", name=f"{VECTORS} vectors of 4 dimensions")
    expect(image).to_be_visible()
    expect_drawn(page.locator("canvas").first)


def tensors(page: Page) -> None:
    cells = page.get_by_role("row", name="secret").first.get_by_role("cell")
    # The newest run first, and the later name of two that began at the same time.
    expect(cells).to_have_text(["b", "mine unknown", "0", "1", "float", "scalar"])


def runs(page: Page) -> None:
    for name in ("a", "b", "g"):
        expect(page.get_by_role("row", name=re.compile(rf"\b{name}\b")).first).to_be_visible()


SHOWN: dict[str, Callable[[Page], None]] = {
    "overview": overview,
    "scalars": scalars,
    "graph": graph,
    "distributions": distributions,
    "media": media,
    "text": text,
    "hparams": hparams,
    "curves": curves,
    "custom": custom,
    "projector": projector,
    "tensors": tensors,
    "runs": runs,
}


def expect_nothing_missing(page: Page) -> None:
    assert page.evaluate(MISSED) == []
    expect(page.locator(".ui-error-state")).to_have_count(0)
    expect(page.get_by_text("Not included")).to_have_count(0)


@pytest.mark.parametrize("tab", TABS)
def test_a_tab_shows_all_it_has(report: str, open_report: OpenReport, tab: str) -> None:
    page = open_report(f"{report}?tab={tab}&runs=all")
    SHOWN[tab](page)
    expect_nothing_missing(page)


def test_steps_pages_and_the_viewer_work(report: str, open_report: OpenReport) -> None:
    page = open_report(f"{report}?tab=media&runs=all")
    card = page.get_by_role("article", name="digits")
    box = card.get_by_label("Exact step of digits")
    box.fill("9")
    box.press("Enter")
    expect(tile(page, "a", 10, 1)).to_be_visible()
    assert tile(page, "b", 10, 2).evaluate(PIXEL) == [GREEN[0], GREEN[1] - 20, 10]
    linked = card.get_by_role("checkbox", name="linked").bounding_box()
    word = card.get_by_text("linked", exact=True).bounding_box()
    assert linked
    assert word
    assert linked["width"] < 20
    assert word["width"] < 90, "the label is as wide as its box and its word"
    page.get_by_role("button", name="Open digits, a, step 10, sample 2").click()
    page.get_by_role("button", name="Compare with…").click()
    page.get_by_role("radio", name="Difference").click()
    pictures = page.locator(".media-viewer-stage img")
    expect(pictures).to_have_count(2)
    assert pictures.first.evaluate(PIXEL) == [GREEN[0], GREEN[1] - 20, 10]
    expect_nothing_missing(page)


def test_texts_are_compared_and_charts_zoomed(report: str, open_report: OpenReport) -> None:
    page = open_report(f"{report}?tab=text&runs=all")
    page.get_by_role("radio", name="Difference").click()
    changed = page.get_by_role("article", name="note, a").locator("mark")
    expect(changed).to_have_text(["10", "20"])
    expect_nothing_missing(page)
    page.goto(f"{report}?tab=scalars&runs=all&from=10&to=20&x=relative")
    scalars(page)
    page.goto(f"{report}?tab=curves&runs=all&step=4")
    expect(page.get_by_role("article", name="pr").get_by_role("table")).to_contain_text("0")
    expect_nothing_missing(page)


def test_responses_beyond_the_size_limit_are_listed_and_shown_as_not_included(
    tmp_path: Path, open_report: OpenReport
) -> None:
    write_every_kind(tmp_path / "logs")
    said = export(tmp_path / "logs", tmp_path, "--size", "0")
    count = 2 * len(STEPS)
    omission = f"- {count} of {count} steps of images, beyond the size limit of 0 bytes (--size): "
    assert f"{omission}“digits” ({count})\n" in said
    page = open_report(f"{(tmp_path / 'report.html').as_uri()}?tab=media&runs=all")
    expect(page.get_by_role("article", name="digits").get_by_text("Not included")).to_have_count(2)
    expect(page.get_by_role("article", name="voice").get_by_text("Not included")).to_have_count(2)
    comes_to(page, lambda: len(page.evaluate(MISSED)) >= 4, wanted=True)
    page.get_by_role("button", name="Report").click()
    dialog = page.get_by_role("dialog", name="About this report")
    for noun in ("steps of images", "steps of audio", "meshes", "texts", "curves", "charts"):
        listed = dialog.get_by_role("listitem").filter(has_text=f" {noun}, beyond the size limit")
        expect(listed).to_have_count(1)
    expect(dialog).to_contain_text("“digits”")
