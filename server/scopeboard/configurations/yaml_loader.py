"""A safe loader of YAML for configurations: it makes plain values and nothing else.

Tags of Python and of other programs lose their meaning: a tagged sequence is a list, a tagged
mapping a dictionary, and a tagged scalar its text. Programs that read YAML 1.2 take `1e-3` for a
number, so this does as well. Merged mappings are reduced to one value a key at once: aliases of
aliases would otherwise grow without bound.
"""

import re
from typing import Any, Final

import yaml

_FLOAT: Final = "tag:yaml.org,2002:float"
_EXPONENT: Final = re.compile(r"[-+]?(?:\d[\d_]*\.?\d*|\.\d+)[eE][-+]?\d+\Z")
_MAX_DEPTH: Final = 100
_SafeLoader: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""In C where the wheel has it: ten times as fast."""


class ConfigurationLoader(_SafeLoader):  # type: ignore[misc, valid-type] # yaml has no types
    """Loads one document."""

    def flatten_mapping(self, node: Any) -> None:  # noqa: ANN401 - likewise
        """Replace merge keys by what they merge; of equal keys, the last one stays."""
        super().flatten_mapping(node)
        unique = {
            (key.tag, key.value) if isinstance(key.value, str) else id(key): (key, value)
            for key, value in node.value
        }
        node.value = list(unique.values())


def _plain(loader: Any, _tag: str, node: Any) -> object:  # noqa: ANN401 - likewise
    if isinstance(node, yaml.MappingNode):
        return loader.construct_mapping(node, deep=True)
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node, deep=True)
    return node.value


ConfigurationLoader.add_implicit_resolver(_FLOAT, _EXPONENT, list("-+.0123456789"))
ConfigurationLoader.add_multi_constructor("tag:yaml.org,2002:python/", _plain)
ConfigurationLoader.add_multi_constructor("!", _plain)


def _check_depth(text: str) -> None:
    """Refuse a deep nesting: the loader in C does not bound its recursion.

    Raises:
        ValueError: it is nested too deeply.
    """
    depth = 0
    for event in yaml.parse(text, Loader=ConfigurationLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > _MAX_DEPTH:
                raise ValueError(f"nested more than {_MAX_DEPTH} levels deep")
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def load_yaml(text: str) -> object:
    """Return the value of the only document; None if it is empty.

    Raises:
        ValueError: it is not YAML; the message says where.
    """
    try:
        _check_depth(text)
        value: object = yaml.load(text, Loader=ConfigurationLoader)  # noqa: S506 - a safe one
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f" at line {mark.line + 1:,}, column {mark.column + 1:,}" if mark else ""
        raise ValueError(f"{place}: {error.problem}") from error
    except (yaml.YAMLError, RecursionError, TypeError, ValueError) as error:
        raise ValueError(f": {error}") from error
    return value
