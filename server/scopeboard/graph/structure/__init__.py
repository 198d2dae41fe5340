"""Structure hashes: equal for scopes with the same contents up to names.

In: the tree and its edges.
Out: a hash per scope, and groups of equal ones.
Public: `structure.structure_hashes`, `structure.group_structures`.
"""
