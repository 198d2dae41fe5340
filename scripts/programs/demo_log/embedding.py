"""What a layer makes of the test digits, as files of TensorBoard's projector."""

from pathlib import Path

import numpy as np

from programs.demo_log.digits import NOISE, SIDE, Digits, Reals
from scopeboard.writer.png import encode_png

GROUND = 3 * NOISE
"""Ink below it counts as noise."""

CONFIG = f"""\
embeddings {{
  tensor_name: "layer1/activations"
  tensor_path: "projector/layer1.tsv"
  metadata_path: "projector/digits.tsv"
  sprite {{
    image_path: "projector/digits.png"
    single_image_dim: {SIDE}
    single_image_dim: {SIDE}
  }}
}}
"""


def write_embedding(run: Path, activations: Reals, probabilities: Reals, digits: Digits) -> None:
    """Write the vector, label, prediction and picture of each digit below the directory of a run.

    Args:
        run: a directory that exists.
        activations: [n, units], the vectors; written with two decimals.
        probabilities: [n, 10] of the classes.
        digits: the n digits.
    """
    folder = run / "projector"
    folder.mkdir()
    np.savetxt(folder / "layer1.tsv", activations, "%.2f", "\t")
    labels, predictions = digits.labels.argmax(axis=1), probabilities.argmax(axis=1)
    rows = (
        f"{label}\t{prediction}\t{'yes' if label == prediction else 'no'}\n"
        for label, prediction in zip(labels, predictions, strict=True)
    )
    (folder / "digits.tsv").write_text("label\tprediction\tcorrect\n" + "".join(rows))
    (folder / "digits.png").write_bytes(encode_png(_sprite(digits.images)))
    (run / "projector_config.pbtxt").write_text(CONFIG)


def _sprite(images: Reals) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    """The pictures [n, 784] in a square of rows, as the projector expects them, dark on white.

    Eight shades, without the noise of the ground: noise would be most of the file.
    """
    side = int(np.ceil(np.sqrt(len(images))))
    shades = (np.clip((images - GROUND) / (1 - GROUND), 0, 1) * 7).round() / 7
    cells = np.zeros((side * side, SIDE, SIDE), np.float32)
    cells[: len(images)] = shades.reshape(-1, SIDE, SIDE)
    joined = cells.reshape(side, side, SIDE, SIDE).swapaxes(1, 2).reshape(side * SIDE, -1, 1)
    return (255 - joined * 255).round().astype(np.uint8)
