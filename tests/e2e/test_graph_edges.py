"""A metaedge is selected by a click, and lists its tensors in a card of its own."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tools.served import Dashboard

from .axe import findings
from .conftest import OpenPage
from .graph_scene import canvas_of, read_scene


def card_of(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Inspector")


def press_label(page: Page, source: str, target: str) -> None:
    """Click on the label of the data edge between two nodes."""
    at = read_scene(page, source).edge(source, target, "data")["labelAt"]
    canvas = canvas_of(page)
    page.mouse.click(canvas["x"] + at["x"], canvas["y"] + at["y"])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_click_on_a_line_lists_its_tensors(
    board: Dashboard, open_page: OpenPage, theme: str
) -> None:
    page = open_page(f"{board.url}?tab=graph&open=layer1", theme=theme)
    read_scene(page, "layer1/MatMul")
    press_label(page, "layer1", "layer2")
    card = card_of(page)
    expect(card).to_contain_text("layer1 → layer2")
    rows = card.get_by_role("listitem")
    expect(rows).to_have_count(1)
    expect(rows).to_have_text(re.compile(r"^\S+:0 → MatMul:0 *\?×500 · float32"))
    assert findings(page) == []
    expect(page).to_have_url(re.compile("edge="))
    page.reload()
    expect(rows).to_have_count(1)
    rows.get_by_role("button", name="MatMul:0", exact=True).click()
    expect(card).to_contain_text("MatMul")
    expect(page).to_have_url(re.compile(r"^(?!.*edge=).*node=layer2/MatMul"))


def test_the_drawing_lists_the_tensors_of_a_line_beside_its_nodes(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph")
    read_scene(page, "layer1")
    press_label(page, "layer1", "moving_average")
    shown = page.locator(".graph-edge-tensors")
    expect(shown).to_be_visible()
    lines = shown.locator("li")
    expect(lines).to_have_count(6)
    expect(lines.first).to_have_text(re.compile(r":0 → .*:\d.*· float32"))
    expect(lines.last).to_have_text("8 more in the inspector")
    place = shown.bounding_box()
    assert place
    canvas = canvas_of(page)
    for box in read_scene(page, "layer1").boxes.values():
        left, top = canvas["x"] + box["x"], canvas["y"] + box["y"]
        is_apart = (
            left >= place["x"] + place["width"]
            or left + box["width"] <= place["x"]
            or top >= place["y"] + place["height"]
            or top + box["height"] <= place["y"]
        )
        assert is_apart, box["name"]
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)


def test_escape_leaves_an_edge(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph")
    read_scene(page, "layer1")
    press_label(page, "layer1", "layer2")
    expect(card_of(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(card_of(page)).to_be_hidden()


def test_the_card_of_a_scope_unfolds_each_of_its_edges(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=graph&node=layer1")
    card = card_of(page)
    folded = card.locator("details").filter(has_text=re.compile(r"^\d+ tensors")).first
    count = int((folded.text_content() or "").split()[0])
    folded.locator("summary").press("Enter")
    expect(folded.get_by_role("listitem")).to_have_count(count)
