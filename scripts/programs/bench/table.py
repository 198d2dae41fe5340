"""The medians of several starts as a table, with ratios against each peer."""

import statistics
from collections.abc import Mapping, Sequence

from programs.bench.start import Figures

MEGA, MILLI = 1e-6, 1e3
ROWS: dict[str, tuple[str, float]] = {
    "ready, s": ("ready", 1),
    "processor, s": ("processor", 1),
    "peak while reading, MB": ("peak while reading", MEGA),
    "peak memory, MB": ("peak memory", MEGA),
    "memory at rest, MB": ("memory at rest", MEGA),
    "memory after questions, MB": ("memory after questions", MEGA),
    "one series, ms": ("one series", MILLI),
    "one series, binary, ms": ("one series, binary", MILLI),
    "one series, kB": ("one series, bytes", 1e-3),
    "points returned": ("points returned", 1),
    "one tag, all runs, ms": ("one tag, all runs", MILLI),
    "one tag, all runs, binary, ms": ("one tag, all runs, binary", MILLI),
    "one tag, all runs, first, ms": ("one tag, all runs, first", MILLI),
    "one tag, all runs, kB": ("one tag, all runs, bytes", 1e-3),
    "tag list, ms": ("tag list", MILLI),
    "index, MB": ("index", MEGA),
}
"""Per line: the figure, and its factor."""

BINARY = ", binary"  # has no twin elsewhere: compared with the same question in JSON


def table(title: str, starts: Mapping[str, Sequence[Figures]], peers: Sequence[str]) -> str:
    """Return a table: a line per figure; a column per program and per ratio to a peer."""
    ours = [name for name in starts if name not in peers]
    header = [title, *starts, *(f"{name} : {peer}" for peer in peers for name in ours)]
    lines = [header]
    for label, (figure, factor) in ROWS.items():
        medians = {name: _median(figures, figure) for name, figures in starts.items()}
        if all(median is None for median in medians.values()):
            continue
        twins = {peer: _median(starts[peer], figure.removesuffix(BINARY)) for peer in peers}
        ratios = [_ratio(medians[name], twins[peer]) for peer in peers for name in ours]
        values = [None if value is None else value * factor for value in medians.values()]
        lines.append([label, *map(_number, [*values, *ratios])])
    return "".join(f"{line[0]:32}{''.join(map(_cell, line[1:]))}\n" for line in lines)


def _median(starts: Sequence[Figures], figure: str) -> float | None:
    values = [figures[figure] for figures in starts if figure in figures]
    return statistics.median(values) if values else None


def _ratio(here: float | None, there: float | None) -> float | None:
    return here / there if here is not None and there else None


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def _cell(text: str) -> str:
    return f"{text:>18}"
