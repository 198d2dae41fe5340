"""Embeddings on the page."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from tools import writer
from tools.served import Dashboard, dashboard

from .conftest import OpenPage
from .messages import message
from .taken import taken_rows

CONFIG = """
embeddings { tensor_name: "words" tensor_path: "words.tsv" metadata_path: "words.labels"
  bookmarks_path: "words.views" }
"""


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """Forty vectors in two clusters."""
    directory = tmp_path_factory.mktemp("log")
    writer.write_run(directory, "run", writer.scalar_file({"loss": [1]}))
    vectors = np.random.default_rng(1).standard_normal((40, 5))
    vectors[20:] += 20
    run: Path = directory / "run"
    run.joinpath("projector_config.pbtxt").write_text(CONFIG)
    lines = ["\t".join(map(str, row)) for row in vectors.tolist()]
    run.joinpath("words.tsv").write_text("\n".join(lines))
    labels = [f"word{at}\t{'near' if at < 20 else 'far'}" for at in range(40)]
    run.joinpath("words.labels").write_text("\n".join(["word\tcluster", *labels]))
    views = [{"label": "flat", "pcaComponentDimensions": [0, 1], "selectedPoints": [25]}]
    run.joinpath("words.views").write_text(json.dumps(views))
    with dashboard("--logdir", str(directory), "--port", "0") as served:
        served.wait_until_read()
        yield served


def test_points_are_searched_and_have_neighbours(log: Dashboard, open_page: OpenPage) -> None:
    page = open_page(log.url)
    page.get_by_role("button", name="Projector").click()
    expect(page.get_by_role("img", name="40 vectors of 5 dimensions")).to_be_visible()
    page.get_by_label(message("projector.searchLabel")).fill("word7")
    page.get_by_role("list", name=message("projector.foundPoints")).get_by_role("button").click()
    expect(page.get_by_role("heading", name="word7")).to_be_visible()
    page.get_by_role("radio", name="Euclid").click()
    neighbours = page.get_by_role("list", name="Neighbours").get_by_role("button")
    near = [re.compile(r"^word1?\d\s")] * 19
    expect(neighbours).to_have_text([*near, re.compile("^word")], use_inner_text=True)
    page.get_by_role("radio", name="UMAP").click()
    expect(page.get_by_role("status").filter(has_text="40 vectors")).not_to_contain_text("%")


def test_points_are_isolated_and_laid_along_custom_axes(
    log: Dashboard, open_page: OpenPage
) -> None:
    page = open_page(f"{log.url}?tab=projector")
    page.get_by_label(message("projector.searchLabel")).fill("near")
    page.get_by_role("button", name=message("projector.isolate"), exact=True).click()
    expect(page.get_by_text("20 of 40 points isolated")).to_be_visible()
    rows = taken_rows(page.get_by_role("button", name="Export"))
    assert {row["cluster"] for row in rows} == {"near"}
    page.reload()
    expect(page.get_by_text("20 of 40 points isolated")).to_be_visible()
    page.get_by_role("button", name=message("projector.showAll")).click()
    page.get_by_label(message("projector.searchLabel")).fill("")
    page.get_by_role("radio", name=message("projector.custom")).click()
    page.get_by_label("Left end").fill("near")
    page.get_by_label("Right end").fill("/^far/")
    expect(page.get_by_text("20 found")).to_have_count(2)
    expect(page).to_have_url(re.compile("projector.right"))
    rows = taken_rows(page.get_by_role("button", name="Export"))
    near, far = (
        [float(row["x"]) for row in rows if row["cluster"] == cluster]
        for cluster in ("near", "far")
    )
    assert (len(near), len(far)) == (20, 20)
    assert max(near) < -0.5 < 0.5 < min(far)


def test_embeddings_are_those_of_the_runs_shown(log: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{log.url}?tab=projector&runs=none")
    expect(page.get_by_role("heading", name=message("projector.noneOfRunsShown"))).to_be_visible()
    page.get_by_role("checkbox", name="run").first.check()
    expect(page.get_by_role("img", name="40 vectors of 5 dimensions")).to_be_visible()


def test_bookmarks_lead_back_and_points_are_taken_away(log: Dashboard, open_page: OpenPage) -> None:
    page = open_page(f"{log.url}?tab=projector")
    page.get_by_role("button", name="Bookmarks").click()
    page.get_by_role("menuitem", name="flat").click()
    expect(page.get_by_role("heading", name="word25")).to_be_visible()
    expect(page.get_by_role("radio", name="2D")).to_be_checked()
    page.go_back()
    expect(page.get_by_role("heading", name="word25")).to_have_count(0)
    rows = taken_rows(page.get_by_role("button", name="Export"))
    assert len(rows) == 40
    assert (rows[25]["word"], rows[25]["cluster"]) == ("word25", "far")
