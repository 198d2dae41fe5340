"""The filter language of the run table, in Python: the same grammar, values and errors.

In: a text.
Out: a query, and a function that returns whether an item passes.
Public: `parse.parse_filter`, `match.compile_filter`.

`frontend/src/lib/filter` is the same for the page; `tests/data/run_filter.json` has what both do.
"""
