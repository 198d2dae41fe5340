"""Shown names to rows of the tree, function bodies included.

In: a shown name.
Out: a row of the tree and its alias, its contents, the edges there.
Public: `paths.resolve`, `reveal`, `contents`, `base_edges`.
"""
