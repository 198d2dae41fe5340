"""What a person does with a graph: looks, opens a scope, searches for a node."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final, Literal

from playwright.sync_api import Browser, Page, ViewportSize
from playwright.sync_api import TimeoutError as PatienceError

from programs.first_view import probe
from programs.first_view.drawn import Rect, View, read_view
from programs.first_view.first_look import smallest_in
from programs.first_view.order import changed_pairs, pairs_beside
from programs.first_view.sight import Found, Opened

PATIENCE_MS: Final = 60_000
OPEN_MS: Final = 8_000
STILL_MS: Final = 200
STILL_READS: Final = 4
MOST_READS: Final = 100
GRID: Final = 15
MOST_PRESSES: Final = 3
ANSWER_MS: Final = 3_000

Theme = Literal["light", "dark"]


class Visitor:
    """A browser that comes to a dashboard for the first time, again and again."""

    def __init__(self, browser: Browser, url: str, size: ViewportSize, theme: Theme) -> None:
        self._browser, self._url, self._size, self._theme = browser, url, size, theme

    @contextmanager
    def page(self, *, is_noted: bool = True) -> Iterator[Page]:
        """Open a page in a context of its own; with notes of the texts that are drawn."""
        context = self._browser.new_context(viewport=self._size, color_scheme=self._theme)
        context.set_default_timeout(PATIENCE_MS)
        try:
            page = context.new_page()
            if is_noted:
                page.add_init_script(probe.NOTE_TEXTS)
            yield page
        finally:
            context.close()

    def time_first_drawing(self) -> float:
        """Return the milliseconds from navigation to the frame with the first drawing."""
        with self.page(is_noted=False) as page:
            page.goto(f"{self._url}?tab=graph", wait_until="commit")
            page.wait_for_function(probe.IS_DRAWN, polling="raf")
            return float(page.evaluate("() => performance.now()"))

    def look(self, page: Page) -> View:
        """Show the graph as it opens; return what is drawn once it is still."""
        page.goto(f"{self._url}?tab=graph", wait_until="commit")
        page.wait_for_function(probe.IS_DRAWN)
        return still_view(page)


def still_view(page: Page) -> View:
    """Return what is drawn once it has not changed for some reads.

    Raises:
        PatienceError: it never rests.
    """
    last: dict[str, Any] = {}
    same = 0
    for _ in range(MOST_READS):
        read: dict[str, Any] = page.evaluate(probe.READ)
        same = same + 1 if read["scene"] == last.get("scene") else 0
        last = read
        if same == STILL_READS:
            return read_view(read)
        page.wait_for_timeout(STILL_MS)
    raise PatienceError("The drawing never rests.")


def shown_graph(page: Page) -> str:
    """Return the identifier of the graph that is shown, by what the page has asked for."""
    return str(page.evaluate(probe.SHOWN_GRAPH))


def in_sight(page: Page, view: View, scopes: Iterable[str]) -> Iterator[str]:
    """Yield the scopes that a person sees, and so can open."""
    for scope in scopes:
        if _place(page, view, scope) is not None:
            yield scope


def _place(page: Page, view: View, scope: str) -> tuple[float, float] | None:
    """Return a point of a box in the window that nothing covers."""
    box = view.box(scope)
    at = page.evaluate(probe.POINT_IN_SIGHT, _numbers(box.rect)) if box else None
    return at and (at[0], at[1])


def open_scope(page: Page, graph: str, before: View, scope: str) -> Opened:
    """Press twice on a scope in sight; return how it is then seen."""
    at = _place(page, before, scope)
    if at is None:
        return Opened.not_at_all(graph, scope)
    page.mouse.dblclick(*at)
    is_open = "name => window.scopeboard.scene()?.boxes.find(box => box.name === name)?.open"
    try:
        page.wait_for_function(is_open, arg=scope, timeout=OPEN_MS)
    except PatienceError:
        return Opened.not_at_all(graph, scope)
    after = still_view(page)
    opened = after.box(scope)
    if opened is None:
        return Opened.not_at_all(graph, scope)
    shown = _share(page, opened.rect)
    cut = opened.rect.cut(Rect(0, 0, after.canvas.width, after.canvas.height))
    filled = max(cut.width / after.canvas.width, cut.height / after.canvas.height)
    return Opened(
        graph=graph,
        scope=scope,
        shown=round(shown, 3),
        filled=round(filled, 3),
        smallest_text=smallest_in(after, opened.rect),
        order_changes=len(changed_pairs(before, after, scope)),
        order_pairs=len(pairs_beside(before, scope)),
    )


def find_nodes(page: Page, graph: str, wanted: Sequence[str]) -> Iterator[Found]:
    """Search for words one after another, each with Enter; yield how what is found is seen."""
    for words in wanted:
        page.keyboard.press("Escape")
        page.locator("canvas.graph-canvas").focus()
        if _selected(page):  # two searches may find the same node
            page.keyboard.press("Escape")
        page.keyboard.press("f")
        page.wait_for_function("() => document.activeElement instanceof HTMLInputElement")
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(words)
        before = _selected(page)
        page.wait_for_timeout(STILL_MS)
        presses = _press_until_other(page, before)
        yield replace(_seen(page, graph, words, still_view(page)), presses=presses)


def _press_until_other(page: Page, before: str) -> int:
    """Press Enter until another node is selected, as often as a person may try; return how often.

    Once should do: a second time is for a page that heeds no key before it has its answer.
    """
    for press in range(1, MOST_PRESSES + 1):
        page.keyboard.press("Enter")
        for _ in range(ANSWER_MS // STILL_MS):
            if _selected(page) not in (before, ""):
                return press
            page.wait_for_timeout(STILL_MS)
    return MOST_PRESSES


def _seen(page: Page, graph: str, words: str, view: View) -> Found:
    hit = _selected(page)
    box = view.box(hit)
    if box is not None:
        shown = round(_share(page, box.rect), 3)
        return Found(graph, words, hit, "box", shown, round(box.rect.height, 1), view.scale)
    label = hit.rpartition("/")[2]
    host = next((one for one in view.boxes if label in one.beside.split("\n")), None)
    drawn = [text for text in view.texts if text.text == label and host is not None]
    if not drawn:
        return Found(graph, words, hit, "nothing", 0.0, 0.0, view.scale)
    text = max(drawn, key=lambda one: one.px)
    around = Rect(text.x - text.px, text.y - text.px / 2, 2 * text.px, text.px)
    shown = round(_share(page, around), 3)
    return Found(graph, words, hit, "annotation", shown, round(text.px, 1), view.scale)


def _selected(page: Page) -> str:
    return str(page.evaluate("() => window.scopeboard.selected?.() ?? ''"))


def _share(page: Page, rect: Rect) -> float:
    """Return the share of a rectangle that is on the canvas and that nothing covers."""
    return float(page.evaluate(probe.SHARE_IN_SIGHT, [*_numbers(rect), GRID]))


def _numbers(rect: Rect) -> list[float]:
    return [rect.x, rect.y, rect.width, rect.height]
