"""What was measured of all graphs, as a table with a line for each target."""

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from programs.first_view.counted import Counted
from programs.first_view.first_look import FirstLook
from programs.first_view.sight import Found, Opened

LEAST_PX = 10
FEW_OPS = 8
"""A graph with fewer ops can show neither eight boxes nor fill a canvas."""

HEADINGS = (
    "graph",
    "ops",
    "heaviest in main",
    "boxes",
    "main",
    "lone",
    "px",
    "px in box",
    "nameless",
    "labels",
    "shape",
    "cross",
    "dot",
    "overlap",
    "through",
    "area",
    "zoom",
    "opens",
    "finds",
    "ms",
)


@dataclass
class Result:
    """Everything about one graph; times in milliseconds, by who was timed."""

    name: str
    ops: int
    heaviest: str
    is_main: bool | None
    look: FirstLook
    counted: Counted | None
    opened: list[Opened] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)
    times: dict[str, list[float]] = field(default_factory=dict)


def table(results: Sequence[Result]) -> str:
    """Return a table with a row for each graph, columns parted by two spaces."""
    rows = [HEADINGS, *(_row(result) for result in results)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEADINGS))]
    lines = (
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return "".join(f"{line}\n" for line in lines)


def _row(result: Result) -> tuple[str, ...]:
    look, counted = result.look, result.counted
    return (
        result.name,
        f"{result.ops}",
        f"{_yes(result.is_main)} {result.heaviest.rpartition('/')[2][:22]}".strip(),
        f"{look.boxes}",
        f"{look.main_boxes}",
        f"{len(look.lone)}",
        _px(look.smallest_text),
        _px(look.smallest_in_box),
        f"{look.nameless}",
        _share(look.labelled_share),
        _yes(look.has_shape),
        f"{counted.crossings}" if counted else "–",
        f"{counted.peer_crossings}" if counted and counted.peer_crossings is not None else "–",
        f"{counted.overlaps}" if counted else "–",
        f"{counted.through}" if counted else "–",
        _share(look.area_share),
        _share(look.scale),
        _of(sum(one.sight != "cut" for one in result.opened), len(result.opened)),
        _of(sum(one.is_good for one in result.found), len(result.found)),
        " / ".join(f"{statistics.median(times):.0f}" for times in result.times.values()),
    )


def targets(results: Sequence[Result]) -> str:
    """Return a line for each target: what was reached, what was wanted, pass or miss."""
    lines = [f"{_mark(ok)}  {what}: {reached}" for what, reached, ok in _targets(results)]
    return "".join(f"{line}\n" for line in lines)


def _targets(results: Sequence[Result]) -> Iterator[tuple[str, str, bool]]:
    sized = [result for result in results if result.ops >= FEW_OPS]
    known = [result for result in results if result.is_main is not None]
    mains = sum(bool(result.is_main) for result in known)
    yield "heaviest scope in the main graph, all", _of(mains, len(known)), mains == len(known)
    fit = sum(8 <= result.look.boxes <= 40 for result in sized)
    yield "8 to 40 boxes, nine of ten", _of(fit, len(sized)), _is_nine_of_ten(fit, len(sized))
    legible = sum(_is_legible(result.look) for result in results)
    yield "no text below 10 px, all", _of(legible, len(results)), legible == len(results)
    shapes = [result.look.has_shape for result in results if result.look.has_shape is not None]
    shown = sum(shapes)
    yield (
        "a shape on an edge, nine of ten",
        _of(shown, len(shapes)),
        _is_nine_of_ten(shown, len(shapes)),
    )
    yield from _counted_targets(results)
    lone = sum(len(result.look.lone) for result in results)
    yield "no lone box in the main graph", f"{lone} lone", lone == 0
    wide = sum(result.look.area_share >= 0.45 for result in sized)
    yield "45 % of the canvas drawn on, all", _of(wide, len(sized)), wide == len(sized)
    yield from _visited_targets(results)
    yield from _time_targets(results)


def _counted_targets(results: Sequence[Result]) -> Iterator[tuple[str, str, bool]]:
    counted = [result.counted for result in results if result.counted is not None]
    pairs = [(one.crossings, one.peer_crossings) for one in counted]
    both = [(ours, dot) for ours, dot in pairs if dot is not None]
    worse = sum(ours > dot for ours, dot in both)
    sums = f"{sum(ours for ours, _ in both)} ours, {sum(dot for _, dot in both)} dot's"
    yield "crossings at most dot's, all", f"{sums}; more in {worse} graphs", worse == 0
    bad = sum(one.overlaps + one.through for one in counted)
    yield "no overlaps, no line through a box", f"{bad}", bad == 0


def _visited_targets(results: Sequence[Result]) -> Iterator[tuple[str, str, bool]]:
    opened = [one for result in results for one in result.opened]
    seen = sum(one.sight != "cut" for one in opened)
    yield "opened scopes in sight, all", _of(seen, len(opened)), seen == len(opened)
    small = sum((one.smallest_text or 0) < LEAST_PX for one in opened)
    yield "no text below 10 px in opened scopes", f"{small} with smaller text", small == 0
    found = [one for result in results for one in result.found]
    good = sum(one.is_good for one in found)
    yield "found nodes in sight, 24 px high, all", _of(good, len(found)), good == len(found)
    again = sum(one.presses > 1 for one in found)
    yield "Enter finds at once", f"pressed again {again} times", again == 0
    changes, pairs = sum(one.order_changes for one in opened), sum(o.order_pairs for o in opened)
    yield "siblings keep their order", f"{changes} of {pairs:,} pairs changed", changes == 0


def _time_targets(results: Sequence[Result]) -> Iterator[tuple[str, str, bool]]:
    both = [list(result.times.values()) for result in results if len(result.times) == 2]
    if not both:
        return
    ratios = [statistics.median(here) / statistics.median(there) for here, there in both]
    ratio = statistics.geometric_mean(ratios)
    yield "first drawing within a tenth", f"{ratio:.2f} of the other's time", ratio <= 1.1


def _is_legible(look: FirstLook) -> bool:
    """Return whether each box has a name, and none of its texts is small."""
    return look.nameless == 0 and (look.smallest_text or 0) >= LEAST_PX


def _is_nine_of_ten(count: int, total: int) -> bool:
    return 10 * count >= 9 * total


def _mark(ok: bool) -> str:
    return "pass" if ok else "MISS"


def _of(count: int, total: int) -> str:
    return f"{count}/{total}"


def _yes(value: bool | None) -> str:
    return {True: "yes", False: "NO", None: "–"}[value]


def _share(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.0f} %"


def _px(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"
