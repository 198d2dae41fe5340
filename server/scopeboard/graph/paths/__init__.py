"""Names as shown to rows of the tree, function bodies included.

In: a name as shown.
Out: a place in the tree, its contents, the edges there.
Public: `paths.resolve`, `reveal`, `contents`, `base_edges`.
"""
