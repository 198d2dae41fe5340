"""Pictures and sounds on the page."""

from pathlib import Path

import numpy as np
from playwright.sync_api import expect

import writer
from media_events import images, sounds, wav
from scopeboard.demo.png import encode_png
from served import dashboard

from .axe import findings
from .conftest import OpenPage


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
        expect(card.get_by_text("that are no picture")).to_be_visible()

        card.get_by_label("Exact step of digits").fill("9")
        card.get_by_label("Exact step of digits").press("Enter")
        expect(card.get_by_role("button", name="digits, a, step 10, sample 2")).to_be_visible()
        assert "step=10" in page.url

        card.get_by_role("button", name="digits, a, step 10, sample 2").click()
        page.get_by_role("button", name="Compare with…").click()
        page.get_by_role("button", name="Wipe").click()
        expect(page.locator(".viewer-stage img")).to_have_count(2)
        page.reload()
        expect(page.get_by_label("Exact step of picture B")).to_have_value("0")
        assert findings(page) == []

        page.keyboard.press("Escape")
        page.get_by_role("article", name="voice").scroll_into_view_if_needed()
        expect(page.get_by_text("0.50 s, 8,000 Hz")).to_be_visible()
        page.get_by_label("Play, from where the last sound was").click()
        expect(page.get_by_label("Pause this sound")).to_be_visible()
        assert findings(page) == []
