"""Parameters, activation bytes and FLOPs of ops and scopes.

In: an op graph with shapes.
Out: costs per op, each exact or a lower bound, summed per scope.
Public: `costs.count_costs`, `costs.sum_costs`.
"""
