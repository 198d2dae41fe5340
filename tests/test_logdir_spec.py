"""Several log directories, each under a name, become one of links."""

from pathlib import Path

import pytest

from scopeboard.errors import SettingsError
from scopeboard.ingest.discover import discover
from scopeboard.logdir_spec import linked_directory, make_links, parse_logdir_spec


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("a:/x,b:/y", {"a": "/x", "b": "/y"}),
        ("/x/first,/x/second", {"first": "/x/first", "second": "/x/second"}),
        ("/x:1", {"x:1": "/x:1"}),
        ("a/b:/x,a/c:/y,", {"a/b": "/x", "a/c": "/y"}),
        ("a:/x/../y", {"a": "/y"}),
        ("/", {"root": "/"}),
    ],
)
def test_names_and_paths(text: str, links: dict[str, str]) -> None:
    assert parse_logdir_spec(text) == {name: Path(path) for name, path in links.items()}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (",", "names no log directory"),
        ("a:/x,a:/y", "two log directories would be called 'a'"),
        ("a:/x,a/b:/y", "two log directories would be called 'a/b'"),
        ("a/b:/x,a:/y", "two log directories would be called 'a'"),
        ("../a:/x", "cannot be the name"),
    ],
)
def test_what_names_nothing_is_told_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(SettingsError, match=sentence):
        parse_logdir_spec(text)


def test_the_same_directories_have_the_same_place(cache: Path) -> None:
    one, other = parse_logdir_spec("a:/x,b:/y"), parse_logdir_spec("a:/x,b:/z")
    assert linked_directory(one) == linked_directory(dict(one))
    assert linked_directory(one) != linked_directory(other)
    assert linked_directory(one).is_relative_to(cache)


@pytest.mark.usefixtures("cache")
def test_runs_are_called_after_the_names(tmp_path: Path) -> None:
    for path in ("x/events.out.tfevents.1", "y/deep/events.out.tfevents.1"):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_bytes(b"")
    links = parse_logdir_spec(f"a:{tmp_path}/x,old/b:{tmp_path}/y,later:{tmp_path}/z")
    directory = linked_directory(links)
    for _ in range(2):
        make_links(directory, links)
        assert [run.name for run in discover(directory).runs] == ["a", "old/b/deep"]


def test_a_place_that_takes_no_links_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="links of your own"):
        make_links(tmp_path / "file", {"a": tmp_path})
