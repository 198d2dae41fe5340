"""Meshes on the page, in a browser that draws WebGL without a graphics card, and in one without."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tools import writer
from tools.mesh_events import SQUARE, SQUARE_FACES, mesh
from tools.served import dashboard

from .axe import findings
from .conftest import ARGUMENTS, OpenPage, find_chromium
from .messages import message
from .waiting import wait_until

IN_SOFTWARE = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
GREEN = [[0, 255, 0]] * 4
COUNT_GREEN = """(canvas) => {
  const { width, height } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  let green = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] < 40 && data[at + 1] > 100 && data[at + 3] > 200) green++;
  }
  return green / (width * height);
}"""
PICTURE = "(canvas) => canvas.toDataURL()"


@pytest.fixture
def drawing_browser(browser: Browser) -> Iterator[Browser]:
    """Return a browser whose processor draws WebGL."""
    arguments = [each for each in ARGUMENTS if each != "--disable-gpu"] + IN_SOFTWARE
    launched = browser.browser_type.launch(executable_path=find_chromium(), args=arguments)
    yield launched
    launched.close()


def share_of_green(page: Page) -> float:
    share: float = page.locator(".media-mesh-canvas").first.evaluate(COUNT_GREEN)
    return share


def linked_cameras_turn_together(page: Page) -> None:
    """Check that the second mesh follows the first while it is linked, and then no longer."""
    first, second = (page.locator(".media-mesh-canvas").nth(at) for at in (0, 1))
    linked = second.evaluate(PICTURE)
    first.press("ArrowUp")
    wait_until(page, lambda: second.evaluate(PICTURE) != linked)
    page.get_by_label(message("media.linkCameras")).uncheck()
    wait_until(page, lambda: second.evaluate(PICTURE) == linked)  # each begins at the front
    shown = first.evaluate(PICTURE)
    first.press("ArrowUp")
    wait_until(page, lambda: first.evaluate(PICTURE) != shown)
    assert second.evaluate(PICTURE) == linked
    page.get_by_label(message("media.linkCameras")).check()
    wait_until(page, lambda: second.evaluate(PICTURE) != linked)
    page.get_by_role("button", name="Reset").click()
    wait_until(page, lambda: second.evaluate(PICTURE) == linked)


def log(directory: Path) -> None:
    twice = [SQUARE, [[3 * x, y, z] for x, y, z in SQUARE]]
    faces, colours = [SQUARE_FACES] * 2, [GREEN] * 2
    writer.write_run(directory, "b", mesh(0, vertices=twice, faces=faces, colours=colours))
    writer.write_run(
        directory,
        "a",
        mesh(0, vertices=twice, faces=faces, colours=colours) + mesh(7, vertices=[SQUARE]),
    )


def test_a_mesh_is_drawn_turned_and_led_through_its_steps(
    tmp_path: Path, drawing_browser: Browser
) -> None:
    log(tmp_path)
    with dashboard(str(tmp_path), "--port", "0") as running:
        running.wait_until_read()
        page = drawing_browser.new_page()
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.extend([said.text] * (said.type == "error")))
        page.goto(f"{running.url}?tab=media&step=0")
        canvas = page.get_by_role("application", name="cube, a, step 0: 4 vertices, 2 faces")
        expect(canvas).to_be_visible()
        wait_until(page, lambda: share_of_green(page) > 0.05)
        whole = share_of_green(page)
        canvas.press("-")
        wait_until(page, lambda: share_of_green(page) < whole * 0.9)
        page.get_by_role("button", name="Reset").click()
        wait_until(page, lambda: share_of_green(page) == whole)
        linked_cameras_turn_together(page)
        page.get_by_label("Sample").fill("2")
        page.get_by_label("Sample").press("Enter")
        expect(page.get_by_text("3 × 2 × 0 about (1.5, 1, 0)").first).to_be_visible()
        page.get_by_label("Sample").fill("1")
        page.get_by_label("Sample").press("Enter")
        page.get_by_label("Exact step of cube").fill("7")
        page.get_by_label("Exact step of cube").press("Enter")
        expect(page.get_by_text("No faces were logged at this step.")).to_be_visible()
        expect(page.get_by_text("step 7, 4 points")).to_be_visible()
        assert findings(page) == []
        assert complaints == []


def test_without_webgl_the_card_says_so_and_what_was_logged(
    tmp_path: Path, open_page: OpenPage
) -> None:
    log(tmp_path)
    with dashboard(str(tmp_path), "--port", "0") as running:
        running.wait_until_read()
        page = open_page(
            f"{running.url}?tab=media&step=0",
            prepare=lambda page: page.add_init_script(NO_WEBGL),
        )
        expect(page.get_by_text(message("media.noWebgl")).first).to_be_visible()
        expect(page.get_by_text("step 0, 4 vertices, 2 faces, 1 × 2 × 0").first).to_be_visible()
        assert findings(page) == []


NO_WEBGL = """
const getContext = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
  return kind === "webgl2" ? null : getContext.call(this, kind, ...rest);
};
"""
