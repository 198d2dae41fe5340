"""What the hparams plugin says of a session: the hyper-parameters that it began with."""

from functools import lru_cache
from typing import Final

from google.protobuf.message import DecodeError
from google.protobuf.struct_pb2 import Value

from scopeboard.wire.plugins_pb2 import HParamsPluginData

MAX_HPARAMS: Final = 1000  # of a session; those beyond are left out
MAX_CHARACTERS: Final = 1000  # of a name or of a value; the rest is cut off

HparamValue = float | bool | str
Hparams = tuple[tuple[str, HparamValue], ...]
"""Names with values, by name. A parameter whose value is none of these is not among them."""


@lru_cache(maxsize=16_384)
def read_hparams(content: bytes) -> Hparams:
    """Return the hyper-parameters of a session that begins.

    Args:
        content: that of the plugin in the metadata of the tag `_hparams_/session_start_info`;
            what is damaged, or tells of something else, has none.
    """
    try:
        said = HParamsPluginData.FromString(content)
    except DecodeError:
        return ()
    if said.WhichOneof("data") != "session_start_info":
        return ()
    values = sorted(said.session_start_info.hparams.items())[:MAX_HPARAMS]
    known = ((name[:MAX_CHARACTERS], _value(value)) for name, value in values)
    return tuple((name, value) for name, value in known if value is not None)


def _value(value: Value) -> HparamValue | None:
    match value.WhichOneof("kind"):
        case "number_value":
            return value.number_value
        case "bool_value":
            return value.bool_value
        case "string_value":
            return value.string_value[:MAX_CHARACTERS]
    return None
