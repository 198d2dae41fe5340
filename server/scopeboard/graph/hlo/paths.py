"""Paths of ops as a program gave them: `jit(train)/encoder/layer_0/dot_general`.

The scopes are all but the last part. The first ones stand for the program as a whole, and are left
out: `jit(train)` of a module `jit_train`. Within the body of a loop or conditional, what leads to
its op is left out, and the part that names the body.
"""

import re
from itertools import takewhile
from typing import Final

from scopeboard.graph.hlo.module import ScopeOf

_OF_JIT: Final = "jit_"
_BODY: Final = re.compile(r"body|cond|branch_\d+_fun")


def program_scope(module: str) -> ScopeOf:
    """Return what gives the scope of an op in the entry computation of a module."""
    whole = {f"jit({module.removeprefix(_OF_JIT)})", "jit(main)"}

    def scope_of(path: str) -> str:
        parts = path.split("/")[:-1]
        while parts and parts[0] in whole:
            del parts[0]
        return "/".join(part for part in parts if part)

    return scope_of


def scopes_below(outer: ScopeOf, path: str) -> ScopeOf:
    """Return what gives the scope of an op in a body of the op with a path."""
    around = [*filter(None, outer(path).split("/")), *path.split("/")[-1:]] if path else []

    def scope_of(path: str) -> str:
        parts = [*filter(None, outer(path).split("/"))]
        pairs = zip(parts, around, strict=False)
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        is_inside = around and shared == len(around)
        has_body = is_inside and len(parts) > shared and _BODY.fullmatch(parts[shared])
        return "/".join(parts[shared + bool(has_body) :])

    return scope_of
