"""Logs in Python: what `import scopeboard` offers to programs and notebooks.

In: log directories.
Out: tables of NumPy columns, which other libraries take as Arrow.
Public: `opening.open`, `log.Log`, and the tables that its methods return.

A log is read on its first use, in the calling thread, with the index of the dashboard; what it
answers is of that moment until `refresh`.
"""
