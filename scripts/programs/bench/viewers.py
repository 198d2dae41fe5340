"""Programs that show a graph in the browser, and how a person does and sees things there."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Viewer:
    """Where a program shows graphs, and JavaScript for what a person does there and sees."""

    path: str
    elsewhere: str
    click_tab: str
    is_drawn: str
    has_failed: str
    open_probe: Callable[[int], str]
    is_open: Callable[[int], str]
    boxes: str
    position: Callable[[int], str]


def _press_twice(count: int) -> str:
    return f"""(() => {{
      const canvas = document.querySelector("canvas.graph-canvas");
      const {{ left, top }} = canvas.getBoundingClientRect();
      const box = window.scopeboard.scene().boxes.find(({{ name }}) => name === "probe_{count}");
      const at = {{ bubbles: true, pointerId: 1, isPrimary: true, pointerType: "mouse", button: 0,
        clientX: left + box.x + 0.7 * box.width, clientY: top + box.y + box.height / 2 }};
      for (const _ of [1, 2]) for (const type of ["pointerdown", "pointerup"])
        canvas.dispatchEvent(new PointerEvent(type, at));
    }})()"""


_SCENE: Final = """(() => { const all = [document]; let found = null;
  for (const root of all) { found ??= root.querySelector("tf-graph-scene");
    root.querySelectorAll("*").forEach((e) => e.shadowRoot && all.push(e.shadowRoot)); }
  return found?.shadowRoot; })()"""

_FAILED: Final = """(() => { const all = [document];
  for (const root of all) {
    if (root.querySelector("#progress-msg")?.textContent.includes("failed")) return true;
    root.querySelectorAll("*").forEach((e) => e.shadowRoot && all.push(e.shadowRoot)); }
  return false; })()"""

_PLACE: Final = """((name) => {
  const canvas = document.querySelector("canvas.graph-canvas").getBoundingClientRect();
  const box = window.scopeboard.scene().boxes.find((each) => each.name === name);
  return [canvas.left + box.x + 0.7 * box.width, canvas.top + box.y + box.height / 2];
})"""


def _click_tab(tabs: str, title: str) -> str:
    return (
        f"[...document.querySelectorAll({tabs!r})]"
        f".find((tab) => tab.textContent.trim().toLowerCase() === {title!r}).click()"
    )


VIEWERS: Final = {
    "here": Viewer(
        # Without groups: what opens a flat scope is to show all of its ops.
        path="?tab=graph&prefixes=none",
        elsewhere="?tab=scalars",
        click_tab=_click_tab("nav.app-tabs button", "graph"),
        # The code of `scene`, which is used afterwards, comes with its first call.
        is_drawn="window.scopeboard?.boxCount?.() > 0 && [window.scopeboard.scene()].length > 0",
        has_failed="document.querySelector('.ui-error-state') !== null",
        open_probe=_press_twice,
        is_open=lambda n: f"window.scopeboard.boxCount() >= before + {n}",
        boxes="window.scopeboard.boxCount()",
        position=lambda n: f"{_PLACE}('probe_{n}')",
    ),
    "TensorBoard": Viewer(
        path="#graphs",
        elsewhere="#timeseries",
        click_tab=_click_tab(".plugin-name", "graphs"),
        is_drawn=f"{_SCENE}?.querySelectorAll('g.node').length > 0",
        has_failed=_FAILED,
        open_probe=lambda n: (
            f"{_SCENE}.querySelector('g.node[data-name=\"probe_{n}\"] .nodeshape *').dispatchEvent("
            "new MouseEvent('dblclick', { bubbles: true, composed: true, view: window }))"
        ),
        is_open=lambda n: (
            f"{_SCENE}.querySelectorAll('g.node[data-name^=\"probe_{n}/\"]').length > {n // 2}"
        ),
        boxes="0",
        position=lambda n: (
            f"(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])({_SCENE}"
            f".querySelector('g.node[data-name=\"probe_{n}\"] .nodeshape').getBoundingClientRect())"
        ),
    ),
}
