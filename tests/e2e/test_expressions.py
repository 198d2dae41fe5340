"""Charts of expressions, axes of tags, marks of changes and charts by hyper-parameter."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tools import writer
from tools.hparam_values import hparams_event, start
from tools.served import Dashboard, dashboard

from .axe import findings
from .conftest import OpenPage
from .messages import message
from .waiting import wait_until


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    logs = tmp_path_factory.mktemp("expressions")
    for rate in (0.1, 0.01):
        for phase, shift in (("train", 0.0), ("val", 0.5)):
            values = {
                "loss": [1 / (1 + step / 50) + shift for step in range(100)],
                "epoch": [float(step // 25) for step in range(100)],
            }
            hparams = {"lr": rate} if rate < 0.1 else {"lr": rate, "width": 8}
            contents = writer.scalar_file(values) + hparams_event(start(hparams))
            writer.write_run(logs, f"lr={rate}/{phase}", contents)
    with dashboard(str(logs), "--port", "0") as running:
        running.wait_until_read()
        yield running


def card(page: Page, tag: str) -> Locator:
    return page.get_by_role("article", name=tag, exact=True)


def choose(page: Page, item: str) -> None:
    """Choose an item of the display menu."""
    page.get_by_role("button", name=message("scalars.display")).click()
    page.get_by_role("menuitem", name=item).click()


def test_an_expression_is_a_chart_in_the_address(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=scalars&runs=all&smooth=0")
    choose(page, message("scalars.toolbar.newExpression"))
    field = page.get_by_role("dialog").get_by_role("combobox")
    field.fill("loss@val - lost@train")
    expect(page.get_by_role("dialog")).to_contain_text("lost")
    field.fill("loss@val - loss@train")
    assert findings(page) == []
    field.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    chart = card(page, "loss@val - loss@train")
    expect(chart.get_by_role("row", name="0.5")).to_have_count(2)
    page.reload()
    expect(chart.get_by_role("row", name="0.5")).to_have_count(2)


def test_a_tag_is_the_axis_of_all_charts(board: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{board.url}?tab=scalars&runs=all&tags=loss&smooth=0")
    choose(page, message("scalars.toolbar.xAxisItem"))
    field = page.get_by_role("dialog").get_by_role("combobox")
    field.fill("epoch * 10")
    field.press("Enter")
    head = card(page, "loss").locator("thead")
    expect(head).to_contain_text("epoch * 10")
    expect(card(page, "loss").locator("tbody tr").first.locator(".value-x")).to_have_text("30")
    page.get_by_label(message("scalars.step"), exact=True).first.check(force=True)
    expect(head).not_to_contain_text("epoch")


def test_changes_of_a_tag_are_marked(board: Dashboard, open_page: OpenPage) -> None:
    prepare = """() => {
      window.labels = [];
      const fill = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        window.labels.push(text);
        return fill.call(this, text, ...place);
      };
    }"""
    page = open_page(
        f"{board.url}?tab=scalars&runs=all&tags=loss&mark=epoch",
        prepare=lambda page: page.add_init_script(f"({prepare})()"),
    )
    expect(card(page, "loss")).to_be_visible()
    labels = ("epoch 1", "epoch 2", "epoch 3")
    wait_until(page, lambda: set(labels) <= set(page.evaluate("window.labels")))


def test_a_hyper_parameter_has_a_chart_for_each_value(
    board: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{board.url}?tab=scalars&runs=all&tags=loss&facet=lr")
    for rate in ("0.01", "0.1"):
        expect(card(page, f"loss · lr {rate}").locator("tbody tr")).to_have_count(2)
    page.get_by_role("button", name=message("scalars.display")).click()
    values = page.get_by_role("group", name=message("scalars.toolbar.facetBy"))
    names = [message("scalars.toolbar.noFacet"), "lr"]
    expect(values.get_by_role("menuitemradio")).to_have_text(names)
