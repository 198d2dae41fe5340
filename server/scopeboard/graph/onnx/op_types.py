"""Op types of a graph that was an ONNX model.

An op of the default domain has its bare name (`Conv`), one of another domain the domain before it,
as in ONNX's own text format: `com.microsoft.Attention`. Four op types are ours: what a model has
without a node.
"""

from typing import Final

INPUT: Final = "Input"
OUTPUT: Final = "Output"
INITIALIZER: Final = "Initializer"
SPARSE_INITIALIZER: Final = "SparseInitializer"
CONSTANT: Final = "Constant"
_DEFAULT_DOMAINS: Final = frozenset({b"", b"ai.onnx"})


def op_type_of(domain: bytes, name: bytes, overload: bytes = b"") -> bytes:
    """Return the type of an op, and the name of the function of the model that it may call."""
    qualified = name if domain in _DEFAULT_DOMAINS else domain + b"." + name
    return qualified + b":" + overload if overload else qualified
