"""Runs side by side on the page: from the run table to the comparison, its diff and its files."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_STRING
from tools import writer
from tools.served import Dashboard, dashboard

from .axe import findings
from .conftest import OpenPage
from .messages import message
from .taken import taken


def args(values: dict[str, object]) -> bytes:
    tensor = TensorProto(dtype=DT_STRING, string_val=[json.dumps(values).encode()])
    return writer.event(0, Summary.Value(tag="args", tensor=tensor, metadata=writer.plugin("text")))


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    directory = tmp_path_factory.mktemp("log")
    for name, rate in (("a", 0.1), ("b", 0.2)):
        writer.write_run(directory, name, writer.scalar_file({"loss": [3, rate]}))
        (directory / name / "hparams.yaml").write_text(f"optim:\n  lr: {rate}\n  name: adam\n")
    text = writer.version() + args({"epochs": 3, "optim": {"lr": 0.3, "name": "sgd"}})
    writer.write_run(directory, "c", text)
    with dashboard("--logdir", str(directory), "--port", "0") as served:
        served.wait_until_read()
        yield served


def cells(page: Page, name: str) -> list[str]:
    """Return the texts of the row of that name."""
    row = page.locator(".run-comparison-table tbody tr").filter(
        has=page.get_by_role("rowheader", name=name, exact=True)
    )
    return row.locator("td").all_inner_texts()


def test_runs_that_are_shown_are_compared(log: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{log.url}?tab=runs&runs=all&sort=name")
    page.get_by_role("button", name=message("runs.compare", 3)).click()
    table = page.locator(".run-comparison-table")
    expect(table).to_contain_text("optim.lr")
    assert cells(page, "optim.lr") == ["0.1", "0.2", "0.3"]
    assert cells(page, "optim.name") == ["adam", "adam", "sgd"]
    assert cells(page, "epochs") == ["–", "–", "3"]
    assert findings(page) == []

    page.get_by_role("radio", name=message("runs.comparison.rows")).click()
    expect(table.get_by_role("columnheader", name="optim.lr")).to_be_visible()
    expect(table.locator("tbody tr")).to_have_count(3)

    page.get_by_role("radio", name=message("runs.comparison.diff")).click()
    difference = page.locator(".run-configuration-diff").first
    expect(difference.locator(".removed").first).to_have_text("−optim.lr: 0.1")
    expect(difference.locator(".added").first).to_have_text("+optim.lr: 0.2")

    page.go_back()
    expect(table.locator("tbody tr")).to_have_count(3)
    page.get_by_role("button", name=message("runs.comparison.backToTable")).click()
    expect(page.locator(".run-row")).to_have_count(3)


def test_hyper_parameters_of_files_have_a_tab(log: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{log.url}?tab=runs&runs=all")
    page.get_by_role("button", name="HParams").click()
    expect(page.get_by_role("columnheader", name="optim.lr")).to_be_visible()
    assert findings(page) == []


def test_what_is_equal_is_shown_on_request_and_names_are_filtered(
    log: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{log.url}?tab=runs&runs=re:[ab]&sort=name&comparison=columns")
    expect(page.locator(".run-comparison-table")).to_contain_text("optim.lr")
    assert cells(page, "optim.name") == []
    page.get_by_label(message("runs.comparison.differencesOnly")).uncheck()
    expect(page.get_by_role("rowheader", name="optim.name")).to_be_visible()
    page.get_by_label(message("runs.comparison.filterRows")).fill("loss")
    expect(page.get_by_role("rowheader", name="optim.name")).to_have_count(0)
    numbers, logged = ["0.1", "0.2"], ["scalars", "scalars"]
    assert cells(page, "loss") == [*numbers, *numbers, *logged]


def test_comparison_and_run_table_are_files(log: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{log.url}?tab=runs&runs=all&sort=name&comparison=columns")
    expect(page.locator(".run-comparison-table")).to_contain_text("optim.lr")
    menu = page.get_by_role("button", name=message("runs.comparison.exportComparison"))
    rows = json.loads(taken(menu, "JSON"))
    assert [row["Hyper-parameters: optim.lr"] for row in rows] == [0.1, 0.2, 0.3]
    page.get_by_role("button", name=message("runs.comparison.backToTable")).click()
    text = taken(page.get_by_role("button", name=message("runs.exportTable")), "Markdown")
    assert text.startswith("| Name | ")
    assert [line.split(" | ")[0] for line in text.splitlines()[2:]] == ["| a", "| b", "| c"]
