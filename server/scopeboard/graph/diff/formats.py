"""What the ops of one model have in common in two formats: names of modules, families of op types.

A layer `conv` of the class `Conv2d` is a scope `Conv2d[conv]` in a graph of PyTorch and `conv` in
ONNX; the op in it is `aten::conv2d`, `Conv` or `CONV_2D`.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from scopeboard.arrays import Hashes
from scopeboard.graph.model.hashing import hash_texts
from scopeboard.graph.model.op_graph import OpGraph

_CLASS: Final = re.compile(r"[^/\[\]]+\[([^/\[\]]+)\]")
_MEMBER: Final = re.compile(r"(^|/)([^/]+)/\2\.")
_ENDING: Final = re.compile(r"(?:\dd)?(?:v\d+)?$")
_NO_LETTER: Final = re.compile(r"[^a-z0-9]")
_FAMILIES: Final[Mapping[str, Sequence[str]]] = {
    "weight": (
        "parameter",
        "buffer",
        "initializer",
        "constant",
        "const",
        "variable",
        "varhandleop",
    ),
    "input": ("placeholder",),
    "conv": ("convolution", "depthwiseconv", "depthwiseconv2dnative"),
    "batchnorm": ("batchnormalization", "fusedbatchnorm", "nativebatchnorm"),
    "layernorm": ("layernormalization", "nativelayernorm"),
    "linear": ("gemm", "fullyconnected", "addmm"),
    "mean": ("reducemean",),
    "sum": ("reducesum",),
    "avgpool": ("averagepool", "globalaveragepool", "adaptiveavgpool"),
    "reshape": ("view", "flatten"),
}
_FAMILY_OF: Final = {word: family for family, words in _FAMILIES.items() for word in words}


def plain_name(name: str) -> str:
    """Return a name without what only some formats have in it: classes and repeated modules."""
    return _MEMBER.sub(r"\1\2/", _CLASS.sub(r"\1", name))


def family(op_type: str) -> str:
    """Return a word that an op type has in common with those of other formats."""
    word = _NO_LETTER.sub("", re.split(r"::|\.", op_type)[-1].lower())
    return _FAMILY_OF.get(word) or _family_of(_ENDING.sub("", word))


def _family_of(word: str) -> str:
    return _FAMILY_OF.get(word, word)


def label_families(graph: OpGraph) -> Hashes:
    """Return a hash of the family of each op."""
    return hash_texts([family(op_type) for op_type in graph.op_types])[graph.op_type]
