"""Typed errors; `web.errors` turns each into one HTTP response. Expected outcomes are values."""


class ScopeboardError(Exception):
    """Base of all errors of this package; the message is one sentence for a person."""


class SettingsError(ScopeboardError):
    """An invalid option or a port in use: the server does not start. Change the command line."""


class NotFoundError(ScopeboardError):
    """A run, tag, graph or scope that does not exist (any more). Request the list again."""


class DamagedDataError(ScopeboardError):
    """Bytes that do not match their format. The smallest unit that contains them is skipped."""


class TooLargeError(DamagedDataError):
    """Data that would exceed a bound on memory. It is reported, and not read."""


class QueryError(ScopeboardError):
    """An invalid query, or one that exceeds a bound. Change its parameters."""


class CancelledError(ScopeboardError):
    """Cancelled work: all clients have disconnected. It has no effect on later requests."""


class RefusedError(ScopeboardError):
    """A change that this server does not allow, such as one on a read-only server."""


class ConflictError(ScopeboardError):
    """A conflict with the change of another client. Read the current value and try again."""


class UnavailableError(ScopeboardError):
    """An external failure, such as a full disk. A later retry may succeed."""


class UnreachableError(UnavailableError):
    """A server elsewhere that does not answer, or not any more. It may be started again."""
