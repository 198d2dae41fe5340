"""Metrics of scopes over steps: what a run logged of each part of its graph, as one matrix.

In: tags matched with rows of the tree (`tag_scopes`), a store.
Out: a value for each scope and step, closed scopes with the worst inside them.
Public: `answer`.
"""
