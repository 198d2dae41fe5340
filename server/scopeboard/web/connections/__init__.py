"""Bounds on connections: their number, their time, the size of heads and bodies.

In: bytes of an HTTP/1.1 connection.
Out: requests within bounds, or 408, 413, 414, 429 and 431.
Public: `http_protocols.http_protocol`, `open_connections.OpenConnections`, the two middlewares.
"""
