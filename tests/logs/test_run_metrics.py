"""Metrics by name, and which of them are better when lower: as on the page."""

import pytest

from scopeboard.logs.run_metrics import is_lower_better, split_metric


@pytest.mark.parametrize("tag", ["train/loss", "val_err", "MSE", "WER", "step time", "perplexity"])
def test_less_of_a_loss_is_better(tag: str) -> None:
    assert is_lower_better(tag)


@pytest.mark.parametrize("tag", ["accuracy", "power", "reward", "f1", "sometimes", "merit"])
def test_more_of_anything_else_is_better(tag: str) -> None:
    assert not is_lower_better(tag)


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        ("loss.min", ("loss", "min")),
        ("loss", ("loss", "last")),
        ("a.b", ("a.b", "last")),
        ("a.b.best", ("a.b", "best")),
        (".max", (".max", "last")),
        ("max", ("max", "last")),
    ],
)
def test_a_metric_is_a_tag_with_a_statistic(text: str, metric: tuple[str, str]) -> None:
    assert split_metric(text) == metric
