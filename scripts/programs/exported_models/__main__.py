"""Exports public models with PyTorch, and writes what PyTorch reads of each: FOLDER [NAME…].

It runs in a Python that has PyTorch, torchvision and transformers, which no other part of the
project uses. `NAME.pt2` is the archive; `NAME.json` has for each node of PyTorch's graph the values
that it uses, for each value its dtype and sizes, and the numbers of parameters.
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
import torchvision.models
import transformers

Exported = tuple[torch.nn.Module, tuple[torch.Tensor, ...], dict[str, Any]]
"""A model, and what it is called with."""


def vision(name: str) -> Exported:
    """Return a classifier of torchvision, and two images."""
    return getattr(torchvision.models, name)(weights=None), (torch.zeros(2, 3, 224, 224),), {}


def language(model: torch.nn.Module) -> Exported:
    """Return a language model, and two rows of tokens."""
    ids = torch.ones(2, 16, dtype=torch.long)
    return model, (), {"input_ids": ids, "use_cache": False, "return_dict": False}


def deep(layers: int) -> Exported:
    """Return an encoder of many small layers: a file that is program for the most part."""
    layer = torch.nn.TransformerEncoderLayer(32, 4, 64, batch_first=True)
    model = torch.nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
    return model, (torch.zeros(2, 16, 32),), {}


MODELS: dict[str, Callable[[], Exported]] = {
    "resnet50": lambda: vision("resnet50"),
    "mobilenet_v2": lambda: vision("mobilenet_v2"),
    "efficientnet_b0": lambda: vision("efficientnet_b0"),
    "vit_b_16": lambda: vision("vit_b_16"),
    "bert_base": lambda: language(transformers.BertModel(transformers.BertConfig())),
    "gpt2": lambda: language(transformers.GPT2LMHeadModel(transformers.GPT2Config())),
    "deep_encoder": lambda: deep(175),
}


def names_in(argument: object) -> Iterator[str]:
    """Yield the names of the nodes in an argument of a node."""
    if isinstance(argument, torch.fx.Node):
        if argument.op != "get_attr":
            yield argument.name
    elif isinstance(argument, list | tuple):
        for each in argument:
            yield from names_in(each)
    elif isinstance(argument, dict):
        yield from names_in(list(argument.values()))


def reading_of(program: Any) -> dict[str, Any]:  # noqa: ANN401 - PyTorch has no types
    """Return what PyTorch reads; an item of a tuple is a value of the node that made it."""
    uses, values = {}, {}
    for node in program.graph.nodes:
        if node.op == "call_function" and getattr(node.target, "__name__", "") != "getitem":
            uses[node.name] = [*names_in(list(node.args)), *names_in(dict(node.kwargs))]
        value = node.meta.get("val")
        if node.op != "output" and isinstance(value, torch.Tensor):
            sizes = [size if isinstance(size, int) else str(size) for size in value.shape]
            values[node.name] = [str(value.dtype).removeprefix("torch."), sizes]
    parameters = {id(each): each.numel() for each in program.parameters()}
    return {"uses": uses, "values": values, "parameters": sum(parameters.values())}


def main(folder: Path, names: list[str]) -> None:
    """Write the models."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names or MODELS:
        model, arguments, options = MODELS[name]()
        program = torch.export.export(model.eval(), arguments, options)
        torch.export.save(program, folder / f"{name}.pt2")
        (folder / f"{name}.json").write_text(json.dumps(reading_of(program)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
