"""Levels of detail: a graph seen from afar says what it is, on the page and in pictures of it."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from playwright.sync_api import Page, expect

from tools.served import Dashboard

from .conftest import OpenPage
from .graph_scene import canvas_of, read_scene
from .messages import message
from .waiting import comes_to, wait_until

SVG = "{http://www.w3.org/2000/svg}"
FAR = "camera=500,300,0.2,1000,700"
SIGN_HEIGHT = 17  # px


def signs(page: Page) -> list[dict[str, Any]]:
    """Return the signs that are there in full."""
    shown: list[dict[str, Any]] = page.evaluate("() => window.scopeboard.signs()")
    return [sign for sign in shown if sign["opacity"] == 1]


def sign_of(page: Page, name: str) -> dict[str, Any]:
    """Return the sign of a box once it is there."""
    wait_until(page, lambda: name in {sign["name"] for sign in signs(page)})
    return next(sign for sign in signs(page) if sign["name"] == name)


def overlap(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether two signs share area."""
    return all(
        one[start] < other[start] + other[length] and other[start] < one[start] + one[length]
        for start, length in (("x", "width"), ("y", "height"))
    )


def test_signs_say_what_is_there_from_afar(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph&open=layer1&{FAR}")
    read_scene(page, "layer1/weights")
    assert sign_of(page, "layer1")["text"] == "layer1 99 %"
    sign_of(page, "train_step")
    there = signs(page)
    for at, sign in enumerate(there):
        assert round(sign["height"], 3) == SIGN_HEIGHT
        assert not any(overlap(sign, other) for other in there[at + 1 :])
    page.locator(".graph-canvas").focus()
    page.keyboard.press("0")
    comes_to(page, lambda: page.evaluate("() => window.scopeboard.signs()"), [])


def test_a_sign_is_clicked_like_its_box(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=graph&{FAR}")
    read_scene(page, "train_step")
    sign, canvas = sign_of(page, "train_step"), canvas_of(page)
    # Beside the box, which is smaller than its sign.
    page.mouse.click(canvas["x"] + sign["x"] + 3, canvas["y"] + sign["y"] + SIGN_HEIGHT / 2)
    comes_to(page, lambda: page.evaluate("() => window.scopeboard.selected()"), "train_step")


def test_a_picture_of_what_is_in_view_has_the_signs_that_are_seen(
    board: Dashboard, open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page(f"{board.url}?tab=graph&open=layer1&{FAR}")
    read_scene(page, "layer1/weights")
    sign_of(page, "layer1")
    texts = {sign["text"] for sign in signs(page)}
    page.keyboard.press("e")
    page.get_by_role("menuitemradio", name=message("graph.export.visibleArea")).click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name=message("graph.export.svgVector")).click()
    download.value.save_as(tmp_path / "a.svg")
    expect(page.get_by_role("menu")).to_have_count(0)
    svg = ET.fromstring((tmp_path / "a.svg").read_bytes())  # noqa: S314 - our page has written it
    canvas = canvas_of(page)
    assert float(svg.get("width", 0)) <= canvas["width"] + 1
    assert texts <= {text.text for text in svg.iter(f"{SVG}text")}
