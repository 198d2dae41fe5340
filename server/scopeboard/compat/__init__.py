"""TensorBoard's HTTP API on the same stores, for clients that were written for it.

Paths, parameters, status codes and shapes are TensorBoard's (its `http_api.md` files), and so are
the numbers at the steps that it keeps; but every step is answered, since nothing is sampled away
here. Points that a later session of a run superseded are left out, as they are on the page. Where
an answer differs on purpose, `docs/decisions/0045` says why.
"""
