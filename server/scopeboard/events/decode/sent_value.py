"""One logged value as bytes, for programs that decode it elsewhere."""

from collections.abc import Callable
from typing import TypeVar

from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError
from scopeboard.events.decode.logged_value import SummaryValue
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.types import Kind
from scopeboard.wire.summary_pb2 import Summary

Value = TypeVar("Value")

Decode = Callable[[SummaryValue, TagMetadata], Value]
"""Decodes a kind of value, given the metadata of its tag."""


def write_value(value: SummaryValue, metadata: TagMetadata) -> bytes:
    """Return a value with the content of its tag's metadata, which files have once alone."""
    if not value.metadata.plugin_data.content:
        value.metadata.plugin_data.content = metadata.content
    return value.SerializeToString()


def read_sent(data: bytes, kind: Kind, decode: Decode[Value]) -> Value:
    """Return the value of such bytes, decoded.

    Raises:
        DamagedDataError: they are none, or `decode` fails.
    """
    try:
        value = Summary.Value.FromString(data)
    except DecodeError as error:
        raise DamagedDataError("This is no logged value.") from error
    return decode(value, TagMetadata(kind, content=value.metadata.plugin_data.content))
