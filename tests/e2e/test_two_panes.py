"""Two graphs of a comparison beside each other: what is done in one pane is done in the other."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .messages import message

BESIDE: Final = ("Relu", "Tanh", "Sigmoid", "Elu", "Selu", "Abs", "Neg", "Exp", "Log")
"""Types of ops side by side, so many that the scopes beside them are closed at first."""

INSIDE: Final = ["scale", "square", "root"]
"""Ops of a scope that has another name in the other graph."""

BEFORE: Final = [f"block/{name}" for name in INSIDE]
AFTER: Final = [f"cell/{name}" for name in INSIDE]


def graph(scope: list[str], more: list[str]) -> bytes:
    """Return a chain of different ops through a scope and some more ops, with others beside it."""
    names = ["input", *scope, *more, "loss"]
    types = ["Placeholder", "Mul", "Square", "Sqrt", *("Sin" for _ in more), "Sum"]
    nodes = [NodeDef(name=names[0], op=types[0])]
    nodes += [
        NodeDef(name=name, op=op, input=[before])
        for (before, name), op in zip(pairwise(names), types[1:], strict=True)
    ]
    beside = [NodeDef(name=each.lower(), op=each, input=[names[0]]) for each in BESIDE]
    nodes[-1].input.extend(each.name for each in beside)
    return writer.graph_event(GraphDef(node=[*nodes, *beside]).SerializeToString())


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """A server of two runs: a scope was renamed, a scope was removed."""
    logs: Path = tmp_path_factory.mktemp("logs")
    writer.write_run(logs, "before", graph(BEFORE, ["gone/first", "gone/second"]))
    writer.write_run(logs, "after", graph(AFTER, []))
    with dashboard(str(logs), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        yield running


@pytest.fixture
def address(board: Dashboard) -> str:
    """The address of both graphs in two panes."""
    graphs = board.answer("api/graphs")["graphs"]
    ids = {each["run"]: each["id"] for each in graphs}
    view = f"graph={ids['after']}&against={ids['before']}&against_show=panes"
    return f"{board.url}?tab=graph&{view}"


@pytest.fixture
def page(address: str, open_page: OpenPage) -> Page:
    """All of both graphs in two panes."""
    opened = open_page(address)
    read_both(opened)
    opened.keyboard.press("0")
    opened.wait_for_function(
        """() => [window.scopeboard, window.scopeboardBefore].every(
            drawn => drawn.scene().boxes.every(({ x }) => x > 0))"""
    )
    return opened


def text(identifier: str) -> str:
    return message(f"graph.overlays.changes.{identifier}")


def read_both(page: Page) -> None:
    """Wait for the marked drawings of both graphs."""
    page.wait_for_function(
        """() => [window.scopeboard, window.scopeboardBefore].every(
            drawn => drawn?.scene()?.boxes.some(box => box.change))"""
    )


def boxes(page: Page, drawing: str) -> dict[str, dict[str, Any]]:
    found = page.evaluate("name => window[name].scene().boxes", drawing)
    return {box["name"]: box for box in found}


def wait_for(page: Page, drawing: str, name: str, *, is_open: bool) -> None:
    page.wait_for_function(
        """([drawing, name, isOpen]) => window[drawing].scene().boxes.some(
            box => box.name === name && box.open === isOpen)""",
        arg=[drawing, name, is_open],
    )


def wait_for_selected(page: Page, after: str, before: str) -> None:
    page.wait_for_function(
        """([after, before]) => window.scopeboard.selected() === after &&
            window.scopeboardBefore.selected() === before""",
        arg=[after, before],
    )


def canvas(page: Page, drawing: str) -> Locator:
    return page.locator("canvas.graph-canvas").nth(0 if drawing == "scopeboardBefore" else 1)


def point_of(page: Page, drawing: str, name: str) -> tuple[float, float]:
    """Return where the middle of a box is in the window."""
    box, area = boxes(page, drawing)[name], canvas(page, drawing).bounding_box()
    assert area
    return (
        area["x"] + box["x"] + box["width"] / 2,
        area["y"] + box["y"] + box["height"] / 2,
    )


def click(page: Page, drawing: str, name: str, count: int = 1) -> None:
    page.mouse.click(*point_of(page, drawing, name), click_count=count)


def cameras(page: Page) -> list[dict[str, float]]:
    found: list[dict[str, float]] = page.evaluate(
        """() => [window.scopeboard, window.scopeboardBefore].map(
            drawn => drawn.scene().camera)"""
    )
    return found


def wait_for_same_zoom(page: Page, than: float) -> None:
    page.wait_for_function(
        """than => {
            const [one, other] = [window.scopeboard, window.scopeboardBefore].map(
                drawn => drawn.scene().camera.scale);
            return one === other && one !== than;
        }""",
        arg=than,
    )


def test_each_pane_has_its_graph_with_what_became_of_it(page: Page) -> None:
    after, before = boxes(page, "scopeboard"), boxes(page, "scopeboardBefore")
    assert after["cell"]["change"]["status"] == "moved"
    assert before["block"]["change"]["status"] == "moved"
    assert before["gone"]["change"]["status"] == "removed"
    assert "gone" not in after
    assert after["input"]["change"] is before["input"]["change"] is None
    for side in ("before", "after"):
        expect(page.get_by_role("heading", name=f"{text(side)} {side}")).to_be_visible()


def test_what_is_opened_and_closed_in_one_is_so_in_the_other_and_undone_at_once(
    page: Page,
) -> None:
    click(page, "scopeboardBefore", "block", count=2)
    wait_for(page, "scopeboardBefore", "block", is_open=True)
    wait_for(page, "scopeboard", "cell", is_open=True)
    page.keyboard.press("Control+z")
    wait_for(page, "scopeboardBefore", "block", is_open=False)
    wait_for(page, "scopeboard", "cell", is_open=False)
    page.keyboard.press("Control+Shift+Z")
    wait_for(page, "scopeboardBefore", "block", is_open=True)
    wait_for(page, "scopeboard", "cell", is_open=True)
    page.evaluate("() => document.activeElement?.blur()")
    click(page, "scopeboard", "cell/square")
    wait_for_selected(page, "cell/square", "block/square")
    page.keyboard.press("Backspace")
    wait_for_selected(page, "cell", "block")
    page.keyboard.press("Enter")
    wait_for(page, "scopeboard", "cell", is_open=False)
    wait_for(page, "scopeboardBefore", "block", is_open=False)


def test_what_has_no_counterpart_is_selected_alone_and_has_its_card(page: Page) -> None:
    click(page, "scopeboard", "cell")
    wait_for_selected(page, "cell", "block")
    card = page.get_by_role("complementary").filter(has_text="cell")
    expect(card).to_contain_text(message("graph.inspector.comparison"))
    click(page, "scopeboardBefore", "gone")
    wait_for_selected(page, "", "gone")
    expect(page.get_by_role("complementary").filter(has_text="gone")).to_be_visible()
    click(page, "scopeboardBefore", "block")
    wait_for_selected(page, "cell", "block")


def test_the_camera_of_either_follows_the_other(page: Page) -> None:
    click(page, "scopeboard", "cell")
    wait_for_selected(page, "cell", "block")
    for drawing, name in (("scopeboard", "cell"), ("scopeboardBefore", "block")):
        scale = cameras(page)[0]["scale"]
        page.mouse.move(*point_of(page, drawing, name))
        page.mouse.wheel(0, -240)
        wait_for_same_zoom(page, scale)
        middles = [
            (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            for box in (boxes(page, "scopeboard")["cell"], boxes(page, "scopeboardBefore")["block"])
        ]
        assert middles[0] == pytest.approx(middles[1], abs=3)


def test_the_way_from_change_to_change_leads_to_the_pane_that_has_it(page: Page) -> None:
    seen = set()
    for _ in range(4):
        before = selected(page)
        page.keyboard.press("n")
        page.wait_for_function(
            """before => window.scopeboard.selected() + "|" +
                window.scopeboardBefore.selected() !== before""",
            arg=before,
        )
        seen.add(selected(page))
    assert {"|gone/first", "|gone/second"} <= seen
    assert "loss|loss" in seen


def selected(page: Page) -> str:
    both: str = page.evaluate(
        '() => window.scopeboard.selected() + "|" + window.scopeboardBefore.selected()'
    )
    return both


def test_a_link_has_what_is_open_and_selected_in_both(page: Page, open_page: OpenPage) -> None:
    click(page, "scopeboardBefore", "gone", count=2)
    wait_for(page, "scopeboardBefore", "gone", is_open=True)
    click(page, "scopeboardBefore", "gone/first")
    wait_for_selected(page, "", "gone/first")
    page.wait_for_function("() => location.search.includes('against_node=gone')")
    again = open_page(page.url)
    read_both(again)
    wait_for(again, "scopeboardBefore", "gone", is_open=True)
    wait_for_selected(again, "", "gone/first")


def test_panes_are_switched_on_and_off_in_the_bar(page: Page) -> None:
    page.get_by_role("radio", name=text("both"), exact=True).check(force=True)
    expect(page.locator("canvas.graph-canvas")).to_have_count(1)
    page.wait_for_function(
        "() => window.scopeboard.scene()?.boxes.some(({ name }) => name === 'gone')"
    )
    page.get_by_role("radio", name=text("twoPanes"), exact=True).check(force=True)
    read_both(page)


def test_in_a_narrow_window_one_stands_above_the_other(address: str, open_page: OpenPage) -> None:
    page = open_page(address, width=390, height=844)
    read_both(page)
    above, below = (
        canvas(page, drawing).bounding_box() for drawing in ("scopeboardBefore", "scopeboard")
    )
    assert above
    assert below
    assert above["y"] + above["height"] < below["y"]
    assert above["x"] == below["x"]
