"""Shardings as XLA's text has them: `{replicated}`, `{devices=[2,1]<=[2]}`; those of StableHLO."""

import re
from collections.abc import Iterable
from typing import Final

from scopeboard.graph.hlo.module import MAX_NESTING, Instruction
from scopeboard.wire import hlo_pb2 as wire

_REPLICATED, _MAXIMAL, _TUPLE, _OTHER, _MANUAL, _UNKNOWN = range(6)
_NAMES: Final = {_REPLICATED: "replicated", _MANUAL: "manual", _UNKNOWN: "unknown"}
_MAX_DEVICES: Final = 64
_MAX_TEXT: Final = 300
_OF_VALUE: Final = re.compile(r"<[^>]*>")
_PER_VALUE: Final = re.compile(
    rf'sdy\.sharding = "?#sdy\.sharding_per_value<\[((?:{_OF_VALUE.pattern}(?:, )?)*)\]>'
)
_OF_TUPLE: Final = re.compile(r"\{(?:[^{}]|\{[^{}]*\})*\}")
_OF_ALL: Final = (
    re.compile(r'(?:sdy|mhlo)\.sharding = ("[^"]*"|#sdy\.sharding<.*?>)(?=[,}])'),
    re.compile(r"^ %[\w.$#-]+ (<@[^>]*>)"),  # of `sdy.sharding_constraint`
)


def sharding_text(sharding: wire.Sharding, depth: int = 0) -> str:
    """Return a sharding as text."""
    if sharding.type == _TUPLE:
        if depth >= MAX_NESTING:
            return "{…}"
        listed = [sharding_text(each, depth + 1) for each in sharding.tuple_shardings[:8]]
        more = [", …"] if len(sharding.tuple_shardings) > len(listed) else []
        return f"{{{', '.join(listed)}{''.join(more)}}}"
    if sharding.type == _MAXIMAL:
        devices = _numbers(sharding.tile_assignment_devices)
        return f"{{maximal device={devices}}}"
    if sharding.type != _OTHER:
        return f"{{{_NAMES.get(sharding.type, f'type {sharding.type}')}}}"
    tiles = _numbers(sharding.tile_assignment_dimensions)
    if sharding.iota_reshape_dims:
        order = f"<=[{_numbers(sharding.iota_reshape_dims)}]"
        permutation = _numbers(sharding.iota_transpose_perm)
        is_moved = list(sharding.iota_transpose_perm) != sorted(sharding.iota_transpose_perm)
        order += f"T({permutation})" if is_moved else ""
    else:
        order = _numbers(sharding.tile_assignment_devices)
    last = " last_tile_dim_replicate" if sharding.replicate_on_last_tile_dim else ""
    names = [_NAMES.get(each, str(each)) for each in sharding.last_tile_dims]
    last = f" last_tile_dims={{{', '.join(names)}}}" if names else last
    return f"{{devices=[{tiles}]{order}{last}}}"


def sharding_texts(sharding: wire.Sharding, tensors: int) -> list[str]:
    """Return the sharding of each tensor of a value: of a tuple its own, else that of all."""
    if sharding.type != _TUPLE:
        return [sharding_text(sharding)] * tensors
    listed = sharding.tuple_shardings
    if len(listed) != tensors:
        return [""] * tensors
    return [sharding_text(each) for each in listed]


def note_sharding(made: Instruction, text: str) -> None:
    """Say how the outputs of an instruction are divided, by the text of it in StableHLO."""
    shardings = _shardings_in(text, len(made.outputs))
    if any(shardings):
        made.notes.append(("sharding", ", ".join(dict.fromkeys(shardings))[:_MAX_TEXT]))
        made.outputs = tuple(
            [
                known._replace(sharding=sharding)
                for known, sharding in zip(made.outputs, shardings, strict=True)
            ]
        )


def _shardings_in(text: str, outputs: int) -> list[str]:
    """Return the sharding of each output, nothing where there is another number of them.

    Shardy states that of an argument by itself, and of an op one for each output; XLA a tuple.
    """
    per_value = _PER_VALUE.search(text)
    if per_value:
        listed = _OF_VALUE.findall(per_value[1])
    else:
        found = next((match[1] for each in _OF_ALL if (match := each.search(text))), "").strip('"')
        listed = _OF_TUPLE.findall(found[1:-1]) if found[:2] == "{{" else [found] * outputs
    # In an attribute that is itself a text, quotes are escaped.
    return [each.replace(r"\22", '"')[:_MAX_TEXT] for each in listed if len(listed) == outputs]


def _numbers(listed: Iterable[int]) -> str:
    values = list(listed)[: _MAX_DEVICES + 1]
    text = ",".join(map(str, values[:_MAX_DEVICES]))
    return f"{text},…" if len(values) > _MAX_DEVICES else text
