"""A running dashboard follows what the writer writes."""

from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numpy as np

from scopeboard import SummaryWriter
from tools.served import PATIENCE, Dashboard, dashboard


def answers(board: Dashboard, path: str, holds: Callable[[dict[str, Any]], bool]) -> bool:
    """Wait until an answer is as expected."""
    deadline = monotonic() + PATIENCE
    while not holds(board.answer(path)):
        assert monotonic() < deadline
        sleep(0.05)
    return True


def test_points_appear_while_the_training_runs(tmp_path: Path) -> None:
    with dashboard(str(tmp_path), "--port", "0", "--reload_interval", "1") as board:
        with SummaryWriter(tmp_path / "base", flush_secs=0.1) as writer:
            writer.add_scalar("loss", 2.0, 1)
            writer.add_image("image", np.zeros((3, 4, 4)), 1)
            path = "api/scalars?tag=loss"

            def points(answer: dict[str, Any]) -> int:
                return sum(series["total"] for series in answer["series"])

            answers(board, "api/tags?kind=scalars", lambda answer: bool(answer["tags"]))
            answers(board, path, lambda answer: points(answer) == 1)
            writer.add_scalar("loss", 1.0, 2)
            answers(board, path, lambda answer: points(answer) == 2)
        (image,) = board.answer("api/tags?kind=images")["tags"]
        assert image["tag"] == "image"
