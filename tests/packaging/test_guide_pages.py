"""The built guide loads nothing from elsewhere, and nothing that the server's policy forbids."""

import re
import sys
from pathlib import Path

import pytest

from scopeboard.web.guide import STYLE_SOURCES
from tasks import guide
from tasks.checkout import FRONTEND
from tasks.errors import TaskError

LOADING = re.compile(
    r"""<(?:script|img|iframe|source|audio|video|embed)\b[^>]*?\bsrc=["']?([^"'\s>]+)"""
    r"""|<link\b(?![^>]*rel=["']?(?:canonical|next|prev))[^>]*?\bhref=["']?([^"'\s>]+)"""
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The guide of this checkout, built without a link that leads nowhere."""
    return guide.build(Path(sys.executable), tmp_path_factory.mktemp("guide"), "", "--strict")


def loaded(page: str) -> list[str]:
    return [first or second for first, second in LOADING.findall(page)]


def test_pages_load_files_of_the_guide_alone(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 60
    for page in pages:
        if page.name == "404.html":  # the server has its own
            continue
        addresses = loaded(page.read_text("utf-8"))
        assert addresses
        for address in addresses:
            assert "//" not in address, f"{page.name} loads {address}"
            assert (page.parent / address.partition("?")[0]).is_file(), address


def test_style_sheets_load_nothing_from_elsewhere(site: Path) -> None:
    sheets = sorted(site.rglob("*.css"))
    assert sheets
    for sheet in sheets:
        text = sheet.read_text("utf-8")
        addresses = re.findall(r"url\(\s*[\"']?([^\"')]+)", text)
        assert [each for each in addresses if "//" in each and not each.startswith("data:")] == []
        assert "@import" not in text


def test_no_page_has_a_script_or_a_style_between_its_tags(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        assert "<script>" not in text
        assert not re.search(r"<[^>]+\sstyle=|<style|<[^>]+\son\w+=", text), page.name


def test_the_style_of_the_search_is_listed_for_the_policy(site: Path) -> None:
    sources = (site / guide.STYLE_SOURCES).read_text("utf-8").split()
    assert [bool(re.fullmatch("'sha256-[A-Za-z0-9+/]{43}='", each)) for each in sources] == [True]
    assert guide.STYLE_SOURCES == STYLE_SOURCES


def test_decisions_are_pages_that_a_search_leaves_out(site: Path) -> None:
    assert list((site / "decisions").glob("*.html"))
    search = (site / "search.json").read_text("utf-8")
    assert '"guide/index.html"' in search
    assert '"decisions/' not in search


def test_pictures_are_those_of_pages(site: Path) -> None:
    pages = "".join(page.read_text("utf-8") for page in (site / "guide").glob("*.html"))
    shown = {Path(each).name for each in re.findall(r'<img[^>]*src="?([^" >]+)', pages)}
    assert {file.name for file in (site / "images").iterdir()} == shown


def test_the_page_of_each_tab_is_in_the_guide(site: Path) -> None:
    table = (FRONTEND / "src/app/dialogs/guide-topics.ts").read_text("utf-8")
    topics = re.findall(r'"help/([^"#]+)(?:#([^"]+))?"', table)
    assert len(topics) > 10
    for name, anchor in topics:
        text = (site / name).read_text("utf-8")
        assert not anchor or f'id="{anchor}"' in text, f"{name}#{anchor}"


def test_a_link_that_leads_nowhere_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = tmp_path / "docs"
    (docs / "guide").mkdir(parents=True)
    (docs / "zensical.toml").write_text(guide.CONFIG.read_text("utf-8"))
    (docs / "guide" / "index.md").write_text("# A\n\n[there](gone.md) [here](#nothing)\n")
    monkeypatch.setattr(guide, "DOCS", docs)
    monkeypatch.setattr(guide, "CONFIG", docs / "zensical.toml")
    with pytest.raises(TaskError) as raised:
        guide.check(Path(sys.executable))
    assert "page does not exist" in raised.value.report()
    assert "anchor does not exist" in raised.value.report()
