"""Connections and their bounds: how many there may be, how long they may wait, what they may send.

All of this holds before a token is checked, so that a stranger cannot exhaust the server.
"""
