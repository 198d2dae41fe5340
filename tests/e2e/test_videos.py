"""Animated images and videos on the page, from event files and beside them."""

from pathlib import Path

from playwright.sync_api import Locator, expect

from tools import writer
from tools.media_events import images
from tools.served import dashboard, excerpt

from .axe import findings
from .conftest import OpenPage
from .messages import message


def pixels(canvas: Locator) -> str:
    return str(canvas.evaluate("(canvas) => canvas.toDataURL()"))


def test_videos_play_and_stop_at_a_frame(tmp_path: Path, open_page: OpenPage) -> None:
    gif, webm = excerpt("pictures/moving.gif"), excerpt("videos/clip.webm")
    logged = images(7, gif, tag="episode") + images(7, webm, tag="evaluation")
    writer.write_run(tmp_path, "a", logged)
    (tmp_path / "a" / "rl-video-episode-120.webm").write_bytes(webm)
    (tmp_path / "a" / "rl-video-step-500.mp4").write_bytes(excerpt("videos/clip.mp4"))
    with dashboard(str(tmp_path), "--port", "0") as running:
        running.wait_until_read()
        page = open_page(f"{running.url}?tab=media", 1440, 1400)
        slider = page.get_by_role("slider", name=message("media.frameOf", ""))
        drawn = page.get_by_role("article", name="episode", exact=True).locator("canvas")
        slider.fill("0")
        first = pixels(drawn)
        slider.fill("1")
        expect(slider).to_have_attribute("aria-valuetext", "frame 2 of 2, 0.09 s")
        assert pixels(drawn) != first

        videos = page.locator("video")
        expect(videos).to_have_count(3)
        for number in (0, 1, 2):
            seek = "video => new Promise(done => { video.onseeked = () => done(video.duration);"
            assert videos.nth(number).evaluate(f"{seek} video.currentTime = 1.5; }})") == 2
        card = page.get_by_role("article", name="rl-video-episode", exact=True)
        expect(card.get_by_text("step 120", exact=True)).to_be_visible()
        assert findings(page) == []

        drawn.click()
        expect(page.locator(".media-viewer-stage canvas")).to_be_visible()
        assert findings(page) == []
