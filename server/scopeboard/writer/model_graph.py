"""A model of any library as what a log has of its graph: a file beside the events, or an event.

    a module of PyTorch        NAME.pt2, without weights; a GraphDef where only torch.fx traces it
    a function of JAX          NAME.hlo.pb, the program before XLA compiles it
    a model of Keras           its JSON, as TensorBoard's plugin for graphs has it
    an ONNX model or file      NAME.onnx, without weights
    anything else              a GraphDef (`graph_def`)

No library is imported that the model does not belong to. TensorBoard reads the events, and leaves
files with such names alone.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from scopeboard.graph.source.weightless import weightless_archive, weightless_onnx
from scopeboard.system.files import replace
from scopeboard.writer.graph_def import encoded_graph
from scopeboard.writer.torch_graph import archive_of, is_module, traced_graph

_COPIED: Final = (".hlo.pb", ".mlir", ".tflite", ".safetensors", ".gguf")
_ENDINGS: Final = (".onnx", ".pt2", *_COPIED)
MAX_COPIED_BYTES: Final = 512 << 20
_NO_GRAPH: Final = "{} is no file with a graph that can be logged; these are {}"
_TOO_LARGE: Final = "{} has more than {} MB; name it at the start instead: dashboard {}"


class ModelFile(NamedTuple):
    """A file beside the events: the ending of its name, and its content."""

    ending: str
    content: bytes


class KerasModel(NamedTuple):
    """The JSON of a model of Keras."""

    text: str


ModelGraph = ModelFile | KerasModel | bytes
"""What is written: a file, the summary of a plugin, or a GraphDef."""


def graph_of_model(model: Any, example: tuple[Any, ...]) -> ModelGraph:  # noqa: ANN401 - any library
    """Return what a log has of the graph of a model.

    Args:
        model: see above.
        example: what a module or function is called with.

    Raises:
        OSError: the file cannot be read.
        TypeError: it is no model.
        ValueError: it is a file of another kind, or too large.
        Exception: as the library of the model raises it, for a model that it cannot trace.
    """
    if isinstance(model, str | os.PathLike):
        return _of_file(Path(model))
    if is_module(model):
        archive = archive_of(model, example)
        return traced_graph(model, example) if archive is None else ModelFile(".pt2", archive)
    if hasattr(model, "opset_import") and hasattr(model, "SerializeToString"):
        return ModelFile(".onnx", weightless_onnx(model.SerializeToString()))
    if hasattr(model, "to_json") and hasattr(model, "layers"):
        return KerasModel(model.to_json())
    lower = _lowering(model)
    if lower is not None:
        return ModelFile(".hlo.pb", _module_of(lower(*example)))
    return encoded_graph(model)


def write_model(path: Path, content: bytes) -> None:
    """Write a file whole, or not at all: a dashboard may read it at any time.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    part.write_bytes(content)
    replace(part, path)


def _lowering(model: Any) -> Callable[..., Any] | None:  # noqa: ANN401
    """Return what makes a program of JAX of a function, None for what is no such function."""
    if hasattr(model, "compiler_ir") or hasattr(model, "runtime_executable"):
        return lambda *_: model
    if "jax" not in sys.modules or not callable(model):
        return None
    if hasattr(model, "lower"):
        return model.lower  # type: ignore[no-any-return]
    from jax import jit  # noqa: PLC0415 - it is loaded

    return jit(model).lower  # type: ignore[no-any-return]


def _module_of(program: Any) -> bytes:  # noqa: ANN401 - of JAX
    """Return the HLO module of a program that was lowered or compiled."""
    if hasattr(program, "runtime_executable"):
        (module,) = program.runtime_executable().hlo_modules()
    else:
        module = program.compiler_ir("hlo")
    return bytes(module.as_serialized_hlo_module_proto())


def _of_file(path: Path) -> ModelFile:
    ending = next((each for each in _ENDINGS if path.name.endswith(each)), "")
    if not ending:
        raise ValueError(_NO_GRAPH.format(path, ", ".join(_ENDINGS)))
    if ending == ".onnx":
        return ModelFile(ending, weightless_onnx(path))
    if ending == ".pt2":
        with path.open("rb") as file:
            return ModelFile(ending, weightless_archive(file))
    if path.stat().st_size > MAX_COPIED_BYTES:
        raise ValueError(_TOO_LARGE.format(path, MAX_COPIED_BYTES >> 20, path))
    return ModelFile(ending, path.read_bytes())
