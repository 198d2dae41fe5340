"""Names in narrow places: what tells them apart stays in view, and a pointer shows the rest."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tools import writer
from tools.served import dashboard

from .conftest import OpenPage
from .waiting import comes_to

# As the trainer of Hugging Face names its run directories.
TRAINER = [f"out{n}/runs/Nov22_15-0{n}-1{n}_gpu-node-17.cluster.example" for n in range(3)]
SWEEP = [f"resnet50_adamw_cosine_batch_{size}_seed_{seed}" for size in (64, 128) for seed in (0, 1)]
# What is seen of a name: the pieces of one that is cut, as far as each has room.
SEEN = """
name => {
  if (name.classList.contains("whole")) return [name.textContent, ""];
  return ["::before", "::after"].map(piece => getComputedStyle(name, piece).content);
}
"""


def pieces(names: Locator) -> list[list[str]]:
    """Return both pieces of each name: the first gives way."""
    found: list[list[str]] = names.evaluate_all(f"names => names.map({SEEN})")
    return found


@pytest.mark.parametrize(("runs", "piece"), [(TRAINER, 0), (SWEEP, 1)])
def test_narrow_columns_keep_what_tells_runs_apart(
    tmp_path: Path, open_page: OpenPage, runs: list[str], piece: int
) -> None:
    for at, run in enumerate(runs):
        writer.write_run(tmp_path, run, writer.scalar_file({"loss": [1.0, 0.5 + at]}))
    with dashboard(str(tmp_path), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        page = open_page(f"{running.url}?tab=scalars")
        rows = page.locator(".run-row .run-name")
        expect(rows).to_have_count(len(runs))
        legend = page.get_by_role("table").locator(".value-run .ui-name")
        expect(legend).to_have_count(len(runs))
        for names in (rows, legend):

            def kept(names: Locator = names) -> int:
                return len({both[piece][:12] for both in pieces(names)})

            comes_to(page, kept, len(runs))
        rows.first.hover()
        tooltip = page.get_by_role("tooltip")
        # Runs that were written at the same time may stand in any order.
        expect(tooltip).to_have_text(re.compile("|".join(f"^{re.escape(run)}$" for run in runs)))
        box = tooltip.bounding_box()
        assert box
        assert box["width"] <= 340


def test_pinned_charts_are_called_by_what_tells_them_apart(
    tmp_path: Path, open_page: OpenPage
) -> None:
    tags = {"Loss/val": [1.0, 0.5], "Accuracy/val": [0.1, 0.8], "Accuracy/train": [0.1, 0.9]}
    writer.write_run(tmp_path, "run", writer.scalar_file(tags))
    with dashboard(str(tmp_path), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        page = open_page(f"{running.url}?tab=scalars&pin=Loss/val&pin=Accuracy/val")
        titles = page.get_by_role("heading", level=3)
        expect(titles).to_have_text(["Loss/val", "Accuracy/val", "train"])


def test_a_title_has_the_room_of_the_icons_until_a_pointer_comes(
    tmp_path: Path, open_page: OpenPage
) -> None:
    tags = ["train_loss_epoch_mean_over_batches", "train_loss_epoch_max_over_all_the_batches", "x"]
    writer.write_run(tmp_path, "run", writer.scalar_file({tag: [1.0, 0.5] for tag in tags}))
    with dashboard(str(tmp_path), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        page = open_page(f"{running.url}?tab=scalars")
        card = page.get_by_role("article", name=tags[0])
        title = card.get_by_role("heading")
        expect(title).to_be_visible()
        at_rest = title.bounding_box()
        menu = card.locator(".scalar-card-tools")
        expect(menu).to_have_css("opacity", "0")
        card.hover()
        expect(menu).to_have_css("opacity", "1")
        pointed = title.bounding_box()
        assert at_rest
        assert pointed
        assert pointed["width"] < at_rest["width"]


def test_what_else_a_row_says_gives_way_to_its_name(tmp_path: Path, open_page: OpenPage) -> None:
    for run in (f"sweep/cnn_adam_lr1e-{n}" for n in (2, 3)):
        for phase in ("train", "validation", "test", "dev", "holdout"):
            contents = writer.scalar_file({"loss": [1.0, 0.5]})
            writer.write_run(tmp_path, f"{run}/{phase}", contents)
    with dashboard(str(tmp_path), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        page = open_page(f"{running.url}?tab=scalars")
        cells = page.locator(".name-cell", has=page.locator(".run-phases"))
        expect(cells).to_have_count(2)
        for cell in cells.all():
            parts = [cell.locator(part).bounding_box() for part in (".run-name", ".run-about")]
            name, state = parts
            assert name
            assert state
            assert name["x"] + name["width"] > state["x"] - 12
