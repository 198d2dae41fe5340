"""Pictures and sounds on the page."""

import re
from pathlib import Path
from zipfile import ZipFile

import numpy as np
from playwright.sync_api import Locator, expect

from scopeboard.wire.summary_pb2 import Summary
from scopeboard.writer.png import encode_png
from tools import writer
from tools.media_events import images, sounds, wav
from tools.served import dashboard

from .axe import findings
from .conftest import OpenPage
from .messages import message
from .taken import taken_rows


def png(grey: int) -> bytes:
    return encode_png(np.full((4, 4, 1), grey, np.uint8))


def test_every_sample_is_reached_compared_and_heard(tmp_path: Path, open_page: OpenPage) -> None:
    steps = [images(step, png(step), png(255 - step), tag="digits") for step in (0, 10, 20)]
    writer.write_run(tmp_path, "a", b"".join(steps) + sounds(5, wav(0.5), tag="voice"))
    writer.write_run(tmp_path, "b", images(12, b"<svg>", tag="digits"))
    with dashboard(str(tmp_path), "--port", "0") as running:
        running.wait_until_read()
        page = open_page(f"{running.url}?tab=media")
        card = page.get_by_role("article", name="digits")
        expect(card.locator("img")).to_have_count(2)
        expect(card.get_by_text(re.compile("^Not a valid image"))).to_be_visible()

        card.get_by_label("Exact step of digits").fill("9")
        card.get_by_label("Exact step of digits").press("Enter")
        expect(card.get_by_role("button", name="digits, a, step 10, sample 2")).to_be_visible()
        assert "step=10" in page.url

        card.get_by_role("button", name="digits, a, step 10, sample 2").click()
        page.get_by_role("button", name="Compare with…").click()
        page.get_by_role("radio", name="Wipe").click()
        expect(page.locator(".media-viewer-stage img")).to_have_count(2)
        page.reload()
        expect(page.get_by_label(message("media.exactStepOfImage", "B"))).to_have_value("0")
        assert findings(page) == []

        page.keyboard.press("Escape")
        page.get_by_role("article", name="voice").scroll_into_view_if_needed()
        expect(page.get_by_text("0.50 s, 8,000 Hz")).to_be_visible()
        page.get_by_label(message("media.playAudio")).click()
        expect(page.get_by_label(message("media.pauseAudio"))).to_be_visible()
        assert findings(page) == []


def test_pictures_keep_their_proportions_and_share_rows_on_a_phone(
    tmp_path: Path, open_page: OpenPage
) -> None:
    shapes = {"wide": (8, 24), "tall": (24, 8), "square": (8, 8)}
    for run in ("a_run_with_a_long_name", "another_run_with_a_long_name"):
        encoded = [
            images(0, encode_png(np.full((*shape, 1), 99, np.uint8)), tag=tag)
            for tag, shape in shapes.items()
        ]
        writer.write_run(tmp_path, run, b"".join(encoded))
    with dashboard(str(tmp_path), "--port", "0") as running:
        running.wait_until_read()
        for width in (1440, 390):
            page = open_page(f"{running.url}?tab=media&runs=all", width, 844)
            for tag, (height_px, width_px) in shapes.items():
                pictures = page.get_by_role("article", name=tag).locator("img")
                expect(pictures).to_have_count(2)
                first, second = (pictures.nth(at).bounding_box() for at in range(2))
                assert first is not None
                assert second is not None
                assert abs(first["width"] / first["height"] - width_px / height_px) < 0.05
                assert second["x"] + second["width"] < width
                if width == 1440 or tag != "wide":
                    assert first["y"] == second["y"]


def tf1_batch(step: int, *encoded: bytes) -> bytes:
    """Return the record of a batch as TensorFlow 1 logs it: a tag for each picture."""
    values = [
        Summary.Value(tag=f"pics/image/{at}", image=Summary.Image(encoded_image_string=one))
        for at, one in enumerate(encoded)
    ]
    return writer.event(step, *values)


def test_many_samples_are_paged_and_batches_stand_together(
    tmp_path: Path, open_page: OpenPage
) -> None:
    many = images(0, *[png(at) for at in range(60)], tag="many")
    writer.write_run(tmp_path, "new", many + images(3, png(1), png(2), tag="pics"))
    writer.write_run(tmp_path, "old", tf1_batch(3, png(1), png(2)) + tf1_batch(4, png(3)))
    with dashboard(str(tmp_path), "--port", "0") as running:
        running.wait_until_read()
        page = open_page(f"{running.url}?tab=media")
        card = page.get_by_role("article", name="many")
        expect(card.locator("img")).to_have_count(48)
        card.get_by_role("button", name="Next samples").click()
        expect(card.locator("img")).to_have_count(12)
        expect(card.get_by_role("button", name="many, new, step 0, sample 60")).to_be_visible()
        expect(card.get_by_text("to 60 of 60 samples")).to_be_visible()

        batch = page.get_by_role("article", name="pics")
        expect(batch).to_have_count(1)
        batch.get_by_label("Exact step of pics").fill("3")
        batch.get_by_label("Exact step of pics").press("Enter")
        expect(batch.locator("img")).to_have_count(4)
        export = batch.get_by_role("button", name="Export pics")
        rows = taken_rows(export)
        assert [tuple(row.values()) for row in rows] == [("old", "3"), ("old", "4"), ("new", "3")]
        assert zipped(export, message("media.exportOneStep", 2)).namelist() == [
            "new/pics/step_3_sample_1.png",
            "new/pics/step_3_sample_2.png",
            "old/pics/image/0/step_3_sample_1.png",
            "old/pics/image/1/step_3_sample_1.png",
        ]
        assert len(zipped(export, "Every step: 3 of 2 runs").namelist()) == 5


def zipped(menu: Locator, form: str) -> ZipFile:
    menu.click()
    with menu.page.expect_download() as saved:
        menu.page.get_by_role("menuitem", name=form).click()
    return ZipFile(saved.value.path())


def test_the_viewer_goes_through_all_samples_in_both_forms(
    tmp_path: Path, open_page: OpenPage
) -> None:
    old = tf1_batch(3, png(1), png(2), png(3)) + tf1_batch(4, png(4))
    writer.write_run(tmp_path, "old", old)
    writer.write_run(tmp_path, "new", images(3, png(1), png(2), png(3)[:-20], tag="pics"))
    with dashboard(str(tmp_path), "--port", "0") as running:
        running.wait_until_read()
        page = open_page(f"{running.url}?tab=media&step=3&runs=all")
        page.get_by_role("button", name="pics/image/1, old, step 3, sample 1").click()
        sample = page.get_by_role("spinbutton", name=message("media.sampleOfImage", "A"))
        expect(sample).to_have_value("2")
        page.keyboard.press("j")
        expect(page.get_by_role("img", name="pics/image/2, old, step 3, sample 1")).to_be_visible()

        page.get_by_label(message("media.runOfImage", "A")).select_option(label="new")
        expect(page.get_by_role("img", name="pics, new, step 3, sample 3")).to_be_visible()
        expect(page.get_by_text("The image is truncated.")).to_be_visible()
        page.get_by_label(message("media.runOfImage", "A")).select_option(label="old")
        expect(sample).to_have_value("3")
        page.get_by_role("region", name="Viewer: pics").focus()
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("img", name="pics/image/0, old, step 4, sample 1")).to_be_visible()
        assert findings(page) == []
