"""Two graphs as one drawing: what became of each node, the way from change to change, the list."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from scopeboard.wire.graph_pb2 import AttrValue, GraphDef, NodeDef
from scopeboard.wire.types_pb2 import DT_FLOAT
from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .graph_scene import SceneView, read_scene
from .messages import message

BRANCHES: Final = ("Relu", "Tanh", "Sigmoid", "Elu", "Selu", "Abs", "Neg", "Exp", "Log")
"""Types of ops side by side, so many that the scopes beside them are closed at first."""

BEFORE: Final = ["input", "encoder/dense/scale", "encoder/dense/gone", "head/sum", "loss"]
AFTER: Final = ["input", "encoder/dense/scale", "head/sum", "head/new", "loss"]
STEPS: Final = {"encoder/weight", "encoder/dense/scale", "encoder/dense/gone", "head/new"}
"""What was changed, removed and added, beside the ops whose inputs are others now."""


def graph(names: list[str], rate: float, width: int, branches: tuple[str, ...] = BRANCHES) -> bytes:
    """Return a chain of ops, with a weight of `width` floats and a rate at the second of them.

    Of each type in `branches`, an op stands beside the chain, between its ends.
    """
    weight = NodeDef(name="encoder/weight", op="VariableV2")
    weight.attr["shape"].shape.dim.add(size=width)
    weight.attr["dtype"].CopyFrom(AttrValue(type=DT_FLOAT))
    nodes = [weight, NodeDef(name=names[0], op="Placeholder")]
    nodes += [NodeDef(name=name, op="Mul", input=[before]) for before, name in pairwise(names)]
    nodes[2].input.append(weight.name)
    nodes[2].attr["rate"].CopyFrom(AttrValue(f=rate))
    beside = [NodeDef(name=each.lower(), op=each, input=[names[0]]) for each in branches]
    nodes[-1].input.extend(each.name for each in beside)
    return writer.graph_event(GraphDef(node=[*nodes, *beside]).SerializeToString())


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """A server of two runs that differ within scopes, and of one with one more op beside them."""
    logs: Path = tmp_path_factory.mktemp("logs")
    more = (*BRANCHES[:4], "Softplus", *BRANCHES[4:])
    writer.write_run(logs, "before", graph(BEFORE, rate=0.5, width=10))
    writer.write_run(logs, "after", graph(AFTER, rate=0.25, width=30))
    writer.write_run(logs, "wider", graph(BEFORE, rate=0.5, width=10, branches=more))
    with dashboard(str(logs), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        yield running


@pytest.fixture
def ids(board: Dashboard) -> dict[str, str]:
    """The id of the graph of each run."""
    graphs = board.answer("api/graphs")["graphs"]
    return {each["run"]: each["id"] for each in graphs}


@pytest.fixture
def page(board: Dashboard, ids: dict[str, str], open_page: OpenPage) -> Page:
    """The graph of the second run."""
    opened = open_page(f"{board.url}?tab=graph&graph={ids['after']}")
    read_scene(opened, "loss")
    return opened


@pytest.fixture
def compared(board: Dashboard, ids: dict[str, str], open_page: OpenPage) -> Page:
    """Both graphs, from a link."""
    opened = open_page(f"{board.url}?tab=graph&graph={ids['after']}&against={ids['before']}")
    comparison(opened)
    return opened


def text(identifier: str, *values: float) -> str:
    return message(f"graph.overlays.changes.{identifier}", *values)


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name=text("comparison"))


def compare(page: Page) -> None:
    """Choose the graph of the first run beside the one on show."""
    page.get_by_role("button", name=message("graph.late.compareWith")).click()
    choices = page.get_by_role("dialog", name=message("graph.late.compareWith"))
    choices.get_by_role("region", name="before", exact=True).get_by_role("button").click()


def comparison(page: Page) -> SceneView:
    """Return the scene once what became of its nodes is drawn, and the changes are counted."""
    page.wait_for_function("() => window.scopeboard?.scene?.()?.boxes.some(box => box.change)")
    expect(panel(page).get_by_role("status")).to_contain_text("added")
    return read_scene(page, "loss")


def end(page: Page) -> SceneView:
    panel(page).get_by_role("button", name=text("endComparison")).click()
    page.wait_for_function("() => !window.scopeboard?.scene?.()?.boxes.some(box => box.change)")
    return read_scene(page, "loss")


def places(scene: SceneView) -> dict[str, tuple[float, float]]:
    return {name: (box["x"], box["y"]) for name, box in scene.boxes.items()}


def selected(page: Page) -> str:
    name: str = page.evaluate("() => window.scopeboard.selected()")
    return name


def step(page: Page, key: str) -> str:
    """Go to another change by a key; return what is selected then."""
    before = selected(page)
    page.keyboard.press(key)
    page.wait_for_function("before => window.scopeboard.selected() !== before", arg=before)
    return selected(page)


def changes_of(page: Page) -> str:
    """Return the changes as a program has them."""
    before, shown = (
        page.evaluate("key => new URL(location.href).searchParams.get(key)", key)
        for key in ("against", "graph")
    )
    base = page.evaluate("() => location.origin")
    return page.request.get(f"{base}/api/graphs/{before}~{shown}/changes").text()


def test_it_is_switched_on_and_off_and_nothing_changes_its_order(page: Page) -> None:
    alone = read_scene(page, "loss")
    compare(page)
    both = comparison(page)
    assert both.rows() == alone.rows()
    assert places(end(page)) == places(alone)
    page.get_by_role("button", name=message("graph.undo")).click()
    assert places(comparison(page)) == places(both)


def test_what_was_removed_comes_between_and_the_order_of_the_others_stays(
    board: Dashboard, ids: dict[str, str], open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph&graph={ids['before']}")
    alone = read_scene(page, "loss").rows()
    page = open_page(f"{board.url}?tab=graph&graph={ids['before']}&against={ids['wider']}")
    page.wait_for_function("() => window.scopeboard?.scene?.()?.boxes.some(box => box.change)")
    both = read_scene(page, "softplus")
    assert both.boxes["softplus"]["change"]["status"] == "removed"
    assert [[name for name in row if name != "softplus"] for row in both.rows()] == alone


def test_a_closed_scope_counts_what_became_of_its_ops(compared: Page) -> None:
    boxes = comparison(compared).boxes
    assert not boxes["encoder"]["open"]
    encoder, head = boxes["encoder"]["change"], boxes["head"]["change"]
    assert encoder == {"status": "changed", "added": 0, "removed": 1, "changed": 2, "moved": 0}
    assert (head["status"], head["added"]) == ("changed", 1)
    assert boxes["input"]["change"] is None


def test_keys_go_from_change_to_change_and_open_what_hides_it(compared: Page) -> None:
    assert "encoder/dense/gone" not in comparison(compared).boxes
    count = len(json.loads(changes_of(compared))["changes"])
    there = [step(compared, "n") for _ in range(count)]
    assert len(set(there)) == count
    assert set(there) >= STEPS
    assert "encoder/dense/gone" in read_scene(compared, "encoder/dense/gone").boxes
    assert [step(compared, "n"), step(compared, "Shift+N")] == [there[0], there[-1]]
    assert [step(compared, "Shift+N") for _ in range(count - 1)] == there[-2::-1]
    compared.keyboard.press("?")
    for label in ("nextChange", "previousChange"):
        expect(compared.get_by_role("dialog")).to_contain_text(text(label))


def test_one_of_both_graphs_is_shown_and_nothing_moves(
    board: Dashboard, ids: dict[str, str], open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph&graph={ids['wider']}&against={ids['before']}")
    both = comparison(page)
    for side, faint in (("before", ["softplus"]), ("after", []), ("both", [])):
        panel(page).get_by_text(text(side), exact=True).click()
        page.wait_for_function(
            """count => window.scopeboard.scene().boxes
                .filter(box => box.opacity < 0.5).length === count""",
            arg=len(faint),
        )
        shown = read_scene(page, "loss")
        assert [name for name, box in shown.boxes.items() if box["opacity"] < 0.5] == faint
        assert places(shown) == places(both)


def test_the_card_shows_both_sides(compared: Page) -> None:
    while selected(compared) != "encoder/dense/scale":
        step(compared, "n")
    row = compared.get_by_role("row").filter(has_text="rate")
    expect(row).to_contain_text("0.5")
    expect(row).to_contain_text("0.25")


def test_the_card_says_which_inputs_came_and_went(compared: Page) -> None:
    while selected(compared) != "head/sum":
        step(compared, "n")
    inputs = compared.locator(".graph-info-links").first.get_by_role("listitem")
    expect(inputs).to_have_count(2)
    expect(inputs.filter(has_text="encoder/dense/gone")).to_contain_text("− removed")
    expect(inputs.filter(has_text="encoder/dense/scale")).to_contain_text("+ added")


def test_the_list_has_scopes_kinds_costs_and_files(compared: Page) -> None:
    shown = panel(compared)
    shown.get_by_role("button", name=text("listChanges")).click()
    rows = shown.get_by_role("row")
    expect(rows.filter(has_text=text("wholeGraph"))).to_contain_text("10 → 30 (+20)")
    expect(shown.get_by_role("rowheader", name="encoder/dense", exact=True)).to_be_visible()
    shown.get_by_text(text("byKind"), exact=True).click()
    expect(shown.get_by_role("rowheader", name="Removed", exact=True)).to_be_visible()
    gone = rows.filter(has_text="gone")
    expect(gone).to_have_count(1)
    shown.get_by_role("button", name="Removed").click()
    expect(gone).to_have_count(0)
    shown.get_by_label(text("searchChanges")).fill("added head")
    expect(rows).to_have_count(4)  # the head, the whole graph, the kind, the op
    with compared.expect_download() as download:
        shown.get_by_role("button", name=text("saveMarkdown")).click()
    markdown = Path(download.value.path()).read_text()
    assert "| added | head/new | Mul |" in markdown
    assert "gone" not in markdown
    with compared.expect_download() as download:
        shown.get_by_role("button", name=text("saveJson")).click()
    assert json.loads(Path(download.value.path()).read_text()) == json.loads(changes_of(compared))
    shown.get_by_role("button", name="new").click()
    read_scene(compared, "head/new")
    assert selected(compared) == "head/new"


def test_a_link_to_a_graph_that_is_gone_can_be_shown_without_it(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph&against=none")
    page.get_by_role("button", name=message("graph.canvas.showWithoutComparison")).click()
    read_scene(page, "loss")
    assert "against" not in page.url


def test_a_graph_compared_with_itself_is_shown_alone(
    board: Dashboard, ids: dict[str, str], open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph&graph={ids['after']}&against={ids['after']}")
    read_scene(page, "loss")
    expect(panel(page)).to_have_count(0)


def test_several_graphs_are_chips_with_a_base(
    ids: dict[str, str], compared: Page, open_page: OpenPage
) -> None:
    button = compared.get_by_role("button", name=message("graph.late.compareWith"))
    button.click()
    choices = compared.get_by_role("dialog", name=message("graph.late.compareWith"))
    choices.get_by_role("region", name="wider", exact=True).get_by_role("button").click()
    chips = compared.get_by_role("region", name=message("graph.late.comparedGraphs"))
    wider = chips.get_by_role("button", name="wider", exact=True)
    expect(wider).to_have_attribute("aria-pressed", "true")
    read_scene(compared, "softplus")
    assert shown_and_base(compared) == (ids["wider"], ids["before"])
    chips.get_by_role("button", name="after", exact=True).click()
    comparison(compared)
    assert shown_and_base(compared) == (ids["after"], ids["before"])
    chips.get_by_label(message("graph.late.baseGraph")).select_option(label="wider")
    compared.wait_for_function("id => location.search.includes(`against=${id}`)", arg=ids["wider"])
    assert shown_and_base(compared) == (ids["after"], ids["wider"])
    again = open_page(compared.url)
    chips = again.get_by_role("region", name=message("graph.late.comparedGraphs"))
    expect(chips.get_by_role("button", name="after", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    chips.get_by_role(
        "button", name=message("graph.late.removeFromComparison", "before"), exact=True
    ).click()
    expect(chips).to_have_count(0)
    assert shown_and_base(again) == (ids["after"], ids["wider"])


def shown_and_base(page: Page) -> tuple[str, str]:
    shown, base = page.evaluate(
        """() => ["graph", "against"].map(
            key => new URL(location.href).searchParams.get(key))"""
    )
    return shown, base
