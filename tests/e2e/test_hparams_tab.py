"""Hyper-parameters on the page."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tools import writer
from tools.hparam_values import hparams_event, start
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .waiting import comes_to


@pytest.fixture(scope="module")
def sweep(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """Six sessions, one of them without a metric, one without the optimizer."""
    log = tmp_path_factory.mktemp("log")
    for at in range(6):
        hparams = {"lr": 10.0**-at, "opt": ("adam", "sgd")[at % 2], "seed": 1}
        if at == 3:
            del hparams["opt"]
        data = hparams_event(start(hparams))
        writer.write_run(log, f"run_{at}", data)
        if at != 5:
            writer.write_run(log, f"run_{at}/validation", writer.scalar_file({"loss": [9, at / 4]}))
    state = tmp_path_factory.mktemp("state")
    with dashboard("--logdir", str(log), "--state_dir", str(state), "--port", "0") as served:
        served.wait_until_read()
        yield served


def test_a_brush_on_an_axis_filters_every_view(sweep: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{sweep.url}?tab=hparams&runs=all&hp.scale=h:lr%3Dlog")
    rows = page.locator(".hparams-session-table tbody tr")
    expect(rows).to_have_count(6)
    expect(page.get_by_role("columnheader", name="loss (validation)")).to_be_visible()
    expect(page.get_by_role("columnheader", name="seed")).to_have_count(0)
    expect(rows.filter(has_text="run_3")).to_contain_text("–")
    page.get_by_role("radio", name="Parallel").click()
    expect(page.locator(".hparams-parallel-in path")).to_have_count(6)
    grip = page.locator(".hparams-parallel-grip").first.bounding_box()
    assert grip
    x = grip["x"] + grip["width"] / 2
    page.mouse.move(x, grip["y"] + 2)
    page.mouse.down()
    page.mouse.move(x, grip["y"] + grip["height"] * 0.45, steps=4)
    page.mouse.up()
    expect(page.locator(".hparams-parallel-in path")).to_have_count(3)
    expect(page.get_by_role("status").filter(has_text="3 of 6 sessions")).to_be_visible()
    page.get_by_role("radio", name="Table", exact=True).click()
    expect(rows).to_have_count(3)
    page.reload()
    expect(rows).to_have_count(3)


def test_what_is_shown_is_what_is_downloaded(sweep: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{sweep.url}?tab=hparams&runs=all&hp.brush=h:lr=0.005..2&hp.sort=-h:lr")
    expect(page.locator(".hparams-session-table tbody tr")).to_have_count(3)
    # Values of metrics come after hyper-parameters.
    expect(page.get_by_role("columnheader", name="loss (validation)")).to_be_visible()
    page.get_by_role("button", name="Download").click()
    with page.expect_download() as saved:
        page.get_by_role("menuitem", name="JSON").click()
    rows = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert rows[0] == {
        "session": "run_0",
        "status": None,
        "lr": 1,
        "opt": "adam",
        "loss (validation)": 0,
    }
    assert [row["session"] for row in rows] == ["run_0", "run_1", "run_2"]
    page.get_by_role("radio", name="Importance").click()
    row = page.get_by_role("row", name="lr ρ")
    expect(row).to_contain_text("ρ −1.00")
    expect(row).to_contain_text("3")


def test_all_of_the_scatter_plots_fits_the_tab(sweep: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{sweep.url}?tab=hparams&runs=all&hp.view=scatter", 900, 900)
    scroller = page.locator(".hparams-scatter-scroller")
    expect(scroller.locator("canvas").first).to_be_visible()
    widths = "({ scrollWidth, clientWidth }) => scrollWidth - clientWidth"
    comes_to(page, lambda: scroller.evaluate(widths), 0)


def test_a_filter_is_kept_under_a_name(sweep: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{sweep.url}?tab=hparams&runs=all&hp.brush=h:lr=0.005..2&hp.view=importance")
    expect(page.get_by_text("3 of 6 sessions")).to_be_visible()
    page.get_by_role("button", name="Views", exact=True).click()
    page.get_by_label("Name for this view").fill("large rates")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.get_by_role("button", name="Save").click()
    page.goto(f"{sweep.url}?tab=hparams&runs=all")
    expect(page.locator(".hparams-session-table tbody tr")).to_have_count(6)
    page.get_by_role("button", name="Views", exact=True).click()
    page.get_by_role("button", name="large rates", exact=True).click()
    expect(page.get_by_text("3 of 6 sessions")).to_be_visible()
    expect(page.get_by_role("row", name="lr ρ")).to_contain_text("ρ −1.00")
