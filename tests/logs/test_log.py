"""The object that `open` returns."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import scopeboard as sb
from scopeboard.errors import QueryError
from tools.every_kind import write_every_kind


def test_tags_are_by_kind(tmp_path: Path) -> None:
    write_every_kind(tmp_path)
    log = sb.open(tmp_path, use_index=False)
    assert log.tags() == ["loss"]
    assert log.tags("images") == ["digits"]
    assert log.tags("histograms") == ["weights"]
    assert log.tags("audio") == ["voice"]
    with pytest.raises(QueryError, match=r"kind is one of scalars, histograms, .*: not 'pictures'"):
        log.tags("pictures")  # type: ignore[arg-type]


def test_arguments_of_another_type_are_named(tmp_path: Path) -> None:
    write_every_kind(tmp_path)
    log = sb.open(tmp_path, use_index=False)
    calls: list[Callable[[Any], object]] = [
        log.scalars,
        log.images,
        log.follow,
        log.table,
        lambda other: log.scalars(runs=other),
        lambda other: log.best("loss", also=other),
        lambda other: log.hparams(runs=other),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=r"(tags|runs|also) is a name or a glob, or several"):
            call(3)
