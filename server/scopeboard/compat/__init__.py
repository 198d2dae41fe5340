"""TensorBoard's HTTP API on the same stores, for clients written for TensorBoard.

Paths, parameters, status codes and shapes are TensorBoard's (its `http_api.md` files). So are the
values at each step that TensorBoard stores; but responses have every step, since the store drops
none. Points that a later session of a run superseded are left out, as on the page.
`docs/decisions/0045` lists the deliberate differences.
"""
