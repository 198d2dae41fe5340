"""Read JSON and YAML as hyper-parameters, without running anything that is in them."""

import json
from typing import Final

from scopeboard.configurations.flatten import flatten
from scopeboard.errors import DamagedDataError
from scopeboard.types import Hparams

MAX_BYTES: Final = 256 << 10
"""Larger files are not read: a configuration that people write or read is far smaller."""

_YAML_ENDING: Final = ".yaml"


def read_configuration(name: str, content: bytes) -> Hparams:
    """Return the hyper-parameters in a file, none if it is empty.

    Args:
        name: of the file; its ending says whether it is YAML.
        content: all of it.

    Raises:
        DamagedDataError: it cannot be read; the message is a sentence without its full stop.
    """
    if len(content) > MAX_BYTES:
        raise DamagedDataError(f"larger than {MAX_BYTES >> 10} kB: not read as hyper-parameters")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DamagedDataError(f"not UTF-8 at byte {error.start:,}") from error
    if not text.strip():
        return ()
    value = _from_yaml(text) if name.endswith(_YAML_ENDING) else _from_json(text)
    if value is None:
        return ()
    if not isinstance(value, dict):
        raise DamagedDataError("no names with values at the top level")
    return flatten(value)


def read_json_text(text: str) -> Hparams:
    """Return the hyper-parameters in a logged text, none if it is not a JSON object."""
    text = text.strip()
    if len(text) > MAX_BYTES or not text.startswith("{"):
        return ()
    try:
        value = _from_json(text)
    except DamagedDataError:
        return ()
    return flatten(value) if isinstance(value, dict) else ()


def _from_json(text: str) -> object:
    try:
        value: object = json.loads(text)
    except json.JSONDecodeError as error:
        message = f"not JSON at line {error.lineno:,}, column {error.colno:,}: {error.msg}"
        raise DamagedDataError(message) from error
    except (RecursionError, ValueError) as error:  # an integer of more than 4,300 digits
        raise DamagedDataError("JSON with too deep a nesting or too long a number") from error
    return value


def _from_yaml(text: str) -> object:
    from scopeboard.configurations.yaml_loader import load_yaml  # noqa: PLC0415 - for few logs

    try:
        return load_yaml(text)
    except ValueError as error:
        raise DamagedDataError(f"not YAML{error}") from error
