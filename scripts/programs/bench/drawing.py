"""Times what a person feels of the graph tab in Chromium, ours and another program's by turns.

The graph is made up: scopes of ten ops in three levels, and flat scopes of 50, 200, 500 and 5,000
ops; or it is that of a log directory, in which no scope is opened. Times are from navigation to the
first drawing, from a click on the tab, with another one on the screen and at rest, to the drawing,
and from a double click to the second frame with the opened scope, from which ours goes on moving
for 250 ms; stalls are the longest time in which the page drew no frame; frames are timed while the
wheel zooms and while the drawing is dragged, with all that was opened in view, and again far out,
where a box is about a pixel. With --point a scope is first dragged into view, and the pointer rests
on it for a second before it is pressed twice. Other work on the machine meets both programs alike;
the fastest of several runs is printed, and none of a program that says that it cannot draw the
graph.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, ViewportSize, sync_playwright
from playwright.sync_api import TimeoutError as PatienceError

from programs.bench.made_graphs import probes_in, write_log
from programs.bench.serving import OURS, Served, served
from programs.bench.viewers import VIEWERS, Viewer
from tasks.chromium import get_chromium

ARGUMENTS: Final = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run")
PATIENCE_MS: Final = 180_000
LOOK_MS: Final = 10_000
READY_MS: Final = 5000
WHEEL_TURNS: Final = 48
FAR_TURNS: Final = 6
FAR_TURN: Final = 400
"""Units of travel of the wheel: ours shows less than half as much after each."""
DRAG_STEPS: Final = 30
REST_MS: Final = 1000

MIDDLE: Final = (700, 450)
"""A point of the drawing in either program, whatever panels are beside it."""
NEAR_MIDDLE: Final = (280, 230)
"""How far from it, across and down, there is nothing but the drawing."""
MOST_DRAGS: Final = 50

Figures = dict[str, float]

FRAMES: Final = """
window.frames_ = []; let last = performance.now();
const note = () => { const now = performance.now(); window.frames_.push(now - last); last = now;
  requestAnimationFrame(note); };
requestAnimationFrame(note);
"""
OPEN: Final = """
async (patience) => {{
  const frame = () => new Promise(requestAnimationFrame);
  const before = {boxes};
  window.frames_.length = 0; const begun = performance.now(); {act};
  while (!({is_open})) {{
    if (performance.now() - begun > patience) return null;
    await frame();
  }}
  await frame(); await frame();
  return [performance.now() - begun, Math.max(...window.frames_)];
}}
"""

TURN_TO_AND_FRO: Final = """
async ([clientX, clientY, turns]) => {
  let at = document.elementFromPoint(clientX, clientY);
  while (at.shadowRoot?.elementFromPoint(clientX, clientY)) {
    at = at.shadowRoot.elementFromPoint(clientX, clientY);
  }
  const where = { bubbles: true, cancelable: true, composed: true, view: window, clientX, clientY };
  for (let turn = 0; turn < turns; turn++) {
    at.dispatchEvent(new WheelEvent("wheel", { ...where, deltaY: turn % 12 < 6 ? -60 : 60 }));
    await new Promise(requestAnimationFrame);
  }
}
"""


def measure(
    page: Page, url: str, viewer: Viewer, probes: Sequence[int], is_pointed: bool
) -> Figures:
    """Return figures by name: seconds to the first drawing, milliseconds of the rest.

    There are none when nothing is drawn.
    """
    page.set_default_timeout(PATIENCE_MS)
    page.add_init_script(FRAMES)
    begun = time.perf_counter()
    page.goto(url + viewer.path, wait_until="commit")
    if not _is_drawn_in_the_end(page, viewer):
        return {}
    figures = {"first drawing, s": time.perf_counter() - begun}
    for count in probes:
        page.wait_for_timeout(REST_MS)
        if is_pointed:
            page.mouse.move(*_drag_into_view(page, viewer.position(count)))
            page.wait_for_timeout(REST_MS)
        opening = OPEN.format(
            act=viewer.open_probe(count), is_open=viewer.is_open(count), boxes=viewer.boxes
        )
        opened = page.evaluate(opening, PATIENCE_MS)
        if opened is None:
            break
        figures[f"open {count}, ms"], figures[f"stall {count}, ms"] = opened
    figures["zoom frame, ms"] = _median_frame(page, _zoom)
    figures["drag frame, ms"] = _median_frame(page, _drag)
    _zoom_far_out(page)
    figures["far zoom frame, ms"] = _median_frame(page, _zoom)
    figures["far drag frame, ms"] = _median_frame(page, _drag)
    return figures


def _is_drawn_in_the_end(page: Page, viewer: Viewer) -> bool:
    """Return whether the graph is drawn in the end; the program may report that it cannot."""
    for _ in range(PATIENCE_MS // LOOK_MS):
        try:
            page.wait_for_function(f"() => {viewer.is_drawn}", polling="raf", timeout=LOOK_MS)
        except PatienceError:
            if page.evaluate(viewer.has_failed):
                return False
        else:
            return True
    return False


def _drag_into_view(page: Page, position: str) -> tuple[float, float]:
    """Drag the drawing until a position is near the middle; return its new position."""
    for _ in range(MOST_DRAGS):
        x, y = page.evaluate(position)
        across, down = x - MIDDLE[0], y - MIDDLE[1]
        if abs(across) <= NEAR_MIDDLE[0] and abs(down) <= NEAR_MIDDLE[1]:
            break
        page.mouse.move(*MIDDLE)
        page.mouse.down()
        page.mouse.move(MIDDLE[0] - _bounded(across), MIDDLE[1] - _bounded(down), steps=4)
        page.mouse.up()
    return x, y


def _bounded(distance: float) -> float:
    """Return a distance limited to one drag within the drawing."""
    return max(-NEAR_MIDDLE[1], min(NEAR_MIDDLE[1], distance))


def measure_click(page: Page, url: str, viewer: Viewer) -> Figures:
    """Return milliseconds from a click on the tab to the first drawing, by name."""
    page.set_default_timeout(PATIENCE_MS)
    page.add_init_script(FRAMES)
    page.goto(url + viewer.elsewhere)
    page.wait_for_timeout(READY_MS)
    clicking = OPEN.format(act=viewer.click_tab, is_open=viewer.is_drawn, boxes="0")
    drawn = page.evaluate(clicking, PATIENCE_MS)
    return {} if drawn is None else {"click on tab, ms": drawn[0]}


def _median_frame(page: Page, move: Callable[[Page], None]) -> float:
    page.evaluate("window.frames_.length = 0")
    move(page)
    frames = sorted(page.evaluate("window.frames_"))
    return float(frames[len(frames) // 2])


def _zoom(page: Page) -> None:
    """Turn the wheel to and fro, in each frame: none is without a drawing."""
    page.mouse.move(900, 450)
    page.evaluate(TURN_TO_AND_FRO, [900, 450, WHEEL_TURNS])


def _zoom_far_out(page: Page) -> None:
    page.mouse.move(900, 450)
    for _ in range(FAR_TURNS):
        page.mouse.wheel(0, FAR_TURN)
        page.wait_for_timeout(REST_MS / 4)
    page.wait_for_timeout(REST_MS)


def _drag(page: Page) -> None:
    """Drag the drawing to and fro by its ground."""
    page.mouse.move(900, 170)
    page.mouse.down()
    for step in range(DRAG_STEPS):
        page.mouse.move(900 + 6 * (step % 10), 170 + 4 * (step % 15))
        page.wait_for_timeout(20)
    page.mouse.up()


def main(arguments: Sequence[str]) -> int:
    """Print a line per figure: ours, the other's, ours in parts of that."""
    options = _options(arguments)
    commands = {"here": f"{OURS} --read_only"}
    if options.vs:
        commands["TensorBoard"] = options.vs
    best: dict[str, Figures] = {name: {} for name in commands}
    with tempfile.TemporaryDirectory(prefix="scopeboard-bench-") as scratch:
        logdir = options.logdir or write_log(Path(scratch) / "log", options.ops)
        for _ in range(options.runs):
            for name, command in commands.items():
                with served(command, {"logdir": str(logdir)}) as program:
                    figures = _look(program, VIEWERS[name], options)
                for figure, value in figures.items():
                    best[name][figure] = min(value, best[name].get(figure, value))
    sys.stdout.writelines(_lines(best))
    sys.stdout.writelines(f"{name} drew no graph.\n" for name in best if not best[name])
    return 0


def _look(program: Served, viewer: Viewer, options: argparse.Namespace) -> Figures:
    program.wait()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=get_chromium(), args=list(ARGUMENTS))
        viewport: ViewportSize = {"width": 1400, "height": 900}
        try:
            page = browser.new_page(viewport=viewport)
            figures = measure(page, program.url, viewer, options.probes, options.point)
            if not figures:
                return {}
            clicked = browser.new_page(viewport=viewport)  # with its own cache
            return figures | measure_click(clicked, program.url, viewer)
        finally:
            browser.close()


def _lines(best: dict[str, Figures]) -> list[str]:
    here, peer = best["here"], best.get("TensorBoard", {})
    lines = [f"{'fastest':20}{'here':>10}{'peer':>10}{'ratio':>10}\n"]
    for name, value in here.items():
        other = peer.get(name)
        columns = (f"{other:.3g}", f"{value / other:.3g}") if other else ("–", "–")
        lines.append(f"{name:20}{value:>10.3g}{columns[0]:>10}{columns[1]:>10}\n")
    return lines


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = _parser()
    options = parser.parse_args(arguments)
    there = [] if options.logdir else probes_in(options.ops)
    options.probes = there if options.probes is None else options.probes
    if missing := sorted(set(options.probes) - set(there)):
        names = " and ".join(f"{count:,}" for count in missing)
        known = ", ".join(f"{count:,}" for count in there) or "none"
        parser.error(
            f"The graph has no flat scope of {names} ops that would be opened; it has {known}."
        )
    return options


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scripts/bench drawing", description=__doc__)
    add = parser.add_argument
    add("--ops", type=int, default=10_000, help="ops of the graph (default: 10,000)")
    add("--logdir", type=Path, help="a log directory with a graph, instead of one made up")
    add("--runs", type=int, default=3, help="runs of each (default: 3)")
    add("--probes", type=int, nargs="*", help="flat scopes to open, by their size (default: all)")
    add("--point", action="store_true", help="point at a scope before it is opened")
    add("--vs", help="a command that starts TensorBoard, holding {logdir} and {port}")
    return parser
