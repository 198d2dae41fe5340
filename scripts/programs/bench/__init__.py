"""Measures reading: against other programs, while a log grows, and through crashes.

Run in the checkout's Python by `scripts/bench`.
"""
