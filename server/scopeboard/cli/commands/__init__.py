"""Commands that answer and end, for people and scripts: a module for each, loaded when it runs.

In: arguments. Out: a table, JSON or CSV on standard output, sentences on standard error, and an
exit status: see `status`.
"""
