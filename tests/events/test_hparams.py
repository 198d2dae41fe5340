"""Hyper-parameters as the plugin writes them."""

from google.protobuf.struct_pb2 import ListValue, Value
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.hparams import MAX_CHARACTERS, MAX_HPARAMS, read_hparams
from scopeboard.wire.plugins_pb2 import HParamsPluginData, SessionEndInfo, SessionStartInfo


def content(**hparams: Value) -> bytes:
    """Return what the plugin writes when a session begins."""
    start = SessionStartInfo(hparams=hparams)
    return HParamsPluginData(session_start_info=start).SerializeToString()


def test_values_by_name() -> None:
    said = content(
        lr=Value(number_value=0.1),
        adam=Value(bool_value=True),
        act=Value(string_value="relu"),
        none=Value(),
        sizes=Value(list_value=ListValue()),
    )
    assert read_hparams(said) == (("act", "relu"), ("adam", True), ("lr", 0.1))


def test_what_ends_a_session_has_none() -> None:
    end = HParamsPluginData(session_end_info=SessionEndInfo())
    assert read_hparams(end.SerializeToString()) == ()


@given(st.binary(max_size=200))
def test_any_bytes_are_answered(data: bytes) -> None:
    read_hparams(data)


def test_lengths_are_bounded() -> None:
    long = content(**{"n" * 5000: Value(string_value="v" * 5000)})
    ((name, value),) = read_hparams(long)
    assert (len(name), len(str(value))) == (MAX_CHARACTERS, MAX_CHARACTERS)
    many = content(**{f"n{at}": Value(number_value=at) for at in range(MAX_HPARAMS + 5)})
    assert len(read_hparams(many)) == MAX_HPARAMS
