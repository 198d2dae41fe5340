"""Lines of JSON for programs that collect what a server writes: one object for each message."""

import json
import logging
from collections.abc import Mapping
from datetime import UTC, datetime


def json_line(
    message: str, level: str, seconds: float, fields: Mapping[str, object] | None = None
) -> str:
    """Return the line of a message, without its end.

    Args:
        message: a sentence.
        level: `info`, `warning` or `error`.
        seconds: when it was written, since the epoch; as `time` in ISO 8601, UTC.
        fields: further values by name.
    """
    time = datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
    values = {"time": time, "level": level, "message": message, **(fields or {})}
    return json.dumps(values, ensure_ascii=False, default=str)


class JsonFormatter(logging.Formatter):
    """Formats records as lines of JSON, with the attribute `fields` of a record if it has one."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record; `error` has the traceback of an exception."""
        fields = {"logger": record.name, **getattr(record, "fields", {})}
        if record.exc_info:
            fields["error"] = self.formatException(record.exc_info)
        return json_line(record.getMessage(), record.levelname.lower(), record.created, fields)
