"""Columns of the graph engine as a table."""

import numpy as np

from scopeboard.graph.export.columns import CodedTexts, GraphColumns
from scopeboard.logs.columns import Names
from scopeboard.logs.table import Table


def graph_table(columns: GraphColumns) -> Table:
    """Return a table of the columns."""
    return Table(
        {
            name: Names(column.codes.astype(np.int32), column.texts)
            if isinstance(column, CodedTexts)
            else column
            for name, column in columns.items()
        }
    )
