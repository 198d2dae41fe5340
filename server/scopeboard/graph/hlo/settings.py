"""The settings of an instruction as attributes, written as in XLA's text where that is short."""

from collections.abc import Iterable, Iterator
from typing import Final

from scopeboard.graph.hlo.module import Attributes
from scopeboard.wire import hlo_pb2 as wire
from scopeboard.wire.graph_pb2 import AttrValue

_MAX_LISTED: Final = 256
_MAX_TEXT: Final = 300
_WITH_DIMENSIONS: Final = frozenset(
    {
        "all-gather", "all-to-all", "broadcast", "concatenate", "iota", "map", "reduce",
        "reduce-scatter", "reverse", "sort", "transpose", "set-dimension-size",
        "get-dimension-size",
    }
)  # fmt: skip
_IS_GROUPED: Final = frozenset({"convolution", "custom-call"})


def settings_of(opcode: str, read: wire.Instruction) -> Attributes:
    """Return the settings of an instruction."""
    return list(_settings(opcode, read))


def _settings(opcode: str, read: wire.Instruction) -> Iterator[tuple[str, AttrValue]]:
    if opcode in _WITH_DIMENSIONS:
        yield "dimensions", _numbers(read.dimensions)
    yield from _texts(read)
    yield from _products(opcode, read)
    yield from _indexing(read)
    if read.channel_id > 0:
        yield "channel_id", AttrValue(i=read.channel_id)
    if read.is_stable:
        yield "is_stable", AttrValue(b=True)


def _texts(read: wire.Instruction) -> Iterator[tuple[str, AttrValue]]:
    """Yield the settings that are texts in the file, or become one."""
    texts = (
        ("direction", read.comparison_direction),
        ("kind", read.fusion_kind),
        ("custom_call_target", read.custom_call_target),
        ("replica_groups", _groups_text(read).encode() if read.replica_groups else b""),
    )
    for name, text in texts:
        if text:
            yield name, AttrValue(s=text[:_MAX_TEXT])


def _products(opcode: str, read: wire.Instruction) -> Iterator[tuple[str, AttrValue]]:
    """Yield the settings of convolutions, of other windows and of products of matrices."""
    if read.HasField("window") and read.window.dimensions:
        yield "window", AttrValue(s=_window_text(read.window).encode())
    if read.HasField("convolution_dimension_numbers"):
        labels = dim_labels(read.convolution_dimension_numbers)
        if labels:
            yield "dim_labels", AttrValue(s=labels.encode())
    if read.HasField("dot_dimension_numbers"):
        dot = read.dot_dimension_numbers
        yield "lhs_contracting_dims", _numbers(dot.lhs_contracting_dimensions)
        yield "rhs_contracting_dims", _numbers(dot.rhs_contracting_dimensions)
        if dot.lhs_batch_dimensions:
            yield "lhs_batch_dims", _numbers(dot.lhs_batch_dimensions)
            yield "rhs_batch_dims", _numbers(dot.rhs_batch_dimensions)
    if opcode in _IS_GROUPED:
        for name, count in (
            ("feature_group_count", read.feature_group_count),
            ("batch_group_count", read.batch_group_count),
        ):
            if count > 1:
                yield name, AttrValue(i=count)


def _indexing(read: wire.Instruction) -> Iterator[tuple[str, AttrValue]]:
    """Yield the settings of slices, pads, gathers and scatters."""
    if read.slice_dimensions:
        text = ", ".join(
            f"[{each.start}:{each.limit}{f':{each.stride}' if each.stride > 1 else ''}]"
            for each in read.slice_dimensions[:_MAX_LISTED]
        )
        yield "slice", AttrValue(s=f"{{{text}}}".encode())
    if read.dynamic_slice_sizes:
        yield "dynamic_slice_sizes", _numbers(read.dynamic_slice_sizes)
    if read.padding_config.dimensions:
        text = "x".join(
            f"{each.edge_padding_low}_{each.edge_padding_high}"
            + (f"_{each.interior_padding}" if each.interior_padding else "")
            for each in read.padding_config.dimensions[:_MAX_LISTED]
        )
        yield "padding", AttrValue(s=text.encode())
    if read.HasField("gather_dimension_numbers"):
        gather = read.gather_dimension_numbers
        yield "offset_dims", _numbers(gather.offset_dims)
        yield "collapsed_slice_dims", _numbers(gather.collapsed_slice_dims)
        yield "start_index_map", _numbers(gather.start_index_map)
        yield "slice_sizes", _numbers(read.gather_slice_sizes)
    if read.HasField("scatter_dimension_numbers"):
        scatter = read.scatter_dimension_numbers
        yield "update_window_dims", _numbers(scatter.update_window_dims)
        yield "inserted_window_dims", _numbers(scatter.inserted_window_dims)
        yield "scatter_dims_to_operand_dims", _numbers(scatter.scatter_dims_to_operand_dims)


def dim_labels(numbers: wire.ConvolutionDimensions) -> str:
    """Return the dimensions of a convolution as `b01f_01io->b01f`, empty where they are none.

    `b` is the batch, `f` the features, `i` and `o` those of the kernel, a digit is a dimension of
    the window.
    """
    parts = (
        ({numbers.input_batch_dimension: "b", numbers.input_feature_dimension: "f"},
         numbers.input_spatial_dimensions),
        ({numbers.kernel_input_feature_dimension: "i",
          numbers.kernel_output_feature_dimension: "o"}, numbers.kernel_spatial_dimensions),
        ({numbers.output_batch_dimension: "b", numbers.output_feature_dimension: "f"},
         numbers.output_spatial_dimensions),
    )  # fmt: skip
    texts = []
    for named, spatial in parts:
        labels = named | {size: str(row) for row, size in enumerate(spatial[:8])}
        texts.append("".join(labels.get(row, "?") for row in range(len(labels))))
    image, kernel, result = texts
    return f"{image}_{kernel}->{result}"


def _window_text(window: wire.Window) -> str:
    """Return a window as in XLA's text: what every dimension leaves out is left out."""
    dimensions = window.dimensions[:_MAX_LISTED]
    columns = (
        ("size", [str(each.size) for each in dimensions], ""),
        ("stride", [str(each.stride) for each in dimensions], "1"),
        ("pad", [f"{each.padding_low}_{each.padding_high}" for each in dimensions], "0_0"),
        ("lhs_dilate", [str(each.base_dilation) for each in dimensions], "1"),
        ("rhs_dilate", [str(each.window_dilation) for each in dimensions], "1"),
        ("rhs_reversal", [str(int(each.window_reversal)) for each in dimensions], "0"),
    )
    return " ".join(
        f"{name}={'x'.join(texts)}" for name, texts, plain in columns if set(texts) != {plain}
    )


def _groups_text(read: wire.Instruction) -> str:
    groups = read.replica_groups[:_MAX_LISTED]
    texts = [f"{{{','.join(map(str, each.replica_ids[:_MAX_LISTED]))}}}" for each in groups]
    return f"{{{','.join(texts)}}}"[:_MAX_TEXT]


def _numbers(numbers: Iterable[int]) -> AttrValue:
    value = AttrValue()
    value.list.i.extend(list(numbers)[:_MAX_LISTED])
    if not value.list.i:
        value.list.SetInParent()
    return value
