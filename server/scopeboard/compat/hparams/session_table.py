"""Session groups as a table in JSON, CSV or LaTeX."""

import csv
import math
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import compress
from typing import Any

from scopeboard.compat.hparams.experiment import HparamSummary
from scopeboard.compat.hparams.session_groups import SessionGroup
from scopeboard.compat.http.answer import json_number
from scopeboard.events.values.hparams import MetricInfo
from scopeboard.export.csv_text import inert_text

Cell = float | bool | str | None


@dataclass(frozen=True, slots=True)
class SessionTable:
    """A header, and a row for each group; a metric that is missing is None."""

    header: list[str]
    rows: list[list[Cell]]

    def as_json(self) -> dict[str, Any]:
        """Return header and rows; see `json_number` for numbers that are not finite."""
        rows = [
            [json_number(cell) if isinstance(cell, float) else cell for cell in row]
            for row in self.rows
        ]
        return {"header": self.header, "rows": rows}

    def as_csv(self) -> str:
        """Return comma-separated values."""
        text = StringIO()
        rows: list[Sequence[Cell]] = [self.header, *self.rows]
        csv.writer(text).writerows(
            [inert_text(cell) if isinstance(cell, str) else cell for cell in row] for row in rows
        )
        return text.getvalue()

    def as_latex(self) -> str:
        """Return a table for LaTeX."""
        opening = f"\\begin{{table}}[tbp]\n\\begin{{tabular}}{{{'l' * len(self.header)}}}\n"
        header = f"{' & '.join(map(_latex, self.header))} \\\\ \\hline\n"
        rows = "".join(f"{' & '.join(map(_latex, row))} \\\\\n" for row in self.rows)
        return f"{opening}{header}{rows}\\hline\n\\end{{tabular}}\n\\end{{table}}\n"


def session_table(
    infos: Sequence[HparamSummary],
    metrics: Sequence[MetricInfo],
    groups: Sequence[SessionGroup],
    visible: Sequence[object],
) -> SessionTable:
    """Return the table of the columns whose entry in `visible` is true."""
    header = [summary.info.display_name or summary.info.name for summary in infos]
    header += [metric.display_name or metric.tag for metric in metrics]
    rows: list[list[Cell]] = []
    for group in groups:
        points = [group.metrics.get((metric.group, metric.tag)) for metric in metrics]
        row: list[Cell] = [group.hparams.get(summary.info.name, "") for summary in infos]
        row += [None if point is None else point.value for point in points]
        rows.append(list(compress(row, visible)))
    return SessionTable(list(compress(header, visible)), rows)


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
