"""What is wrong in a log is said on the page, with no call in the training."""

from collections.abc import Iterator
from math import nan

import numpy as np
import pytest
from playwright.sync_api import expect

import writer
from served import Dashboard, dashboard

from .axe import findings
from .conftest import OpenPage

MESSAGE = "40 NaN values, the first at step 80."


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """A training that goes well, and one whose loss is no number from step 80 on."""
    directory = tmp_path_factory.mktemp("log")
    well = (1 / np.arange(1, 121)).tolist()
    for run, loss in (("steady", well), ("fast", [*well[:80], *[nan] * 40])):
        writer.write_run(directory, run, writer.scalar_file({"loss": loss}))
    with dashboard("--logdir", str(directory), "--port", "0") as served:
        served.wait_until_read()
        yield served


def test_a_loss_that_is_no_number_is_told_of(log: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{log.url}?tab=scalars")
    strip = page.get_by_role("region", name="Warnings")
    expect(strip.get_by_role("status")).to_contain_text("about the runs shown")
    summary = strip.get_by_role("button", expanded=False)
    expect(summary).to_contain_text(MESSAGE)
    summary.click()
    row = strip.get_by_role("listitem").filter(has_text=MESSAGE)
    # As where many more are listed: what is said of the last one would stand below the edge.
    page.locator(".warnings-open").evaluate("list => { list.style.maxHeight = '40px'; }")
    row.get_by_text("How?").click()
    expect(row.get_by_text("Every value that")).to_be_in_viewport(ratio=0.9)
    page.locator(".warnings-open").evaluate("list => { list.style.maxHeight = ''; }")
    expect(row).to_contain_text("Every value that is NaN or infinite is counted.")
    assert findings(page) == []
    row.get_by_role("button", name="fast").first.click()
    expect(page.get_by_role("region", name="Full screen: loss")).to_be_visible()
    assert "step=80" in page.url


def test_a_warning_stays_muted(log: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{log.url}?tab=scalars&warnings=open")
    strip = page.get_by_role("region", name="Warnings")
    row = strip.get_by_role("listitem").filter(has_text=MESSAGE)
    with page.expect_response(lambda answer: answer.request.method == "PUT" and answer.ok):
        row.get_by_role("button", name="Mute the warning").click()
    expect(row).to_have_count(0)
    page.reload()
    strip.get_by_role("button", name="1 muted – show").click()
    with page.expect_response(lambda answer: answer.request.method == "PUT" and answer.ok):
        row.get_by_role("button", name="Unmute the warning").click()
    expect(strip.get_by_role("button", name="muted")).to_have_count(0)
    expect(row).to_be_visible()
