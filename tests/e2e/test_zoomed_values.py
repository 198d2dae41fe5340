"""A part of the axis shows what the whole shows there: smoothed values, and lines to the edges."""

import math
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage

# Records where along x each canvas drew its last lines, which are wider than its grid.
WATCH = """
const draw = CanvasRenderingContext2D.prototype;
const { beginPath, moveTo, lineTo, stroke, clearRect } = draw;
let path = [];
window.reached = new Map();
draw.beginPath = function () {
  path = [];
  return beginPath.call(this);
};
for (const [name, to] of Object.entries({ moveTo, lineTo })) {
  draw[name] = function (x, y) {
    path.push(x);
    return to.call(this, x, y);
  };
}
draw.stroke = function (...given) {
  const before = window.reached.get(this.canvas) ?? [];
  if (this.lineWidth > 1.5) window.reached.set(this.canvas, [...before, ...path]);
  return stroke.apply(this, given);
};
draw.clearRect = function (...box) {
  window.reached.delete(this.canvas);
  return clearRect.apply(this, box);
};
"""
# The parts of the plot's width from the first to the last position of a line.
REACH = """() => {
  const over = document.querySelector(".scalar-card .chart-plot").getBoundingClientRect();
  const canvas = document.querySelector(".scalar-card canvas");
  const left = (over.left - canvas.getBoundingClientRect().left) * devicePixelRatio;
  const width = over.width * devicePixelRatio;
  const xs = window.reached.get(canvas) ?? [];
  return [(Math.min(...xs) - left) / width, (Math.max(...xs) - left) / width];
}"""


def seldom(step: int) -> float:
    return math.sin(step / 30) + (step * 7919 % 13) / 20


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    logs = tmp_path_factory.mktemp("zoomed")
    for run in range(3):
        accuracy = (
            writer.event(step, writer.tf1_scalar("accuracy", seldom(step + run)))
            for step in range(0, 401, 20)
        )
        long = writer.scalar_file({"long": [seldom(step + run) for step in range(5000)]})
        writer.write_run(logs, f"sweep/run_{run}", long + b"".join(accuracy))
    with dashboard(str(logs), "--port", "0") as running:
        running.wait_until_read()
        yield running


def smoothed(page: Page) -> list[str]:
    """Return the smoothed values at the step that is chosen, once it is that of the points."""
    rows = page.locator(".scalar-card .scalar-value-table tbody tr")
    expect(rows.first).to_be_visible()
    expect(page.locator(".scalar-card .scalar-value-table tbody")).not_to_contain_text("≈")
    return rows.locator("td:nth-child(2)").all_inner_texts()


@pytest.mark.parametrize("smooth", ["0.9", "time:0.9", "gauss:4", "mean:9", "median:9"])
@pytest.mark.parametrize(
    ("tag", "step", "zooms"),
    [
        ("accuracy", 300, ["215:320", "239:320", "290:310"]),
        ("long", 3000, ["100:3300", "2990:3010", "2800:4200"]),
    ],
)
def test_a_smoothed_value_is_the_same_in_every_part(
    board: Dashboard, open_page: OpenPage, smooth: str, tag: str, step: int, zooms: list[str]
) -> None:
    query = f"{board.url}?tab=scalars&runs=all&step={step}&tags={tag}&smooth={smooth}"
    page = open_page(query)
    whole = smoothed(page)
    assert len(whole) == 3
    for zoom in zooms:
        page.goto(f"{query}&zoom={zoom}")
        assert smoothed(page) == whole, zoom


def test_the_last_value_is_the_same_in_every_part(board: Dashboard, open_page: OpenPage) -> None:
    query = f"{board.url}?tab=scalars&runs=all&tags=long&smooth=0.9"
    rows = ".scalar-card .scalar-value-table tbody tr td:nth-child(2)"
    page = open_page(query)
    expect(page.locator(rows)).to_have_count(3)
    whole = page.locator(rows).all_inner_texts()
    page.goto(f"{query}&zoom=4900:4999")
    expect(page.locator(".scalar-card .scalar-card-header")).to_contain_text("300 points")
    assert page.locator(rows).all_inner_texts() == whole


@pytest.mark.parametrize("axis", ["step", "relative", "wall_time"])
@pytest.mark.parametrize(
    ("zoom", "tag"), [((221, 238), "accuracy"), ((8.5, 51), "accuracy"), ((3000.2, 3000.8), "long")]
)
def test_a_line_runs_to_both_edges(
    board: Dashboard, open_page: OpenPage, axis: str, zoom: tuple[float, float], tag: str
) -> None:
    start = {"step": 0.0, "relative": 0.0, "wall_time": 1.7e9}[axis]
    low, high = (start + end for end in zoom)
    page = open_page("about:blank")
    page.add_init_script(WATCH)
    page.goto(f"{board.url}?tab=scalars&runs=all&tags={tag}&x={axis}&zoom={low}:{high}&smooth=0")
    figure = page.locator(".scalar-card .scalar-card-plot")
    expect(figure.locator("canvas")).to_be_visible()
    page.wait_for_function("() => [...window.reached.values()].some(({ length }) => length > 1)")
    first, last = page.evaluate(REACH)
    assert first == pytest.approx(0, abs=0.01)
    assert last == pytest.approx(1, abs=0.01)
    expect(figure).not_to_contain_text("No points in this range")


def test_a_range_that_no_line_passes_says_so(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=scalars&runs=all&tags=accuracy&zoom=500:600")
    expect(page.locator(".scalar-card .scalar-card-plot")).to_contain_text(
        "No points in this range"
    )


def test_the_slider_asks_once_for_long_series_and_never_for_short_ones(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=scalars&runs=all&smooth=0.6")
    expect(page.locator(".scalar-card canvas")).to_have_count(2)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    slider = page.get_by_role("slider", name="Smoothing: weight")
    slider.evaluate("""(slider) => {
      for (let amount = 0.61; amount < 0.9; amount += 0.01) {
        slider.value = amount;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      }
      slider.dispatchEvent(new Event("change", { bubbles: true }));
    }""")
    with page.expect_response(lambda response: "smoothing=0.8" in response.url):
        pass
    about = [url for url in asked if "/api/scalars" in url]
    assert [("tag=long" in url, "smoothing=0.8" in url) for url in about] == [(True, True)]
