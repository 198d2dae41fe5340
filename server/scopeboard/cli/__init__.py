"""The command line: `dashboard` and `dashboard export`.

In: arguments.
Out: a running server, or a report.
Public: `main.main`.
"""
