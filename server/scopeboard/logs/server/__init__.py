"""Logs of a running server: what `Log` needs, from its HTTP API.

In: the address of a server.
Out: views of its log.
Public: `address.parse_address`, `reader.ServerReader`.
"""
