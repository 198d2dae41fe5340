"""Writes the models that JAX has, too, with PyTorch, as ONNX and as torch.export: FOLDER.

It runs in a Python that has PyTorch, torchvision, transformers and onnxscript. Models and inputs
are those of `hlo_models`: images of one example, 128 tokens. Files are `NAME.onnx` and `NAME.pt2`.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import torch
import torchvision.models
import transformers


class Small(torch.nn.Module):  # type: ignore[misc]
    """A convolution, a layer of attention and a classifier, for tests."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = torch.nn.Conv2d(3, 8, 3, 2, 1, bias=False)
        self.stem_bn = torch.nn.BatchNorm2d(8)
        self.qkv = torch.nn.Linear(8, 24)
        self.output = torch.nn.Linear(8, 8)
        self.norm = torch.nn.LayerNorm(8)
        self.head = torch.nn.Linear(8, 5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return the logits of images."""
        x = self.stem_bn(self.stem(x)).relu().flatten(2).transpose(1, 2)
        query, key, value = (
            each.unflatten(-1, (2, 4)).transpose(1, 2) for each in self.qkv(x).chunk(3, -1)
        )
        mixed = torch.nn.functional.scaled_dot_product_attention(query, key, value)
        x = self.norm(x + self.output(mixed.transpose(1, 2).flatten(2)))
        logits: torch.Tensor = self.head(x.mean(1))
        return logits


class Bert(torch.nn.Module):  # type: ignore[misc]
    """BERT with a tuple as its result."""

    def __init__(self) -> None:
        super().__init__()
        self.bert = transformers.BertModel(transformers.BertConfig())

    def forward(self, ids: torch.Tensor) -> object:
        """Return the states of tokens and the pooled one."""
        return self.bert(input_ids=ids, return_dict=False)


IMAGE = torch.zeros(1, 3, 224, 224)
MODELS: dict[str, tuple[Callable[[], torch.nn.Module], torch.Tensor]] = {
    "bert_base": (Bert, torch.ones(1, 128, dtype=torch.long)),
    "mobilenet_v2": (lambda: torchvision.models.mobilenet_v2(weights=None), IMAGE),
    "resnet50": (lambda: torchvision.models.resnet50(weights=None), IMAGE),
    "vit_b_16": (lambda: torchvision.models.vit_b_16(weights=None), IMAGE),
}
SMALL: dict[str, tuple[Callable[[], torch.nn.Module], torch.Tensor]] = {
    "small": (Small, torch.zeros(1, 3, 16, 16)),
}


def main(folder: Path, names: list[str]) -> None:
    """Write the models, by default all but the small one."""
    folder.mkdir(parents=True, exist_ok=True)
    known = MODELS | SMALL
    for name in [each for each in names or MODELS if each in known]:
        make, example = known[name]
        model, file = make().eval(), folder / f"{name}.onnx"
        torch.export.save(torch.export.export(model, (example,)), file.with_suffix(".pt2"))
        # As it is: the optimiser folds norms into convolutions.
        torch.onnx.export(model, (example,), file, dynamo=True, optimize=False, external_data=False)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
