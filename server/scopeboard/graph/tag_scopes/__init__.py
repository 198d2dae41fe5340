"""Tags of a run → the scopes of its graph that they describe, by names alone.

In: the tree of a prepared graph, the tags of a run, rules of the viewer.
Out: `TagMatch`, a value for each tag that names a scope, and the tags that name none.
Public: `match`, `tag_rules`.
"""
