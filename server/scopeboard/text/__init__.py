"""Logged texts: tensors of strings to cells, Markdown to a tree of allowed elements.

In: texts of a log, which are untrusted.
Out: cells, sanitised HTML, trees of elements.
Public: `cells`, `markdown`, `markup`, to `api` and `compat`. `markdown` allows only listed tags and
attributes; `markup` returns a tree, so that no page parses logged text as HTML.
"""
