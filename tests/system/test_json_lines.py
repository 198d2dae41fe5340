"""Lines of JSON: one object for each message, whatever it says."""

import json
import logging
import sys

from scopeboard.system.json_lines import JsonFormatter, json_line


def test_a_line_has_the_time_the_level_the_message_and_fields() -> None:
    line = json_line('two\nlines, "quoted", ä', "warning", 1_700_000_000.25, {"bytes": 3})
    assert "\n" not in line
    assert json.loads(line) == {
        "time": "2023-11-14T22:13:20.250+00:00",
        "level": "warning",
        "message": 'two\nlines, "quoted", ä',
        "bytes": 3,
    }


def test_a_record_of_a_failure_has_its_traceback() -> None:
    try:
        int("x")
    except ValueError:
        failure = sys.exc_info()
    record = logging.LogRecord("scopeboard.x", logging.ERROR, __file__, 1, "%s!", ("ah",), failure)
    record.fields = {"path": "/api/tags"}
    read = json.loads(JsonFormatter().format(record))
    assert (read["logger"], read["level"], read["message"]) == ("scopeboard.x", "error", "ah!")
    assert read["path"] == "/api/tags"
    assert read["error"].endswith("ValueError: invalid literal for int() with base 10: 'x'")
