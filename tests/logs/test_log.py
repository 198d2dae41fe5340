"""The object that `open` returns."""

from pathlib import Path

import scopeboard as sb
from tools.every_kind import write_every_kind


def test_tags_are_by_kind(tmp_path: Path) -> None:
    write_every_kind(tmp_path)
    log = sb.open(tmp_path, use_index=False)
    assert log.tags() == ["loss"]
    assert log.tags("images") == ["digits"]
    assert log.tags("histograms") == ["weights"]
    assert log.tags("audio") == ["voice"]
