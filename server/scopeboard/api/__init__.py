"""The HTTP API: one module per resource, with a function that returns its router.

Resources do not import one another; `http` has what they share.
"""
