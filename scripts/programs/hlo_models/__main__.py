"""Writes public models as HLO modules, and what XLA reads of each: FOLDER [NAME…].

It runs in a Python that has JAX, which no other part of the project uses. `NAME.hlo.pb` is the
program before optimisation, `NAME_compiled.hlo.pb` after it, `NAME.mlir` the program in StableHLO.
`NAME.json` has for each computation its instructions: name, opcode, operands, element of a tuple,
shapes; and the number of weights.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp

from programs.hlo_models import networks

IMAGES: Final = jax.ShapeDtypeStruct((1, 224, 224, 3), jnp.float32)
TOKENS: Final = jax.ShapeDtypeStruct((1, 128), jnp.int32)
MODELS: Final = {
    "resnet50": (networks.resnet50, IMAGES),
    "mobilenet_v2": (networks.mobilenet_v2, IMAGES),
    "vgg16": (networks.vgg16, IMAGES),
    "vit_b_16": (networks.vit_b_16, IMAGES),
    "bert_base": (networks.bert_base, TOKENS),
    "gpt2": (networks.gpt2, TOKENS),
}
SMALL: Final = {"small": (networks.small, jax.ShapeDtypeStruct((1, 16, 16, 3), jnp.float32))}
_SHAPE: Final = re.compile(r"\(|\)|[a-z]\w*\[[^\]]*\]|token\[\]")
_ENTRY: Final = re.compile(r"^ENTRY %?([^ ]+) ", re.MULTILINE)
_OPCODE: Final = re.compile(r"[\])}] ([a-z][\w-]*)\(")
_NUMBER: Final = re.compile(r" get-tuple-element\(.*\), index=(\d+)| parameter\((\d+)\)")


def lowered(network: Any, example: jax.ShapeDtypeStruct) -> tuple[Any, int]:  # noqa: ANN401
    """Return a program with its weights as arguments, and how many there are."""

    def tree_of(x: Any) -> dict[str, Any]:  # noqa: ANN401
        weights = networks.Weights({}, {}, is_new=True)
        network(weights, x)
        return {"params": weights.tree, "batch_stats": weights.statistics}

    def program(variables: dict[str, Any], x: Any) -> Any:  # noqa: ANN401
        weights = networks.Weights(variables["params"], variables["batch_stats"], is_new=False)
        return network(weights, x)

    program.__name__ = network.__name__
    variables = jax.eval_shape(tree_of, example)
    count = sum(each.size for each in jax.tree.leaves(variables["params"]))
    return jax.jit(program).lower(variables, example), count


def known_of(module: Any, parameters: int) -> dict[str, Any]:  # noqa: ANN401
    """Return what XLA reads of a module."""
    entry = _ENTRY.search(module.to_string())
    return {
        "entry": entry and entry[1],
        "computations": reading_of(module),
        "parameters": parameters,
    }


def reading_of(module: Any) -> dict[str, list[Any]]:  # noqa: ANN401 - JAX has no types of it
    """Return the instructions of each computation as XLA has them."""
    found = {}
    for computation in module.computations():
        found[computation.name] = [instruction_of(each) for each in computation.instructions()]
    return found


def instruction_of(each: Any) -> list[Any]:  # noqa: ANN401
    """Return an instruction as XLA has it."""
    text = each.to_string()
    shape = text.partition(" = ")[2]
    leaves, starts = leaves_of(shape)
    opcode, number = _OPCODE.search(shape), _NUMBER.search(text)
    operands = [operand.name for operand in each.operands()]
    known = int(number[1] or number[2]) if number else None
    return [each.name, opcode and opcode[1], operands, known, leaves, starts]


def reading_of_text(module: Any) -> list[Any]:  # noqa: ANN401 - of MLIR
    """Return the ops of each block, a function's after those of the regions in it.

    An op is its name, its operands, and the types of its results. An operand is the op of the same
    block that makes it and the number of its result, or None for another.
    """
    found: list[Any] = []

    def visit(block: Any) -> list[Any]:  # noqa: ANN401
        rows: dict[Any, int] = {}
        listed: list[Any] = []
        for op in block.operations:
            inner = [] if is_short(op) else [visit(each.blocks[0]) for each in op.regions]
            if op.operation.name != "func.func":
                found.extend(inner)
            if op.operation.name.endswith("return"):
                continue
            operands = [place_of(each, rows) for each in op.operation.operands]
            rows[op.operation] = len(listed)
            listed.append([op.operation.name, operands, [str(each.type) for each in op.results]])
        return listed

    functions = [each for each in module.body.operations if each.operation.name == "func.func"]
    for block in [each.regions[0].blocks[0] for each in functions]:
        found += [visit(block)]  # after what `visit` adds itself
    return found


def place_of(operand: Any, rows: dict[Any, int]) -> tuple[int, int] | None:  # noqa: ANN401
    """Return the op among `rows` that makes an operand, and the number of its result."""
    value = operand.maybe_downcast() if hasattr(operand, "maybe_downcast") else operand
    row = rows.get(value.owner) if hasattr(value, "result_number") else None
    return None if row is None else (row, value.result_number)


def is_short(op: Any) -> bool:  # noqa: ANN401
    """Return whether the text has the region of a `reduce` as one word."""
    is_reduce = op.operation.name == "stablehlo.reduce"
    return is_reduce and len(op.regions[0].blocks[0].operations) == 2


def leaves_of(text: str) -> tuple[list[str], list[int]]:
    """Return the tensors of a shape in XLA's text, and where each element of a tuple begins."""
    leaves: list[str] = []
    starts: list[int] = []
    depth = 0
    for match in _SHAPE.finditer(re.sub(r"\{[^{}]*\}|/\*[^*]*\*/", "", text)):
        part = match[0]
        if part in "()":
            depth += 1 if part == "(" else -1
            if part == "(" and depth == 2:
                starts.append(len(leaves))
        else:
            if depth <= 1:
                starts.append(len(leaves))
            leaves.append(part)
        if depth == 0:
            break
    return leaves, starts


def main(folder: Path, names: list[str]) -> None:
    """Write the models."""
    folder.mkdir(parents=True, exist_ok=True)
    known_models = MODELS | SMALL
    for name in [each for each in names or MODELS if each in known_models]:
        program, count = lowered(*known_models[name])
        (folder / f"{name}.mlir").write_text(program.as_text(debug_info=True))
        before = program.compiler_ir("hlo").get_hlo_module()
        (compiled,) = program.compile().runtime_executable().hlo_modules()
        for suffix, module in (("", before), ("_compiled", compiled)):
            stem = folder / f"{name}{suffix}"
            stem.with_suffix(".hlo.pb").write_bytes(module.as_serialized_hlo_module_proto())
            known = known_of(module, count)
            stem.with_suffix(".hlo.json").write_text(json.dumps(known))
        known = {"blocks": reading_of_text(program.compiler_ir("stablehlo")), "parameters": count}
        (folder / f"{name}.mlir.json").write_text(json.dumps(known))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
