"""Session groups as a table: in JSON, as comma-separated values, or for LaTeX."""

import csv
import math
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any

from scopeboard.compat.hparams.experiment import ShownInfo, json_number
from scopeboard.compat.hparams.session_groups import SessionGroup
from scopeboard.events.values.hparams import MetricInfo
from scopeboard.export.csv_text import inert_text

Cell = float | bool | str | None


@dataclass(frozen=True, slots=True)
class SessionTable:
    """A header, and a row for each group; a metric that is missing is None."""

    header: list[str]
    rows: list[list[Cell]]

    def as_json(self) -> dict[str, Any]:
        """Return both, what is not finite as words."""
        rows = [
            [json_number(cell) if isinstance(cell, float) else cell for cell in row]
            for row in self.rows
        ]
        return {"header": self.header, "rows": rows}

    def as_csv(self) -> str:
        """Return comma-separated values."""
        text = StringIO()
        rows: list[Sequence[Cell]] = [self.header, *self.rows]
        csv.writer(text).writerows(map(_inert, row) for row in rows)
        return text.getvalue()

    def as_latex(self) -> str:
        """Return a table for LaTeX."""
        opening = f"\\begin{{table}}[tbp]\n\\begin{{tabular}}{{{'l' * len(self.header)}}}\n"
        header = f"{' & '.join(map(_latex, self.header))} \\\\ \\hline\n"
        rows = "".join(f"{' & '.join(map(_latex, row))} \\\\\n" for row in self.rows)
        return f"{opening}{header}{rows}\\hline\n\\end{{tabular}}\n\\end{{table}}\n"


def _inert(cell: Cell) -> Cell:
    return inert_text(cell) if isinstance(cell, str) else cell


def session_table(
    infos: Sequence[ShownInfo],
    metrics: Sequence[MetricInfo],
    groups: Sequence[SessionGroup],
    shown: Sequence[object],
) -> SessionTable:
    """Return the table of those columns whose place in `shown` holds something true."""
    header = [one.info.display_name or one.info.name for one in infos]
    header += [metric.display_name or metric.tag for metric in metrics]
    return SessionTable(
        _visible(header, shown), [_visible(_row(group, infos, metrics), shown) for group in groups]
    )


def _row(
    group: SessionGroup, infos: Sequence[ShownInfo], metrics: Sequence[MetricInfo]
) -> list[Cell]:
    points = [group.metrics.get((metric.group, metric.tag)) for metric in metrics]
    return [
        *(group.hparams.get(one.info.name, "") for one in infos),
        *(None if point is None else point.value for point in points),
    ]


def _visible(row: Sequence[Any], shown: Sequence[object]) -> list[Any]:
    return [cell for cell, is_shown in zip(row, shown, strict=False) if is_shown]


def _latex(cell: Cell) -> str:
    if cell is None:
        return "-"
    if isinstance(cell, bool):
        return f"${cell:d}$"
    if isinstance(cell, str):
        return cell.replace("_", "\\_").replace("%", "\\%")
    if math.isnan(cell):
        return "$\\mathrm{NaN}$"
    if math.isinf(cell):
        return f"${'-' if cell < 0 else '+'}\\infty$"
    coefficient, _, exponent = f"{cell:.3g}".partition("e")
    return f"${coefficient}\\cdot 10^{{{int(exponent)}}}$" if exponent else f"${coefficient}$"
