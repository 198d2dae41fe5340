"""Op types that are evidence of a role by themselves.

The names are those of TensorFlow's op registry, versions 1 and 2.
"""

import re
from typing import Final

SAVES: Final = re.compile(
    r"^(Save(V2|Slices)?|ShardedFilename|ShardedFilespec|MergeV2Checkpoints|DisableCopyOnRead"
    r"|CheckpointExists)$"
)
RESTORES: Final = re.compile(r"^Restore(V2|Slice)?$")
SUMMARIES: Final = re.compile(r"^([A-Za-z]+Summary(V2)?|(Create|Flush|Close)?Summary\w*Writer\w*)$")
INITIALIZED: Final = re.compile(
    r"^(IsVariableInitialized|VarIsInitializedOp|IsResourceInitialized|InitializeTable\w*"
    r"|LookupTableImport\w*)$"
)
CHECKS: Final = re.compile(r"^(Assert|Queue(Close|Cancel)\w*|BarrierClose|DestroyResourceOp)$")
GRADIENTS: Final = re.compile(r"(Grad(Grad)?(WithArgmax)?(V\d+)?|Backprop\w*|GradientArgs)$")
FORWARD_BACKPROP: Final = frozenset({"Conv2DBackpropInput", "Conv3DBackpropInputV2"})
"""Transposed convolutions of a model, too: these types alone are no evidence."""
SOURCES: Final = re.compile(
    r"^(Placeholder\w*|_Arg|\w*Dequeue\w*|Iterator\w*|OneShotIterator|\w*Reader(V2)?|ReaderRead\w*"
    r"|ReadFile|\w*Dataset\w*|Parse(Single)?(Sequence)?Example\w*|RecordInput|InfeedDequeue\w*)$"
)
CONSTANTS: Final = frozenset({"Const", "HostConst"})
PASSES_ON: Final = frozenset({"Identity", "IdentityN", "ReadVariableOp", "Cast", "Snapshot"})
WRITES: Final = re.compile(
    r"^_?(Fused)?(Resource)?(Sparse)?(Apply[A-Z]|Assign|Scatter|StridedSliceAssign|CountUpTo)"
)
GROUPS: Final = "NoOp"
ADDS: Final = re.compile(r"^(Assign(Add|Sub)|Assign(Add|Sub)VariableOp|(Resource)?CountUpTo)$")
