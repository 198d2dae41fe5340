"""The properties of a program: format, producer, versions, class of the module, sizes."""

from scopeboard.graph.conversion.properties import MAX_ENTRIES, Properties, short_properties
from scopeboard.graph.torch_export.archive import Program
from scopeboard.graph.torch_export.json_fields import members_of, named, text_of, whole_of


def program_properties(program: Program, root_class: str) -> Properties:
    """Return the properties of a program.

    Args:
        program: the program.
        root_class: the class of the module that was exported, empty if it is unknown.
    """
    members = program.members
    version = members_of(members.get("schema_version"))
    numbers = [whole_of(version.get(key)) for key in ("major", "minor")]
    schema = ".".join(str(number) for number in numbers if number is not None)
    opsets = [
        f"{name} {number}"
        for name, number in named(members.get("opset_version"))
        if whole_of(number) is not None
    ]
    torch = text_of(members.get("torch_version"))
    entries = [
        ("format", "torch.export, PT2 archive" if program.name else "torch.export"),
        ("producer", f"PyTorch {torch}" if torch else ""),
        ("schema", schema),
        ("opset", ", ".join(opsets[:MAX_ENTRIES])),
        ("program", program.name),
        ("module", root_class),
        *_dimensions(members.get("range_constraints")),
    ]
    return short_properties((key, text) for key, text in entries if text)


def _dimensions(constraints: object) -> list[tuple[str, str]]:
    """Return the sizes that symbolic dimensions may have."""
    found = []
    for name, constraint in list(named(constraints))[:MAX_ENTRIES]:
        limits = members_of(constraint)
        low, high = (whole_of(limits.get(key)) for key in ("min_val", "max_val"))
        if low is not None or high is not None:
            found.append((f"dimension {name}", _range_text(low, high)))
    return found


def _range_text(low: int | None, high: int | None) -> str:
    if low is None:
        return f"at most {high}"
    return f"at least {low}" if high is None else f"{low} to {high}"
