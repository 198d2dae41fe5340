"""What belongs together in a flow, on numbers: nodes with labels and weights, and edges.

In: the nodes of one scope and the edges among them.
Out: equal blocks in a row, and boxes of neighbours that do not feed each other.
Public: `blocks`, `merging`, `stages`.
"""
