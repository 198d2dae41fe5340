"""Charts of several tags, and tensors of unknown plugins, on the page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from scopeboard.wire import plugins_pb2 as pb
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_STRING
from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .messages import message
from .taken import taken_rows
from .waiting import comes_to


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """Scalars, a layout of two of them, and a tensor that nobody knows."""
    directory = tmp_path_factory.mktemp("log")
    lines = pb.MultilineChartContent(tag=["loss"])
    plan = pb.Category(title="losses", chart=[pb.Chart(title="both", multiline=lines)])
    layout = pb.Layout(category=[plan]).SerializeToString()
    values = [
        Summary.Value(
            tag="custom_scalars__config__",
            tensor=TensorProto(dtype=DT_STRING, string_val=[layout]),
            metadata=writer.plugin("custom_scalars"),
        ),
        Summary.Value(
            tag="secret",
            tensor=TensorProto(dtype=DT_FLOAT, float_val=[1]),
            metadata=writer.plugin("mine"),
        ),
    ]
    data = writer.scalar_file({"loss/a": [1, 2], "loss/b": [3, 4], "other": [5]})
    writer.write_run(directory, "run", data + writer.event(0, *values))
    state = tmp_path_factory.mktemp("state")
    arguments = ["--logdir", str(directory), "--state_dir", str(state), "--port", "0"]
    with dashboard(*arguments) as served:
        served.wait_until_read()
        yield served


def test_charts_are_laid_out_by_the_log_and_by_viewers(log: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{log.url}?tab=custom&smooth=0")
    logged = page.get_by_role("article", name="both")
    expect(logged.get_by_role("row")).to_contain_text(["Value", "run · a", "run · b"])
    page.get_by_role("button", name="New chart").click()
    page.get_by_label("Title").fill("mine")
    page.get_by_label(message("scalars.patternsField")).fill("oth.*")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.get_by_role("button", name=message("scalars.save")).click()
    page.reload()
    own = page.get_by_role("article", name="mine")
    expect(own.get_by_role("row")).to_contain_text(["Value", "run"])
    own.get_by_role("button", name="More for mine").click()
    page.get_by_role("menuitem", name="Remove").click()
    expect(own).to_have_count(0)


def test_a_chart_is_put_together_from_the_tags_that_there_are(
    log: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{log.url}?tab=custom&smooth=0")
    page.get_by_role("button", name="New chart").click()
    field = page.get_by_label(message("scalars.toolbar.addTag"), exact=True)
    offered = "field => [...field.list.options].map((option) => option.value)"
    comes_to(page, lambda: field.evaluate(offered), ["loss/a", "loss/b", "other"])
    field.fill("loss/b")
    expect(field).to_have_value("")
    expect(page.get_by_label(message("scalars.patternsField"))).to_have_value("loss/b$")
    page.get_by_label("Title").fill("one of them")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.get_by_role("button", name=message("scalars.save")).click()
    rows = page.get_by_role("article", name="one of them").get_by_role("row")
    expect(rows).to_contain_text(["Value", "4"])


def test_charts_of_a_filter_are_combined_under_its_words(
    log: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{log.url}?tab=scalars&smooth=0&tags=loss/")
    page.get_by_role("button", name=message("scalars.combine"), exact=True).click()
    combined = page.get_by_role("article", name="loss/", exact=True)
    expect(combined.get_by_role("heading")).to_have_text("loss/")
    expect(combined.get_by_role("row")).to_have_count(3)
    page.reload()
    expect(combined.get_by_role("row")).to_contain_text(["Value", "a", "b"])


def test_tensors_of_unknown_plugins_are_listed(log: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{log.url}?tab=tensors")
    row = page.get_by_role("row", name="secret")
    expect(row.get_by_role("cell")).to_have_text(
        ["run", "mine unknown", "0", "1", "float", "scalar"]
    )
    (taken,) = taken_rows(page.get_by_role("button", name="Export"))
    assert (taken["tag"], taken["run"], taken["dtype"]) == ("secret", "run", "float")
