"""Bounds on connections: how many, how long, how large a head and a body.

In: bytes of an HTTP/1.1 connection.
Out: requests within bounds, or 408, 413, 414, 429 and 431.
Public: `http_protocols.http_protocol`, `open_connections.OpenConnections`, the two middlewares.
"""
