from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Entry(_message.Message):
    __slots__ = ("key", "value")
    KEY_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    key: bytes
    value: bytes
    def __init__(self, key: _Optional[bytes] = ..., value: _Optional[bytes] = ...) -> None: ...

class OperatorSet(_message.Message):
    __slots__ = ("domain", "version")
    DOMAIN_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    domain: bytes
    version: int
    def __init__(self, domain: _Optional[bytes] = ..., version: _Optional[int] = ...) -> None: ...

class Model(_message.Message):
    __slots__ = ("ir_version", "producer_name", "producer_version", "domain", "model_version", "graph", "opset_import", "metadata_props", "functions")
    IR_VERSION_FIELD_NUMBER: _ClassVar[int]
    PRODUCER_NAME_FIELD_NUMBER: _ClassVar[int]
    PRODUCER_VERSION_FIELD_NUMBER: _ClassVar[int]
    DOMAIN_FIELD_NUMBER: _ClassVar[int]
    MODEL_VERSION_FIELD_NUMBER: _ClassVar[int]
    GRAPH_FIELD_NUMBER: _ClassVar[int]
    OPSET_IMPORT_FIELD_NUMBER: _ClassVar[int]
    METADATA_PROPS_FIELD_NUMBER: _ClassVar[int]
    FUNCTIONS_FIELD_NUMBER: _ClassVar[int]
    ir_version: int
    producer_name: bytes
    producer_version: bytes
    domain: bytes
    model_version: int
    graph: bytes
    opset_import: _containers.RepeatedCompositeFieldContainer[OperatorSet]
    metadata_props: _containers.RepeatedCompositeFieldContainer[Entry]
    functions: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, ir_version: _Optional[int] = ..., producer_name: _Optional[bytes] = ..., producer_version: _Optional[bytes] = ..., domain: _Optional[bytes] = ..., model_version: _Optional[int] = ..., graph: _Optional[bytes] = ..., opset_import: _Optional[_Iterable[_Union[OperatorSet, _Mapping]]] = ..., metadata_props: _Optional[_Iterable[_Union[Entry, _Mapping]]] = ..., functions: _Optional[_Iterable[bytes]] = ...) -> None: ...

class Graph(_message.Message):
    __slots__ = ("node", "name", "initializer", "input", "output", "value_info", "sparse_initializer")
    NODE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    INITIALIZER_FIELD_NUMBER: _ClassVar[int]
    INPUT_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_FIELD_NUMBER: _ClassVar[int]
    VALUE_INFO_FIELD_NUMBER: _ClassVar[int]
    SPARSE_INITIALIZER_FIELD_NUMBER: _ClassVar[int]
    node: _containers.RepeatedScalarFieldContainer[bytes]
    name: bytes
    initializer: _containers.RepeatedScalarFieldContainer[bytes]
    input: _containers.RepeatedScalarFieldContainer[bytes]
    output: _containers.RepeatedScalarFieldContainer[bytes]
    value_info: _containers.RepeatedScalarFieldContainer[bytes]
    sparse_initializer: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, node: _Optional[_Iterable[bytes]] = ..., name: _Optional[bytes] = ..., initializer: _Optional[_Iterable[bytes]] = ..., input: _Optional[_Iterable[bytes]] = ..., output: _Optional[_Iterable[bytes]] = ..., value_info: _Optional[_Iterable[bytes]] = ..., sparse_initializer: _Optional[_Iterable[bytes]] = ...) -> None: ...

class Function(_message.Message):
    __slots__ = ("name", "input", "output", "attribute", "node", "domain", "attribute_proto", "value_info", "overload")
    NAME_FIELD_NUMBER: _ClassVar[int]
    INPUT_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTE_FIELD_NUMBER: _ClassVar[int]
    NODE_FIELD_NUMBER: _ClassVar[int]
    DOMAIN_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTE_PROTO_FIELD_NUMBER: _ClassVar[int]
    VALUE_INFO_FIELD_NUMBER: _ClassVar[int]
    OVERLOAD_FIELD_NUMBER: _ClassVar[int]
    name: bytes
    input: _containers.RepeatedScalarFieldContainer[bytes]
    output: _containers.RepeatedScalarFieldContainer[bytes]
    attribute: _containers.RepeatedScalarFieldContainer[bytes]
    node: _containers.RepeatedScalarFieldContainer[bytes]
    domain: bytes
    attribute_proto: _containers.RepeatedScalarFieldContainer[bytes]
    value_info: _containers.RepeatedScalarFieldContainer[bytes]
    overload: bytes
    def __init__(self, name: _Optional[bytes] = ..., input: _Optional[_Iterable[bytes]] = ..., output: _Optional[_Iterable[bytes]] = ..., attribute: _Optional[_Iterable[bytes]] = ..., node: _Optional[_Iterable[bytes]] = ..., domain: _Optional[bytes] = ..., attribute_proto: _Optional[_Iterable[bytes]] = ..., value_info: _Optional[_Iterable[bytes]] = ..., overload: _Optional[bytes] = ...) -> None: ...

class Node(_message.Message):
    __slots__ = ("input", "output", "name", "op_type", "attribute", "domain", "overload", "metadata_props")
    INPUT_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    OP_TYPE_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTE_FIELD_NUMBER: _ClassVar[int]
    DOMAIN_FIELD_NUMBER: _ClassVar[int]
    OVERLOAD_FIELD_NUMBER: _ClassVar[int]
    METADATA_PROPS_FIELD_NUMBER: _ClassVar[int]
    input: _containers.RepeatedScalarFieldContainer[bytes]
    output: _containers.RepeatedScalarFieldContainer[bytes]
    name: bytes
    op_type: bytes
    attribute: _containers.RepeatedScalarFieldContainer[bytes]
    domain: bytes
    overload: bytes
    metadata_props: _containers.RepeatedCompositeFieldContainer[Entry]
    def __init__(self, input: _Optional[_Iterable[bytes]] = ..., output: _Optional[_Iterable[bytes]] = ..., name: _Optional[bytes] = ..., op_type: _Optional[bytes] = ..., attribute: _Optional[_Iterable[bytes]] = ..., domain: _Optional[bytes] = ..., overload: _Optional[bytes] = ..., metadata_props: _Optional[_Iterable[_Union[Entry, _Mapping]]] = ...) -> None: ...

class Attribute(_message.Message):
    __slots__ = ("name", "f", "i", "s", "t", "g", "floats", "ints", "strings", "tensors", "graphs", "tp", "type_protos", "type", "ref_attr_name", "sparse_tensor", "sparse_tensors")
    class Type(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        UNDEFINED: _ClassVar[Attribute.Type]
        FLOAT: _ClassVar[Attribute.Type]
        INT: _ClassVar[Attribute.Type]
        STRING: _ClassVar[Attribute.Type]
        TENSOR: _ClassVar[Attribute.Type]
        GRAPH: _ClassVar[Attribute.Type]
        FLOATS: _ClassVar[Attribute.Type]
        INTS: _ClassVar[Attribute.Type]
        STRINGS: _ClassVar[Attribute.Type]
        TENSORS: _ClassVar[Attribute.Type]
        GRAPHS: _ClassVar[Attribute.Type]
        SPARSE_TENSOR: _ClassVar[Attribute.Type]
        SPARSE_TENSORS: _ClassVar[Attribute.Type]
        TYPE_PROTO: _ClassVar[Attribute.Type]
        TYPE_PROTOS: _ClassVar[Attribute.Type]
    UNDEFINED: Attribute.Type
    FLOAT: Attribute.Type
    INT: Attribute.Type
    STRING: Attribute.Type
    TENSOR: Attribute.Type
    GRAPH: Attribute.Type
    FLOATS: Attribute.Type
    INTS: Attribute.Type
    STRINGS: Attribute.Type
    TENSORS: Attribute.Type
    GRAPHS: Attribute.Type
    SPARSE_TENSOR: Attribute.Type
    SPARSE_TENSORS: Attribute.Type
    TYPE_PROTO: Attribute.Type
    TYPE_PROTOS: Attribute.Type
    NAME_FIELD_NUMBER: _ClassVar[int]
    F_FIELD_NUMBER: _ClassVar[int]
    I_FIELD_NUMBER: _ClassVar[int]
    S_FIELD_NUMBER: _ClassVar[int]
    T_FIELD_NUMBER: _ClassVar[int]
    G_FIELD_NUMBER: _ClassVar[int]
    FLOATS_FIELD_NUMBER: _ClassVar[int]
    INTS_FIELD_NUMBER: _ClassVar[int]
    STRINGS_FIELD_NUMBER: _ClassVar[int]
    TENSORS_FIELD_NUMBER: _ClassVar[int]
    GRAPHS_FIELD_NUMBER: _ClassVar[int]
    TP_FIELD_NUMBER: _ClassVar[int]
    TYPE_PROTOS_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    REF_ATTR_NAME_FIELD_NUMBER: _ClassVar[int]
    SPARSE_TENSOR_FIELD_NUMBER: _ClassVar[int]
    SPARSE_TENSORS_FIELD_NUMBER: _ClassVar[int]
    name: bytes
    f: float
    i: int
    s: bytes
    t: bytes
    g: bytes
    floats: _containers.RepeatedScalarFieldContainer[float]
    ints: _containers.RepeatedScalarFieldContainer[int]
    strings: _containers.RepeatedScalarFieldContainer[bytes]
    tensors: _containers.RepeatedScalarFieldContainer[bytes]
    graphs: _containers.RepeatedScalarFieldContainer[bytes]
    tp: bytes
    type_protos: _containers.RepeatedScalarFieldContainer[bytes]
    type: Attribute.Type
    ref_attr_name: bytes
    sparse_tensor: bytes
    sparse_tensors: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, name: _Optional[bytes] = ..., f: _Optional[float] = ..., i: _Optional[int] = ..., s: _Optional[bytes] = ..., t: _Optional[bytes] = ..., g: _Optional[bytes] = ..., floats: _Optional[_Iterable[float]] = ..., ints: _Optional[_Iterable[int]] = ..., strings: _Optional[_Iterable[bytes]] = ..., tensors: _Optional[_Iterable[bytes]] = ..., graphs: _Optional[_Iterable[bytes]] = ..., tp: _Optional[bytes] = ..., type_protos: _Optional[_Iterable[bytes]] = ..., type: _Optional[_Union[Attribute.Type, str]] = ..., ref_attr_name: _Optional[bytes] = ..., sparse_tensor: _Optional[bytes] = ..., sparse_tensors: _Optional[_Iterable[bytes]] = ...) -> None: ...

class ValueInfo(_message.Message):
    __slots__ = ("name", "type")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    name: bytes
    type: bytes
    def __init__(self, name: _Optional[bytes] = ..., type: _Optional[bytes] = ...) -> None: ...

class Shape(_message.Message):
    __slots__ = ("dim",)
    class Dim(_message.Message):
        __slots__ = ("dim_value", "dim_param")
        DIM_VALUE_FIELD_NUMBER: _ClassVar[int]
        DIM_PARAM_FIELD_NUMBER: _ClassVar[int]
        dim_value: int
        dim_param: bytes
        def __init__(self, dim_value: _Optional[int] = ..., dim_param: _Optional[bytes] = ...) -> None: ...
    DIM_FIELD_NUMBER: _ClassVar[int]
    dim: _containers.RepeatedCompositeFieldContainer[Shape.Dim]
    def __init__(self, dim: _Optional[_Iterable[_Union[Shape.Dim, _Mapping]]] = ...) -> None: ...

class TypeOf(_message.Message):
    __slots__ = ("tensor_type", "sequence_type", "map_type", "sparse_tensor_type", "optional_type")
    class TensorOf(_message.Message):
        __slots__ = ("elem_type", "shape")
        ELEM_TYPE_FIELD_NUMBER: _ClassVar[int]
        SHAPE_FIELD_NUMBER: _ClassVar[int]
        elem_type: int
        shape: Shape
        def __init__(self, elem_type: _Optional[int] = ..., shape: _Optional[_Union[Shape, _Mapping]] = ...) -> None: ...
    class Of(_message.Message):
        __slots__ = ("elem_type",)
        ELEM_TYPE_FIELD_NUMBER: _ClassVar[int]
        elem_type: bytes
        def __init__(self, elem_type: _Optional[bytes] = ...) -> None: ...
    class MapOf(_message.Message):
        __slots__ = ("key_type", "value_type")
        KEY_TYPE_FIELD_NUMBER: _ClassVar[int]
        VALUE_TYPE_FIELD_NUMBER: _ClassVar[int]
        key_type: int
        value_type: bytes
        def __init__(self, key_type: _Optional[int] = ..., value_type: _Optional[bytes] = ...) -> None: ...
    TENSOR_TYPE_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_TYPE_FIELD_NUMBER: _ClassVar[int]
    MAP_TYPE_FIELD_NUMBER: _ClassVar[int]
    SPARSE_TENSOR_TYPE_FIELD_NUMBER: _ClassVar[int]
    OPTIONAL_TYPE_FIELD_NUMBER: _ClassVar[int]
    tensor_type: TypeOf.TensorOf
    sequence_type: TypeOf.Of
    map_type: TypeOf.MapOf
    sparse_tensor_type: TypeOf.TensorOf
    optional_type: TypeOf.Of
    def __init__(self, tensor_type: _Optional[_Union[TypeOf.TensorOf, _Mapping]] = ..., sequence_type: _Optional[_Union[TypeOf.Of, _Mapping]] = ..., map_type: _Optional[_Union[TypeOf.MapOf, _Mapping]] = ..., sparse_tensor_type: _Optional[_Union[TypeOf.TensorOf, _Mapping]] = ..., optional_type: _Optional[_Union[TypeOf.Of, _Mapping]] = ...) -> None: ...

class Tensor(_message.Message):
    __slots__ = ("dims", "data_type", "float_data", "int32_data", "string_data", "int64_data", "name", "raw_data", "double_data", "uint64_data", "external_data", "data_location")
    class Location(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        DEFAULT: _ClassVar[Tensor.Location]
        EXTERNAL: _ClassVar[Tensor.Location]
    DEFAULT: Tensor.Location
    EXTERNAL: Tensor.Location
    DIMS_FIELD_NUMBER: _ClassVar[int]
    DATA_TYPE_FIELD_NUMBER: _ClassVar[int]
    FLOAT_DATA_FIELD_NUMBER: _ClassVar[int]
    INT32_DATA_FIELD_NUMBER: _ClassVar[int]
    STRING_DATA_FIELD_NUMBER: _ClassVar[int]
    INT64_DATA_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    RAW_DATA_FIELD_NUMBER: _ClassVar[int]
    DOUBLE_DATA_FIELD_NUMBER: _ClassVar[int]
    UINT64_DATA_FIELD_NUMBER: _ClassVar[int]
    EXTERNAL_DATA_FIELD_NUMBER: _ClassVar[int]
    DATA_LOCATION_FIELD_NUMBER: _ClassVar[int]
    dims: _containers.RepeatedScalarFieldContainer[int]
    data_type: int
    float_data: _containers.RepeatedScalarFieldContainer[float]
    int32_data: _containers.RepeatedScalarFieldContainer[int]
    string_data: _containers.RepeatedScalarFieldContainer[bytes]
    int64_data: _containers.RepeatedScalarFieldContainer[int]
    name: bytes
    raw_data: bytes
    double_data: _containers.RepeatedScalarFieldContainer[float]
    uint64_data: _containers.RepeatedScalarFieldContainer[int]
    external_data: _containers.RepeatedCompositeFieldContainer[Entry]
    data_location: Tensor.Location
    def __init__(self, dims: _Optional[_Iterable[int]] = ..., data_type: _Optional[int] = ..., float_data: _Optional[_Iterable[float]] = ..., int32_data: _Optional[_Iterable[int]] = ..., string_data: _Optional[_Iterable[bytes]] = ..., int64_data: _Optional[_Iterable[int]] = ..., name: _Optional[bytes] = ..., raw_data: _Optional[bytes] = ..., double_data: _Optional[_Iterable[float]] = ..., uint64_data: _Optional[_Iterable[int]] = ..., external_data: _Optional[_Iterable[_Union[Entry, _Mapping]]] = ..., data_location: _Optional[_Union[Tensor.Location, str]] = ...) -> None: ...

class SparseTensor(_message.Message):
    __slots__ = ("values", "indices", "dims")
    VALUES_FIELD_NUMBER: _ClassVar[int]
    INDICES_FIELD_NUMBER: _ClassVar[int]
    DIMS_FIELD_NUMBER: _ClassVar[int]
    values: bytes
    indices: bytes
    dims: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, values: _Optional[bytes] = ..., indices: _Optional[bytes] = ..., dims: _Optional[_Iterable[int]] = ...) -> None: ...
