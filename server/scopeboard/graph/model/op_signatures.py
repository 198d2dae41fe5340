"""The outputs of TensorFlow's ops: name, number and dtype of each.

The definitions of the ops have them; a GraphDef does not. `tensorflow_ops.tsv` has the outputs
of all ops that TensorFlow 2.21 registers (`scripts/write_op_signatures.py` writes it), one op on a
line, in fields separated by tabs: op type; outputs; defaults of the attributes that outputs name.

An output is `name:dtype`. Its dtype is the number of a `DataType` or the attribute that holds it;
`count*dtype` means the number of tensors in the attribute `count`, `*types` one tensor of each
dtype in the attribute `types`. A reference (to a variable) has the dtype of its value.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from scopeboard.wire.graph_pb2 import AttrValue
from scopeboard.wire.types_pb2 import DT_INVALID

# A few bytes may claim any number of outputs. Above this number they count as unknown.
MAX_COUNT: Final = 128


class Output(NamedTuple):
    """One output of an op type, or several of the same name.

    `dtype` is a number, or the attribute that holds it. `number` is the attribute with the number
    of tensors, empty for one tensor; with `is_list`, `dtype` lists a dtype for each tensor.
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
    """Return the signature of one of TensorFlow's op types, or None for another type."""
    line = _lines().get(op_type)
    return None if line is None else _parse(line)


def find_output_dtypes(op_type: str, attributes: Mapping[str, AttrValue]) -> list[int] | None:
    """Return the dtype of each output tensor, `DT_INVALID` where it is unknown.

    None when their number is unknown: for an op type that is not TensorFlow's, and where an
    attribute that counts them is missing or out of bounds.
    """
    dtypes: list[int] = []
    for output in _outputs(op_type, attributes):
        if output is None:
            return None
        dtypes.extend(output[1])
    return dtypes if op_type in _lines() else None


def find_port(
    op_type: str, attributes: Mapping[str, AttrValue], output: str, index: int
) -> int | None:
    """Return the port of tensor `index` of a named output, the form of inputs in functions.

    `bn:batch_mean:0` is port 1 of a FusedBatchNormV3. None when the op has no such tensor or
    is not TensorFlow's.
    """
    before = 0
    for each in _outputs(op_type, attributes):
        if each is None:
            return None
        name, dtypes = each
        if name == output:
            return before + index if index < len(dtypes) else None
        before += len(dtypes)
    return None


def _outputs(
    op_type: str, attributes: Mapping[str, AttrValue]
) -> Iterator[tuple[str, list[int]] | None]:
    """Yield name and dtypes of each output of an op, None where their number is unknown."""
    outputs, defaults = find_signature(op_type) or Signature((), {})
    for output in outputs:
        default = defaults.get(output.dtype)
        if output.is_list:
            dtypes = None
            if output.dtype in attributes:
                dtypes = [int(dtype) for dtype in attributes[output.dtype].list.type]
            elif default is not None:
                dtypes = [int(text) for text in default[1:-1].split(",") if text]
            yield None if dtypes is None else (output.name, dtypes)
            continue

        if output.dtype.isdecimal():
            dtype = int(output.dtype)
        elif output.dtype in attributes:
            dtype = int(attributes[output.dtype].type)
        else:
            dtype = int(default or DT_INVALID)
        count = 1
        if output.number and output.number in attributes:
            count = int(attributes[output.number].i)
        elif output.number:
            count = int(defaults.get(output.number, -1))
        yield (output.name, [dtype] * count) if 0 <= count <= MAX_COUNT else None


@cache
def _lines() -> dict[str, str]:
    """Return the line of each op type without the type."""
    text = (
        files("scopeboard.graph.model").joinpath("tensorflow_ops.tsv").read_text(encoding="utf-8")
    )
    return dict(line.partition("\t")[::2] for line in text.splitlines())


@cache
def _parse(line: str) -> Signature:
    """Return the signature in a line; many op types share one."""
    texts, _, defaults = line.partition("\t")
    outputs = []
    for text in texts.split():
        name, _, spec = text.partition(":")
        number, star, dtype = spec.rpartition("*")
        outputs.append(Output(name, dtype, number, is_list=bool(star) and not number))
    return Signature(tuple(outputs), dict(text.partition("=")[::2] for text in defaults.split()))
