"""Roles: what each op of a training graph is for, by evidence.

In: an op graph, and its weights.
Out: a role and its evidence for each op, counted for each row of a tree.
Public: `op_roles`, `row_roles`.
"""
