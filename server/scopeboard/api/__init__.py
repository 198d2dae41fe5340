"""The HTTP API: one module per resource, each a function from what it serves to a router.

No resource imports another; what they share about answers is in `answer`.
"""
