"""Write the outputs of TensorFlow's ops to `graph/tensorflow_ops.tsv`; needs TensorFlow itself.

Run with a Python that has it: `python scripts/write_op_signatures.py`. The format is told in
`graph/model/op_signatures.py`, which reads the file.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

PLACE = Path(__file__).parent.parent / "server/scopeboard/graph/model/tensorflow_ops.tsv"


def main() -> None:
    """Write one line for each op that TensorFlow registers."""
    registered = import_module("tensorflow.core.framework.op_def_pb2").OpList()
    session = import_module("tensorflow.python.client.pywrap_tf_session")
    registered.ParseFromString(session.TF_GetBuffer(session.TF_GetAllOpList()))
    lines = [_line(op) for op in sorted(registered.op, key=lambda op: str(op.name))]
    PLACE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _line(op: Any) -> str:  # noqa: ANN401 - TensorFlow has no types of its own
    outputs = " ".join(f"{output.name}:{_spec(output)}" for output in op.output_arg)
    asked = {
        name
        for output in op.output_arg
        for name in (output.type_attr, output.number_attr, output.type_list_attr)
    }
    defaults = " ".join(
        f"{attribute.name}={_default(attribute.default_value)}"
        for attribute in op.attr
        if attribute.name in asked and attribute.HasField("default_value")
    )
    return f"{op.name}\t{outputs}\t{defaults}".rstrip("\t")


def _spec(output: Any) -> str:  # noqa: ANN401 - see above
    if output.type_list_attr:
        return f"*{output.type_list_attr}"
    count = f"{output.number_attr}*" if output.number_attr else ""
    return f"{count}{output.type or output.type_attr}"


def _default(value: Any) -> str:  # noqa: ANN401 - see above
    if value.HasField("list"):
        return f"[{','.join(str(dtype) for dtype in value.list.type)}]"
    return str(value.type or value.i)


if __name__ == "__main__":
    main()
