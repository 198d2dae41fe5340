"""What TensorFlow's ops put out: name, number and dtype of each output.

A GraphDef does not say it; each op's definition does. `tensorflow_ops.tsv` has those facts of all
ops that TensorFlow 2.21 registers (`scripts/write_op_signatures.py` writes it), one op on a line,
in fields parted by tabs: op type; outputs; defaults of the attributes that the outputs name.

An output is `name:dtype`. Its dtype is the number of a `DataType` or the attribute that holds it;
`count*dtype` stands for as many tensors as the attribute `count` says, `*types` for one tensor of
each dtype that the attribute `types` lists. A reference (to a variable) has the dtype of its value.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from scopeboard.wire.graph_pb2 import AttrValue
from scopeboard.wire.types_pb2 import DT_INVALID

# A few bytes may claim any number of outputs. Beyond this many they are taken for unknown.
MAX_COUNT: Final = 128


class Output(NamedTuple):
    """One output of an op type, or several of the same name.

    `dtype` is a number, or the attribute that holds it. `number` is the attribute with the number
    of tensors, empty for one tensor; `is_list`: as many as `dtype` lists.
    """

    name: str
    dtype: str
    number: str
    is_list: bool


class Signature(NamedTuple):
    """The outputs of an op type, and the defaults of the attributes they name, as texts."""

    outputs: tuple[Output, ...]
    defaults: Mapping[str, str]


def find_signature(op_type: str) -> Signature | None:
    """Return the signature of an op type of TensorFlow's, or None for any other."""
    line = _lines().get(op_type)
    return None if line is None else _parse(line)


def find_output_dtypes(op_type: str, attributes: Mapping[str, AttrValue]) -> list[int] | None:
    """Return the dtype of each output tensor, `DT_INVALID` where it is unknown.

    None when not even their number is known: of an op type that is not TensorFlow's, and where an
    attribute that counts them is missing or out of bounds.
    """
    dtypes: list[int] = []
    for spans in _spans(op_type, attributes):
        if spans is None:
            return None
        dtypes.extend(spans[1])
    return dtypes if op_type in _lines() else None


def find_port(
    op_type: str, attributes: Mapping[str, AttrValue], output: str, index: int
) -> int | None:
    """Return the port of tensor `index` of the named output, as inputs in functions name it.

    `bn:batch_mean:0` leaves a FusedBatchNormV3 by port 1. None when the op has no such tensor or
    is not TensorFlow's.
    """
    before = 0
    for spans in _spans(op_type, attributes):
        if spans is None:
            return None
        name, dtypes = spans
        if name == output:
            return before + index if index < len(dtypes) else None
        before += len(dtypes)
    return None


def _spans(
    op_type: str, attributes: Mapping[str, AttrValue]
) -> Iterator[tuple[str, list[int]] | None]:
    """Walk the outputs of an op: name and dtypes of each, None where their number is unknown."""
    signature = find_signature(op_type)
    for output in signature.outputs if signature else ():
        dtypes = _dtypes(output, signature.defaults if signature else {}, attributes)
        yield None if dtypes is None else (output.name, dtypes)


def _dtypes(
    output: Output, defaults: Mapping[str, str], attributes: Mapping[str, AttrValue]
) -> list[int] | None:
    if output.is_list:
        if output.dtype in attributes:
            return [int(dtype) for dtype in attributes[output.dtype].list.type]
        listed = defaults.get(output.dtype)
        return None if listed is None else [int(text) for text in listed[1:-1].split(",") if text]
    dtype = _dtype(output.dtype, defaults, attributes)
    if not output.number:
        return [dtype]
    given = attributes[output.number].i if output.number in attributes else None
    count = int(defaults.get(output.number, -1)) if given is None else given
    return [dtype] * count if 0 <= count <= MAX_COUNT else None


def _dtype(text: str, defaults: Mapping[str, str], attributes: Mapping[str, AttrValue]) -> int:
    if text.isdecimal():
        return int(text)
    if text in attributes:
        return int(attributes[text].type)
    return int(defaults.get(text, DT_INVALID))


@cache
def _lines() -> dict[str, str]:
    """Read the file once: what stands behind each op type."""
    text = (
        files("scopeboard.graph.model").joinpath("tensorflow_ops.tsv").read_text(encoding="utf-8")
    )
    return dict(line.partition("\t")[::2] for line in text.splitlines())


@cache
def _parse(line: str) -> Signature:
    """Read outputs and defaults; many op types share them."""
    outputs, _, defaults = line.partition("\t")
    return Signature(
        tuple(_parse_output(text) for text in outputs.split()),
        dict(text.partition("=")[::2] for text in defaults.split()),
    )


def _parse_output(text: str) -> Output:
    name, _, spec = text.partition(":")
    number, star, dtype = spec.rpartition("*")
    return Output(name, dtype, number, is_list=bool(star) and not number)
