"""`log_graph`: the graph of a model of any library in a log."""

from typing import Any

from scopeboard.writer.summary_writer import SummaryWriter


def log_graph(writer: SummaryWriter, model: Any, *example: Any, name: str = "model") -> None:  # noqa: ANN401 - of any library
    """Write the graph of a model into a log; the dashboard shows it with the run.

    A module of PyTorch goes through `torch.export`, or `torch.fx` where that fails; a function of
    JAX is lowered; a model of Keras is written as TensorBoard reads it; of an ONNX model or file,
    weights are left out. So are those of PyTorch. Anything that `add_graph` takes is written, too.

    Args:
        writer: writes the log.
        model: a module, function or model, or the path of a file.
        *example: what the module or function is called with.
        name: what the graph is called; a later one of the same name replaces its file.

    Raises:
        OSError: a file cannot be read or written.
        TypeError: it is no model.
        ValueError: `name` is no name of a file, or the file of the model has no graph.
        Exception: as the library of the model raises it, for a model that it cannot trace.

    Examples:
        >>> from pathlib import Path
        >>> _ = Path("step.mlir").write_text('''
        ... func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
        ...   %0 = stablehlo.tanh %x : tensor<4xf32>
        ...   return %0 : tensor<4xf32>
        ... }''')
        >>> with sb.SummaryWriter("written/model") as writer:
        ...     sb.log_graph(writer, "step.mlir", name="step")
        >>> [path.name for path in Path("written/model").glob("step*")]
        ['step.mlir']
    """
    writer.add_graph(model, example or None, name=name)
