"""What is here, on one page, and when a visit begins with it."""

import re
from collections.abc import Iterator
from math import nan
from pathlib import Path
from time import monotonic, sleep

import pytest
from playwright.sync_api import expect

from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from tools import writer
from tools.served import PATIENCE, Dashboard, dashboard

from .axe import findings
from .conftest import OpenPage

# Whether there is more than the ground on a canvas.
IS_PAINTED = """canvas => {
  const { width, height } = canvas;
  const copy = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, 0, width, height);
  return new Set(new Uint32Array(data.buffer)).size > 2;
}"""


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """A run that converges, and one whose loss is no number at the end."""
    directory = tmp_path_factory.mktemp("log")
    for run, loss in (("steady", [3, 2, 1]), ("fast", [3, 2, nan])):
        writer.write_run(directory, run, writer.scalar_file({"loss": loss}))
    ops = NodeDef(name="in", op="Placeholder"), NodeDef(name="out", op="Relu", input=["in"])
    graph = writer.graph_event(GraphDef(node=ops).SerializeToString())
    writer.write_run(directory, "fast", graph, f"{writer.FILE_NAME}.graph")
    with dashboard("--logdir", str(directory), "--port", "0") as served:
        served.wait_until_read()
        yield served


@pytest.mark.parametrize(("theme", "width"), [("light", 1440), ("dark", 390)])
def test_the_overview_tells_of_all(
    log: Dashboard, open_page: OpenPage, theme: str, width: int
) -> None:
    page = open_page(f"{log.url}?tab=overview", width, 844, theme)
    values = page.get_by_role("region", name="Newest values")
    expect(values.locator("dd").first).to_have_text("1")
    expect(values.locator("path")).to_have_count(2)
    warnings = page.get_by_role("region", name="about the shown runs")
    expect(warnings.get_by_text("1 NaN value, the first at step 2.")).to_be_visible()
    picture = page.get_by_role("region", name="Graph").get_by_role("button", name="2 nodes")
    page.wait_for_function(IS_PAINTED, arg=picture.locator("canvas").element_handle())
    assert findings(page) == []
    page.get_by_role("button", name="Scalars 1 tag").click()
    expect(page.locator(".scalar-card, canvas").first).to_be_visible()
    assert "tab=scalars" in page.url


def test_the_overview_says_of_runs_what_tells_them_apart_and_has_no_empty_side(
    tmp_path: Path, open_page: OpenPage
) -> None:
    for run in ("first/train", "second/train", "second/eval"):
        writer.write_run(tmp_path, f"sweep/{run}", writer.scalar_file({"loss": [3, 2, 1]}))
    writer.write_run(tmp_path, "other", writer.scalar_file({"rate": [3, 2, 1]}))
    with dashboard(str(tmp_path), "--port", "0") as running:
        running.wait_until_read()
        page = open_page(f"{running.url}?tab=overview&runs=all", 1920, 1080)
        card = page.get_by_role("listitem").filter(has=page.get_by_role("button", name="loss"))
        expect(card.locator("dt")).to_have_count(3)
        names = card.locator("dt").all_text_contents()
        assert sorted(names) == ["first/train", "second/eval", "second/train"]
        tabs = page.get_by_role("region", name="Tabs").bounding_box()
        assert tabs is not None
        assert 1920 - (tabs["x"] + tabs["width"]) < 60


def test_a_visit_begins_with_the_overview_where_several_experiments_are_new(
    tmp_path: Path, open_page: OpenPage
) -> None:
    begun = writer.event(0, writer.tf1_scalar("loss", 1.0), wall_time=1.8e9)
    writer.write_run(tmp_path, "known", writer.scalar_file({"loss": [1.0]}))
    with dashboard("--logdir", str(tmp_path), "--port", "0", "--reload_interval", "1") as served:
        served.wait_until_read()
        page = open_page(served.url)
        current = page.locator("nav [aria-current]")
        expect(current).to_have_text("Scalars")
        page.goto("about:blank")
        for run in ("first", "second", "third"):
            writer.write_run(tmp_path, run, begun)
        wait_for_points(served, 4)
        page.goto(served.url)
        expect(current).to_have_text("Overview")
        expect(page).to_have_url(re.compile("tab=overview"))
        page.goto(served.url)
        expect(current).to_have_text("Scalars")


def wait_for_points(served: Dashboard, count: int) -> None:
    deadline = monotonic() + PATIENCE
    while served.status()["loading"]["points"] < count:
        assert monotonic() < deadline
        sleep(0.1)
