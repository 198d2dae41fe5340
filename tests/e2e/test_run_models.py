"""The column of models in the run table: which runs have the same, and what differs from others."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from graph.graphdefs import ops
from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .graph_scene import read_scene
from .messages import message

BEFORE = ("x/in Placeholder", "x/a Relu x/in", "x/b Tanh x/a")
AFTER = (*BEFORE, "x/c Exp x/b")


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """A server of runs of two models, of one without a graph, and of one with two phases."""
    logs: Path = tmp_path_factory.mktemp("logs")
    runs = {"first": BEFORE, "wider": AFTER, "again": BEFORE, "none": None, "both/train": AFTER}
    for at, (name, lines) in enumerate(runs.items()):
        scalar = writer.event(1, writer.tf1_scalar("loss", 0.5), wall_time=1.7e9 + 10 * at)
        graph = b"" if lines is None else writer.graph_event(ops(*lines))
        writer.write_run(logs, name, scalar + graph)
    late = writer.event(1, writer.tf1_scalar("loss", 0.5), wall_time=1.7e9 + 100)
    writer.write_run(logs, "both/validation", late)
    with dashboard(str(logs), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        yield running


class Requests:
    """The requests for the models of runs."""

    def __init__(self) -> None:
        self.count = 0

    def listen(self, page: Page) -> None:
        page.on("request", self._note)

    def _note(self, request: Request) -> None:
        self.count += "/api/graphs/models" in request.url


def test_runs_of_one_model_have_the_name_of_the_first(
    open_page: OpenPage, board: Dashboard
) -> None:
    page = open_page(f"{board.url}?tab=runs&cols=model")
    texts = {"first": "first", "again": "first", "wider": "wider", "both": "wider", "none": ""}
    for run, text in texts.items():
        expect(page.locator(f'[data-key="t:{run}"] td')).to_have_text(text)


def test_nothing_reads_the_graphs_until_the_column_is_shown(
    open_page: OpenPage, board: Dashboard
) -> None:
    asked = Requests()
    page = open_page(f"{board.url}?tab=runs", prepare=asked.listen)
    expect(page.locator('[data-key="t:first"]')).to_be_visible()
    assert asked.count == 0
    page.goto(f"{board.url}?tab=runs&filter=model%3Awider")
    expect(page.locator('[data-key="t:both"]')).to_be_visible()
    expect(page.locator('[data-key="t:first"]')).to_have_count(0)
    assert asked.count > 0


def test_runs_are_grouped_by_their_model(open_page: OpenPage, board: Dashboard) -> None:
    page = open_page(f"{board.url}?tab=runs&by=model")
    for group in ("first", "wider", "none"):
        expect(page.locator(f'[data-key="g:{group}"]')).to_be_visible()
    names = page.locator('[data-key^="t:"]').evaluate_all("rows => rows.map(x => x.dataset.key)")
    assert sorted(names) == ["t:again", "t:both", "t:first", "t:none", "t:wider"]


def test_a_press_on_a_model_shows_what_differs_from_another_one(
    open_page: OpenPage, board: Dashboard
) -> None:
    page = open_page(f"{board.url}?tab=runs&cols=model")
    page.locator('[data-key="t:wider"] td button').click()
    page.wait_for_function("() => window.scopeboard?.scene?.()?.boxes.some(box => box.change)")
    scene = read_scene(page, "x/c")
    assert scene.boxes["x/c"]["change"]["status"] == "added"
    comparison = page.get_by_role("region", name=message("graph.overlays.changes.comparison"))
    expect(comparison.get_by_role("status")).to_contain_text("1 added")


def test_the_baseline_is_what_models_are_compared_with(
    open_page: OpenPage, board: Dashboard
) -> None:
    page = open_page(f"{board.url}?tab=runs&cols=model&baseline=both/train")
    button = page.locator('[data-key="t:again"] td button')
    button.hover()
    expect(page.get_by_role("tooltip")).to_contain_text(
        message("runs.models.compareModels", "first", "wider")
    )
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.scopeboard?.scene?.()?.boxes.some(box => box.change)")
    assert read_scene(page, "x/c").boxes["x/c"]["change"]["status"] == "removed"


def test_the_comparison_of_runs_leads_to_what_differs_between_their_models(
    open_page: OpenPage, board: Dashboard
) -> None:
    page = open_page(f"{board.url}?tab=runs&comparison=columns&baseline=first")
    compared = page.get_by_role("region", name=message("runs.comparison.comparison"))
    model = compared.get_by_role("row").filter(
        has=page.get_by_role("rowheader", name=message("runs.comparison.model"), exact=True)
    )
    expect(model.get_by_role("button")).to_have_count(4)
    model.get_by_role("button", name="wider").first.click()
    page.wait_for_function("() => window.scopeboard?.scene?.()?.boxes.some(box => box.change)")
    assert read_scene(page, "x/c").boxes["x/c"]["change"]["status"] == "added"
