"""Warnings derived from what was logged: pure formulas, values in, sentences out.

Each warning says what was seen and at which step, and how that was computed, so that a reader can
judge it. None needs a call in the training program.
"""
