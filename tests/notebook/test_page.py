"""The document of the page in a cell."""

import gzip
import re
from pathlib import Path

import pytest

from scopeboard.errors import SettingsError
from scopeboard.notebook.page import packed_page, page_version, widget_module
from tasks.checkout import FRONTEND


def test_the_page_is_whole_and_connects_to_nothing() -> None:
    page = gzip.decompress(packed_page()).decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy
    assert "connect-src &#39;none&#39;" in policy[1]
    assert 'id="answers"' not in page
    assert " src=" not in page[: page.index("<script")]


def test_the_widget_knows_what_to_replace_in_the_page() -> None:
    page = gzip.decompress(packed_page()).decode()
    source = (FRONTEND / "src" / "widget" / "page-document.ts").read_text("utf-8")
    start = re.search(r"const START = '(.+)';", source)
    assert start
    assert page.count(f'<script type="application/json" id="boot">{start[1]}</script>') == 1
    assert page.count(start[1]) == 1


def test_the_module_is_small_and_the_version_follows_the_page() -> None:
    assert len(widget_module()) < 20_000
    assert "export" in widget_module()
    assert re.fullmatch("[0-9a-f]{16}", page_version())
    assert page_version() == page_version()


def test_what_is_not_built_is_told(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="The widget is not built"):
        widget_module(tmp_path)
    with pytest.raises(SettingsError, match="not built"):
        packed_page(tmp_path)
