"""Scopes of ops: the modules around each, as the program notes them beside it.

A note has an entry for each module, the outermost first: a key, the path from the root, the class.

    L__self__,,net.ResNet;L__self___layer1,layer1,torch.nn.modules.container.Sequential

A scope is called as in traces of PyTorch, `Sequential[layer1]`: the class, then the attribute of
the module around it. The root, which is around everything, makes no scope.
"""

from typing import Final, NamedTuple

_MAX_SCOPES: Final = 64
_MAX_NOTE: Final = 1 << 14
_CLEAN: Final = str.maketrans({"/": "|", "[": "(", "]": ")"})


class Scope(NamedTuple):
    """A scope: its name, empty for the root, and the path of its module."""

    name: str
    path: str


ROOT: Final = Scope("", "")


class Modules:
    """Reads notes; equal ones once.

    Attributes:
        root_class: the class of the root, empty if no note has it.
    """

    def __init__(self) -> None:
        self.root_class = ""
        self._known: dict[str, Scope] = {"": ROOT}
        self._paths: dict[str, str] = {}
        self._scopes: dict[str, str] = {}

    def scope(self, note: str) -> Scope:
        """Return the scope of an op by its note."""
        scope = self._known.get(note)
        if scope is None:
            scope = self._known[note] = self._read(note[:_MAX_NOTE])
        return scope

    def path_of(self, scope: str) -> str:
        """Return the path of the module of a scope by its name."""
        return self._paths.get(scope, "")

    def scope_of_weight(self, target: str) -> str:
        """Return the deepest scope whose module has a weight by its path, empty for the root."""
        while target:
            target = target.rpartition(".")[0]
            if target in self._scopes:
                return self._scopes[target]
        return ""

    def _read(self, note: str) -> Scope:
        name, before = "", ""
        for entry in note.split(";")[: _MAX_SCOPES + 1]:
            parts = _split(entry)
            if len(parts) < 3:
                continue
            path, kind = ",".join(parts[1:-1]), parts[-1].rpartition(".")[2].translate(_CLEAN)
            if not path:
                self.root_class = self.root_class or parts[-1]
            if not path or path == before:
                continue
            inside = path.removeprefix(f"{before}.") if before else path
            attribute = inside.translate(_CLEAN)
            segment = f"{kind}[{attribute}]" if kind else attribute
            name = f"{name}/{segment}" if name else segment
            self._paths[name] = before = path
            self._scopes.setdefault(path, name)
        return Scope(name, before)


def _split(entry: str) -> list[str]:
    """Return the parts of an entry between commas that are in no parentheses or brackets."""
    if "(" not in entry and "[" not in entry:
        return entry.split(",")
    parts, start, depth = list[str](), 0, 0
    for at, character in enumerate(entry):
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(entry[start:at])
            start = at + 1
    return [*parts, entry[start:]]
