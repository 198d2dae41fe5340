"""Texts and curves on the page."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_STRING
from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .messages import message
from .taken import taken, taken_rows


def value(step: int, tag: str, plugin: str, tensor: TensorProto) -> bytes:
    """Return the record of a tensor."""
    return writer.event(step, Summary.Value(tag=tag, tensor=tensor, metadata=writer.plugin(plugin)))


def text(step: int, content: str) -> bytes:
    return value(step, "note", "text", TensorProto(dtype=DT_STRING, string_val=[content.encode()]))


def curve(step: int, *rows: Sequence[float]) -> bytes:
    table = np.array(rows, "<f4")
    dims = [TensorShapeProto.Dim(size=size) for size in table.shape]
    shape = TensorShapeProto(dim=dims)
    tensor = TensorProto(dtype=DT_FLOAT, tensor_shape=shape, tensor_content=table.tobytes())
    return value(step, "pr", "pr_curves", tensor)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """A text of three steps, the last with what must not come through, one of a step, a curve."""
    directory = tmp_path_factory.mktemp("log")
    hostile = "**bold**<img src=x onerror=alert(1)><script>alert(2)</script> [out](javascript:x)"
    ratios = [[0.5, 1, 0], [1, 0.5, 0]]
    counts = [[2, 1, 0], [2, 0, 0], [0, 2, 2], [0, 1, 2]]
    data = text(0, "first line") + text(10, "second line") + text(20, hostile)
    data += curve(0, *counts, *ratios) + curve(10, *[[0, 0, 0]] * 4, *ratios)
    data += value(0, "once", "text", TensorProto(dtype=DT_STRING, string_val=[b"alone"]))
    writer.write_run(directory, "a", data)
    with dashboard("--logdir", str(directory), "--port", "0") as served:
        served.wait_until_read()
        yield served


def test_text_is_rendered_harmless_and_steps_are_compared(
    log: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{log.url}?tab=text")
    content = page.get_by_role("article", name="note, a").locator(".text-content")
    expect(content.locator("strong")).to_have_text("bold")
    assert content.locator("img, script, a[href]").count() == 0
    page.get_by_role("button", name="10", exact=True).click()
    expect(content).to_have_text("second line")
    page.get_by_role("radio", name="Difference").click()
    expect(content.locator(".removed mark")).to_have_text("first")
    expect(content.locator(".added mark")).to_have_text("second")
    once = page.get_by_role("article", name="once, a")
    expect(once).to_contain_text(message("text.onlyStep"))
    expect(once.get_by_role("combobox")).to_have_count(0)


def test_a_text_that_takes_too_long_to_render_says_so(open_page: OpenPage, tmp_path: Path) -> None:
    costly = "[" * 100_000
    content = TensorProto(dtype=DT_STRING, string_val=[costly.encode()])
    writer.write_run(tmp_path, "a", value(0, "costly", "text", content))
    with dashboard("--logdir", str(tmp_path), "--port", "0") as served:
        served.wait_until_read()
        page = open_page(f"{served.url}?tab=text")
        card = page.get_by_role("article", name="costly, a")
        note = card.get_by_text("Too long to render as Markdown; shown as logged.")
        expect(note).to_be_visible()
        expect(card.locator("pre")).to_have_text(costly)
        page.get_by_role("radio", name="Raw").click()
        expect(note).to_have_count(0)


def test_json_is_a_tree_and_compared_with_that_of_another_run(
    open_page: OpenPage, tmp_path: Path
) -> None:
    for run, content in (("a", b'{"lr": 1, "opt": "adam"}'), ("b", b'{"opt": "adam", "lr": 2}')):
        tensor = TensorProto(dtype=DT_STRING, string_val=[content])
        writer.write_run(tmp_path, run, value(0, "config", "text", tensor))
    with dashboard("--logdir", str(tmp_path), "--port", "0") as served:
        served.wait_until_read()
        page = open_page(f"{served.url}?tab=text&runs=all")
        card = page.get_by_role("article", name="config, b")
        lines = card.locator(".ui-json-line")
        expect(lines).to_have_text(['opt: "adam"', "lr: 2"])
        card.locator("summary").click()
        expect(lines.first).to_be_hidden()
        page.get_by_role("radio", name=message("text.raw")).click()
        expect(card.locator("pre")).to_have_text('{"opt": "adam", "lr": 2}')
        page.get_by_role("radio", name=message("text.difference")).click()
        other = page.get_by_role("article", name="config, a")
        expect(card).to_contain_text(message("text.isReference"))
        expect(other.locator(".removed")).to_contain_text('"lr": 2')
        expect(other.get_by_role("combobox")).to_have_value("run:b")
        card.get_by_role("combobox").select_option(label="a")
        expect(card.locator(".removed")).to_contain_text('"lr": 1')
        expect(card.locator(".added")).to_contain_text('"lr": 2')
        expect(other).to_contain_text(message("text.isReference"))
        expect(other.get_by_role("combobox")).to_have_value("")
        page.goto(f"{served.url}?tab=text&runs=all&text.as=difference&baseline=a")
        expect(card.locator(".removed")).to_contain_text('"lr": 1')


def test_curves_say_what_a_threshold_comes_to(log: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{log.url}?tab=curves&step=0&curves.threshold=0.5")
    row = page.locator(".curve-counts tbody tr")
    expect(row).to_contain_text("a")
    cells = ["0", "0.75", "0.75", "0.5", "1", "0", "2", "1", "1", "0.5", "0"]
    expect(row.locator("td")).to_have_text(cells)
    expect(page.get_by_role("img", name="areas: a 0.75.")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text(message("curves.noRocCounts"))).to_be_visible()


def test_curves_are_in_the_order_of_the_run_table(open_page: OpenPage, tmp_path: Path) -> None:
    for run in ("a", "b", "c"):
        writer.write_run(tmp_path, run, curve(0, *[[1, 1]] * 6))
    with dashboard("--logdir", str(tmp_path), "--port", "0") as served:
        served.wait_until_read()
        page = open_page(f"{served.url}?tab=curves&runs=all&sort=-name")
        expect(page.locator(".curve-counts tbody th")).to_have_text(["c", "b", "a"])


def test_texts_and_curves_are_taken_away(log: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{log.url}?tab=text&step=10")
    menu = page.get_by_role("button", name="Export note, a")
    assert taken(menu, "Markdown, as logged") == "second line\n"
    rows = taken_rows(menu)
    assert [(row["run"], row["step"]) for row in rows] == [("a", "0"), ("a", "10"), ("a", "20")]
    assert rows[2]["text"].startswith("**bold**<img")
    of_tab = taken_rows(page.get_by_role("button", name="Export", exact=True))
    assert [row["step"] for row in of_tab if row["tag"] == "note"] == ["0", "10", "20"]
    page.goto(f"{log.url}?tab=curves&step=0")
    points = taken_rows(page.get_by_role("button", name="Download pr"))
    assert [row["true_positives"] for row in points] == ["2", "1", "0"]
    assert {(row["run"], row["step"]) for row in points} == {("a", "0")}


def test_cards_are_drawn_in_three_sizes(log: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{log.url}?tab=curves&step=0")
    plot = page.locator(".chart-unit-plot").first
    widths = []
    for size in ("Small", "Medium", "Large"):
        page.get_by_role("button", name=message("ui.layout.display")).click()
        page.get_by_role("menuitemradio", name=size).click()
        page.keyboard.press("Escape")
        widths.append(plot.evaluate("plot => plot.getBoundingClientRect().width"))
    assert widths == sorted(set(widths))
    ticks = plot.locator("text").first
    assert ticks.evaluate("text => text.getBoundingClientRect().height") < 20
    page.goto(f"{log.url}?tab=text&step=10&cards=S")
    content = page.locator(".text-content").first
    expect(content).to_have_css("max-height", "200px")
    page.get_by_role("button", name=message("ui.layout.display")).click()
    page.get_by_role("menuitemradio", name="Large").click()
    expect(content).to_have_css("max-height", "none")
