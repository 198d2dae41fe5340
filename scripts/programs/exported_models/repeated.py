"""Exports public models of equal layers or blocks with PyTorch: FOLDER.

It runs in a Python that has PyTorch and transformers. Weights are random.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
import transformers as hub

TOKENS: dict[str, Any] = {"input_ids": torch.ones(1, 16, dtype=torch.long), "return_dict": False}
IMAGE: dict[str, Any] = {"pixel_values": torch.zeros(1, 3, 224, 224), "return_dict": False}
MODELS: dict[str, tuple[Callable[[], torch.nn.Module], dict[str, Any]]] = {
    "bert": (lambda: hub.BertModel(hub.BertConfig()), TOKENS),
    "convnext": (lambda: hub.ConvNextModel(hub.ConvNextConfig()), IMAGE),
    "deit": (lambda: hub.DeiTModel(hub.DeiTConfig()), IMAGE),
    "distilbert": (lambda: hub.DistilBertModel(hub.DistilBertConfig()), TOKENS),
    "electra": (lambda: hub.ElectraModel(hub.ElectraConfig()), TOKENS),
    "gpt2": (lambda: hub.GPT2Model(hub.GPT2Config()), {**TOKENS, "use_cache": False}),
    "mobilenet_v2": (lambda: hub.MobileNetV2Model(hub.MobileNetV2Config()), IMAGE),
    "opt": (lambda: hub.OPTModel(hub.OPTConfig(num_hidden_layers=8)),
            {**TOKENS, "use_cache": False}),
    "regnet": (lambda: hub.RegNetModel(hub.RegNetConfig()), IMAGE),
    "resnet50": (lambda: hub.ResNetModel(hub.ResNetConfig()), IMAGE),
    "roberta": (lambda: hub.RobertaModel(hub.RobertaConfig()), TOKENS),
    "t5_encoder": (lambda: hub.T5EncoderModel(hub.T5Config()), TOKENS),
    "vit": (lambda: hub.ViTModel(hub.ViTConfig()), IMAGE),
}  # fmt: skip


def main(folder: Path) -> None:
    """Write the models."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (make, inputs) in MODELS.items():
        program = torch.export.export(make().eval(), (), inputs)
        torch.export.save(program, folder / f"{name}.pt2")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
