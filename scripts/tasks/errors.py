"""The one error that a person at the terminal is meant to read."""


class TaskError(Exception):
    """Something outside the code is missing or failed; the message says what to do about it."""
