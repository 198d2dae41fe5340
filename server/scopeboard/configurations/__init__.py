"""Configurations: bytes of JSON or YAML → hyper-parameters of a run.

In: the content of a file beside event files, or a logged text. Out: names with values, nested keys
joined by dots, or a sentence on why there are none. Pure.
Public: `configuration`, `parse`.
"""
