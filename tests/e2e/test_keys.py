"""The keys for cards, rows, runs and steps, on every tab that has any."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest
from playwright.sync_api import Page, Route, expect

from scopeboard.wire.summary_pb2 import HistogramProto, Summary
from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_STRING
from scopeboard.writer.png import encode_png
from tools import writer
from tools.hparam_values import hparams_event, start
from tools.media_events import images, sounds, wav
from tools.served import Dashboard, dashboard

from .conftest import OpenPage


def tensor(tag: str, plugin: str, value: TensorProto) -> Summary.Value:
    return Summary.Value(tag=tag, tensor=value, metadata=writer.plugin(plugin))


def curve(tag: str) -> Summary.Value:
    table = np.array([[2, 1, 0], [2, 0, 0], [0, 2, 2], [0, 1, 2], [0.5, 1, 0], [1, 0.5, 0]], "<f4")
    dims = [TensorShapeProto.Dim(size=size) for size in table.shape]
    shape = TensorShapeProto(dim=dims)
    content = table.tobytes()
    return tensor(
        tag,
        "pr_curves",
        TensorProto(dtype=DT_FLOAT, tensor_shape=shape, tensor_content=content),
    )


def values(step: int) -> Iterator[Summary.Value]:
    """Two cards or rows for each tab that has them."""
    for nth in ("one", "two"):
        histo = HistogramProto(min=0, max=2, bucket_limit=[1, 2], bucket=[step + 1, 4])
        text = TensorProto(dtype=DT_STRING, string_val=[b"words"])
        yield Summary.Value(tag=f"histogram/{nth}", histo=histo)
        yield tensor(f"text/{nth}", "text", text)
        yield tensor(f"tensor/{nth}", "mine", TensorProto(dtype=DT_FLOAT, float_val=[1]))
        yield curve(f"curve/{nth}")


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    log = tmp_path_factory.mktemp("keys")
    picture = encode_png(np.zeros((4, 4, 1), np.uint8))
    for run in ("a", "b"):
        data = writer.scalar_file({"loss/one": [3, 2, 1], "loss/two": [1, 2, 3]})
        data += hparams_event(start({"lr": 0.1 if run == "a" else 0.2}))
        for step in (0, 10, 20):
            data += writer.event(step, *values(step)) + images(step, picture, tag="picture")
        writer.write_run(log, run, data + sounds(5, wav(0.1), tag="voice"))
    with dashboard(str(log), "--port", "0") as running:
        running.wait_until_read()
        yield running


# A page takes keys once it has been drawn, a moment after it stands in the document.
DRAWN = "new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 50)))"


class Keys(NamedTuple):
    """What keys do on a tab: its stops, and what `e` exports of one of them or of the tab."""

    tab: str
    stops: str
    exports: str
    steps: bool
    is_of_a_run: bool = False


TABS = [
    Keys("scalars", ".scalar-card", "Download loss/two", steps=True),
    Keys("distributions", ".distribution-card", "Export histogram/two", steps=False),
    Keys("media", ".media-card", "Export voice", steps=True),
    Keys("text", ".text-card", "Export text/one, a", steps=True, is_of_a_run=True),
    Keys("curves", ".curve-card", "Download curve/two", steps=True),
    Keys("tensors", "tbody tr", "Export", steps=True, is_of_a_run=True),
    Keys("hparams", "tbody tr", "Download", steps=False, is_of_a_run=True),
    Keys("runs", "tbody tr", "", steps=False, is_of_a_run=True),
    Keys("overview", ".overview-card button", "", steps=False),
]


@pytest.mark.parametrize("keys", TABS, ids=lambda keys: keys.tab)
def test_keys_do_the_same_on_every_tab(board: Dashboard, open_page: OpenPage, keys: Keys) -> None:
    page = open_page(f"{board.url}?tab={keys.tab}")
    stops = page.locator(f"main {keys.stops}")
    expect(stops.nth(1)).to_be_attached()
    page.evaluate(DRAWN)
    for key, reached in (("j", 0), ("j", 1), ("k", 0), ("j", 1)):
        page.keyboard.press(key)
        expect(stops.nth(reached)).to_be_focused()
    if keys.exports:
        page.keyboard.press("e")
        expect(page.get_by_role("menu", name=keys.exports)).to_be_visible()
        page.keyboard.press("Escape")
        stops.nth(1).focus()
    if keys.steps:
        page.keyboard.press("Home")
        expect(page).to_have_url(re.compile(r"[?&]step=0"))
        page.keyboard.press("ArrowRight")
        expect(page).to_have_url(re.compile(r"[?&]step=[1-9]"))
    if keys.is_of_a_run:
        the_run_in_focus_is_shown_alone_compared_and_hidden(page)


def the_run_in_focus_is_shown_alone_compared_and_hidden(page: Page) -> None:
    page.keyboard.press("b")
    expect(page).to_have_url(re.compile(r"[?&]baseline=[ab]\b"))
    page.keyboard.press("o")
    expect(page).to_have_url(re.compile(r"[?&]runs=[ab]\b"))
    page.keyboard.press(" ")
    expect(page).to_have_url(re.compile(r"[?&]runs=none"))


def test_a_key_waits_for_the_card_that_is_still_being_read(
    board: Dashboard, open_page: OpenPage
) -> None:
    held: list[Route] = []
    is_read = False

    def hold(route: Route) -> None:
        if is_read:
            route.continue_()
        else:
            held.append(route)

    page = open_page(f"{board.url}?tab=overview")
    expect(page.locator("main .overview-card").first).to_be_visible()
    page.route("**/api/histograms*", hold)
    page.keyboard.press("g")
    page.keyboard.press("d")
    expect(page.locator(".distribution-card").first).to_be_attached()
    page.keyboard.press("j")
    page.keyboard.press("e")
    expect(page.get_by_role("menu")).to_have_count(0)
    is_read = True
    for route in held:
        route.continue_()
    expect(page.get_by_role("menu", name="Export histogram/one")).to_be_visible()


def test_slash_leads_to_a_filter_on_every_tab(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=curves")
    expect(page.locator(".curve-card").first).to_be_visible()
    page.keyboard.press("/")
    expect(page.get_by_label("Filter tags by name")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.keyboard.press("h")
    expect(page.locator(".hparams-session-table")).to_be_visible()
    page.keyboard.press("/")
    expect(page.get_by_role("textbox", name="Filter runs")).to_be_focused()
