"""The settings of ops: the options of TFLite's schema as attributes.

Options are a table whose type is a number. Its fields are listed here in their order, each as
`name`, `name:kind` or `name:kind=default`; `_` is a field that the schema no longer has, or one of
encoded bytes. Without a kind it is an int32. An absent field has its default: 0 if none is listed.
"""

from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

from scopeboard.graph.tflite.flatbuffer import Flatbuffer, Table
from scopeboard.graph.tflite.schema import OperatorField, dtype_of
from scopeboard.wire.graph_pb2 import AttrValue
from scopeboard.wire.types_pb2 import DT_INVALID

_MAX_LISTED: Final = 256
"""Numbers of a list that are an attribute; a list with more is none."""
_NAMES: Final = {
    "padding": ("SAME", "VALID"),
    "activation": ("NONE", "RELU", "RELU_N1_TO_1", "RELU6", "TANH", "SIGN_BIT"),
}
"""Numbers of enumerations, from 0 on."""
# What the kinds are, as characters of `struct`.
_SCALARS: Final = {
    "int": "i",
    "long": "q",
    "uint": "I",
    "bool": "?",
    **dict.fromkeys(("byte", "dtype", *_NAMES), "b"),
}
_LISTS: Final = {"ints": "i", "longs": "q", "uints": "I", "bools": "?", "floats": "f"}
_OPTIONS: Final = """
1 padding:padding stride_w stride_h fused_activation_function:activation dilation_w_factor=1
   dilation_h_factor=1
2 padding:padding stride_w stride_h depth_multiplier fused_activation_function:activation
   dilation_w_factor=1 dilation_h_factor=1
3 num_channels num_columns_per_channel:ints embedding_dim_per_channel:ints
4 type:byte
5 padding:padding stride_w stride_h filter_width filter_height
   fused_activation_function:activation
6 rank fused_activation_function:activation asymmetric_quantize_inputs:bool
7 fused_activation_function:activation asymmetric_quantize_inputs:bool
8 fused_activation_function:activation weights_format:byte keep_num_dims:bool
   asymmetric_quantize_inputs:bool
9 beta:float
10 axis fused_activation_function:activation
11 fused_activation_function:activation pot_scale_int16:bool=1
12 fused_activation_function:activation
13 radius bias:float alpha:float beta:float
14 fused_activation_function:activation cell_clip:float proj_clip:float kernel_type:byte
   asymmetric_quantize_inputs:bool
15 _ _ align_corners:bool half_pixel_centers:bool
16 subgraph:subgraph
17 new_shape:ints
18 ngram_size max_skip_size include_all_ngrams:bool
19 block_size
20 combiner:byte
21 fused_activation_function:activation
23 axis batch_dims
27 keep_dims:bool
28 fused_activation_function:activation pot_scale_int16:bool=1
29 fused_activation_function:activation
30 squeeze_dims:ints
31 time_major:bool fused_activation_function:activation asymmetric_quantize_inputs:bool
32 begin_mask end_mask ellipsis_mask new_axis_mask shrink_axis_mask offset:bool
35 num_splits
37 in_data_type:dtype out_data_type:dtype
40 output_type:dtype
49 padding:padding stride_w stride_h fused_activation_function:activation
50 validate_indices:bool
55 out_type:dtype
57 output_type:dtype
58 min:float max:float num_bits narrow_range:bool
59 values_count axis
61 axis
64 num axis
69 fused_activation_function:activation cell_clip:float proj_clip:float merge_outputs:bool
   time_major:bool=1 asymmetric_quantize_inputs:bool
70 time_major:bool fused_activation_function:activation merge_outputs:bool
   asymmetric_quantize_inputs:bool
71 fused_activation_function:activation cell_clip:float proj_clip:float time_major:bool
   asymmetric_quantize_inputs:bool diagonal_recurrent_tensors:bool
74 align_corners:bool half_pixel_centers:bool
75 alpha:float
77 mode:byte
79 num_splits
80 idx_out_type:dtype=2
87 seq_dim batch_dim
92 then_subgraph_index:subgraph else_subgraph_index:subgraph
93 cond_subgraph_index:subgraph body_subgraph_index:subgraph
94 block_size
101 adj_x:bool adj_y:bool asymmetric_quantize_inputs:bool
102 exclusive:bool reverse:bool
103 init_subgraph_index:subgraph
106 padding:padding stride_d stride_w stride_h fused_activation_function:activation
   dilation_d_factor=1 dilation_w_factor=1 dilation_h_factor=1
107 table_id key_dtype:dtype value_dtype:dtype
111 container:text shared_name:text
114 seed:long seed2:long
115 boundaries:floats
116 approximate:bool
"""
_OPTIONS_2: Final = """
1 dimension:long
2 broadcast_dimensions:longs
3 start_indices:longs limit_indices:longs strides:longs
4 window_strides:longs padding:longs lhs_dilation:longs rhs_dilation:longs window_reversal:bools
   input_batch_dimension:long input_feature_dimension:long input_spatial_dimensions:longs
   kernel_input_feature_dimension:long kernel_output_feature_dimension:long
   kernel_spatial_dimensions:longs output_batch_dimension:long output_feature_dimension:long
   output_spatial_dimensions:longs feature_group_count:long batch_group_count:long
   precision_config:uints
5 call_target_name:text has_side_effect:bool backend_config:text api_version
   called_computations:ints
6 dimensions:longs body_subgraph_index:subgraph
7 indices_are_sorted:bool update_window_dims:longs inserted_window_dims:longs
   scatter_dims_to_operand_dims:longs index_vector_dim:long unique_indices:bool
   update_computation_subgraph_index:subgraph
8 comparison_direction:uint compare_type:uint
9 slice_sizes:longs
10 edge_padding_low:longs edge_padding_high:longs interior_padding:longs
11 iota_dimension:long
12 lhs_batching_dimensions:longs rhs_batching_dimensions:longs lhs_contracting_dimensions:longs
   rhs_contracting_dimensions:longs precision_config:uints
13 window_dimensions:longs window_strides:longs base_dilations:longs window_dilations:longs
   padding:longs body_subgraph_index:subgraph
14 dimension:long is_stable:bool comparator_subgraph_index:subgraph
15 cond_subgraph_index:subgraph body_subgraph_index:subgraph
16 offset_dims:longs collapsed_slice_dims:longs start_index_map:longs index_vector_dim:long
   slice_sizes:longs indices_are_sorted:bool
17 permutation:longs
19 algorithm:byte
20 reduce_function
21 name:text decomposition_subgraph_index:subgraph _ composite_attributes_format:byte version
23 branch_subgraph_indices:subgraphs
"""


class _Field(NamedTuple):
    number: int
    name: str
    kind: str
    default: int


@dataclass(slots=True)
class Settings:
    """The attributes of an op, and the subgraphs that it runs, each by the name of its setting."""

    attributes: list[tuple[str, AttrValue]] = field(default_factory=list)
    bodies: list[tuple[str, int]] = field(default_factory=list)


def read_settings(buffer: Flatbuffer, operator: Table) -> Settings:
    """Return the settings of an op; options of an unknown type are none.

    Raises:
        DamagedDataError: an offset is wrong.
    """
    settings = Settings()
    for (type_field, field_number), tables in (
        (OperatorField.OPTIONS, _OPTIONS),
        (OperatorField.OPTIONS_2, _OPTIONS_2),
    ):
        fields = _fields(tables).get(buffer.number(operator, type_field, "B"))
        options = buffer.table(operator, field_number) if fields else None
        for each in fields or ():
            if options is not None:
                _read_field(buffer, options, each, settings)
    return settings


@cache
def _fields(tables: str) -> dict[int, list[_Field]]:
    """Parse a list of tables: the fields of each type of options."""
    known: dict[int, list[_Field]] = {}
    fields: list[_Field] = []
    number = 0
    for word in tables.split():
        if word.isdigit():
            fields = known[int(word)] = []
            number = 0
            continue
        name, _, kind = word.partition(":")
        kind, _, default = kind.partition("=")
        if name != "_":
            fields.append(_Field(number, name, kind or "int", int(default or 0)))
        number += 1
    return known


def _read_field(buffer: Flatbuffer, options: Table, known: _Field, settings: Settings) -> None:
    """Add one setting."""
    number, name, kind, _ = known
    if kind == "subgraph":
        settings.bodies.append((_body_name(name), buffer.number(options, number, "i")))
    elif kind == "subgraphs":
        listed = buffer.numbers(options, number)[:_MAX_LISTED]
        settings.bodies += [(f"{_body_name(name)}[{at}]", each) for at, each in enumerate(listed)]
    else:
        read = _read_list if kind in _LISTS else _read_value
        value = read(buffer, options, known)
        if value is not None:
            settings.attributes.append((name, value))


def _read_value(buffer: Flatbuffer, options: Table, known: _Field) -> AttrValue | None:
    """Return a number, a flag, a text or a dtype as an attribute, None for an unknown dtype."""
    number, _, kind, default = known
    if kind == "text":
        return AttrValue(s=buffer.text(options, number).encode())
    if kind == "float":
        return AttrValue(f=buffer.real(options, number))
    value = buffer.number(options, number, _SCALARS[kind], default)
    if kind == "bool":
        return AttrValue(b=bool(value))
    if kind == "dtype":
        dtype = dtype_of(value)
        return AttrValue(type=dtype) if dtype != DT_INVALID else None
    if kind in _NAMES:
        names = _NAMES[kind]
        return AttrValue(s=(names[value] if 0 <= value < len(names) else str(value)).encode())
    return AttrValue(i=value)


def _read_list(buffer: Flatbuffer, options: Table, known: _Field) -> AttrValue | None:
    """Return a list as an attribute, None for one that is empty or long."""
    number, _, kind, _ = known
    if not 0 < buffer.length(options, number) <= _MAX_LISTED:
        return None
    value = AttrValue()
    if kind == "floats":
        value.list.f.extend(buffer.reals(options, number))
    elif kind == "bools":
        value.list.b.extend(map(bool, buffer.numbers(options, number, "?")))
    else:
        value.list.i.extend(buffer.numbers(options, number, _LISTS[kind]))
    return value


def _body_name(name: str) -> str:
    """Return the name of a body: `body` of `body_subgraph_index`."""
    for ending in ("_subgraph_index", "_subgraph_indices"):
        name = name.removesuffix(ending)
    return name
