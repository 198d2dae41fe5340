"""The command line: `dashboard`, `dashboard export`, and commands that answer and end.

In: arguments.
Out: a running server, a report, or an answer (`commands`).
Public: `main.main`.
"""
