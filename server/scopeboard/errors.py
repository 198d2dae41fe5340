"""Typed errors; `app` turns each into one HTTP answer. What is expected is a value instead."""


class ScopeboardError(Exception):
    """Base of all errors raised on purpose; its message is one sentence for a person."""


class SettingsError(ScopeboardError):
    """A wrong option or a port in use: the start is refused. Change the command line."""


class NotFoundError(ScopeboardError):
    """A run, tag, graph or scope that is not there (any more). Ask for the list again."""


class DamagedDataError(ScopeboardError):
    """Bytes that do not hold what they claim. The smallest thing that holds them is skipped."""


class TooLargeError(DamagedDataError):
    """Data that would take more memory than there is room for. It is told of, and not read."""


class QueryError(ScopeboardError):
    """A question that has no meaning, or none within bounds. Put it otherwise."""


class CancelledError(ScopeboardError):
    """Work that nobody waits for any more. It left no trace; the next who asks begins anew."""


class RefusedError(ScopeboardError):
    """A change that this server does not take, such as one to what it only reads."""


class ConflictError(ScopeboardError):
    """A change to something that somebody else has changed meanwhile. Ask for it and try again."""


class UnavailableError(ScopeboardError):
    """Something outside, such as a full disk, is in the way. Trying again later may help."""
