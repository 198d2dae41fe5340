"""Op types of a graph that was a program of `torch.export`.

An operator has its namespace and name as PyTorch's dispatcher writes them, `aten::conv2d`; its
overload is an attribute. Types without a namespace are ours: inputs, outputs and weights.
"""

from typing import Final

INPUT: Final = "Input"
OUTPUT: Final = "Output"
PARAMETER: Final = "nn.Parameter"
BUFFER: Final = "nn.Buffer"
CONSTANT: Final = "Constant"
SAME_TENSOR: Final = "same_tensor_as"
"""The attribute of a weight that is another one, which it names: an embedding and a head."""
_OPS: Final = "torch.ops."
_NO_OVERLOAD: Final = "default"


def op_type_of(target: str) -> tuple[str, str]:
    """Return the type and the overload of an operator, which is empty for the default one.

    Args:
        target: as the program has it: `torch.ops.aten.add.Tensor`, `_operator.mul`, `math.trunc`,
            `torch.ops.higher_order.cond`, or `#namespace:name` of an extension.
    """
    if target.startswith("#"):
        namespace, _, name = target[1:].partition(":")
        return f"{namespace}::{name}" if name else namespace or "(unnamed)", ""
    if target.startswith(_OPS):
        namespace, _, rest = target.removeprefix(_OPS).partition(".")
        name, _, overload = rest.partition(".")
        if name:
            return f"{namespace}::{name}", "" if overload == _NO_OVERLOAD else overload
    module, _, name = target.rpartition(".")
    return (f"{module.lstrip('_')}::{name}" if module else name) or "(unnamed)", ""
