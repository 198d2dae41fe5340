"""Several log directories, each under a name, become one of links."""

import tempfile
from pathlib import Path

import pytest

from scopeboard.config.logdir_spec import linked_directory, make_links, parse_logdir_spec
from scopeboard.config.settings import parse
from scopeboard.errors import SettingsError
from scopeboard.ingest.discovery.discover import discover


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
def test_an_empty_spec_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(SettingsError, match=sentence):
        parse_logdir_spec(text)


def test_the_same_directories_have_the_same_path(cache: Path) -> None:
    one, other = parse_logdir_spec("a:/x,b:/y"), parse_logdir_spec("a:/x,b:/z")
    assert linked_directory(one) == linked_directory(dict(one))
    assert linked_directory(one) != linked_directory(other)
    assert Path(str(linked_directory(one))).is_relative_to(cache)


def test_links_are_beside_the_index(cache: Path, tmp_path: Path) -> None:
    links = parse_logdir_spec("a:/x,b:/y")
    index = tmp_path / "index"
    assert Path(str(linked_directory(links, index))).is_relative_to(index)
    parsed = parse(["--logdir_spec", "a:/x,b:/y", "--index_dir", str(index)])
    assert parsed.log_directory == linked_directory(links, index)
    assert parsed.logdir_spec == "a:/x,b:/y"
    assert not cache.exists()


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where temporary files are."""
    directory = tmp_path / "temporary"
    directory.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(directory))
    return directory


def test_without_an_index_links_are_temporary(cache: Path, temporary: Path) -> None:
    settings = parse(["--logdir_spec", "a:/x,b:/y", "--no_index"])
    assert settings.log_directory is not None
    make_links(settings.log_directory, settings.links)
    assert Path(str(settings.log_directory)).is_relative_to(temporary)
    assert parse(["--logdir_spec", "a:/x,b:/y", "--no_index"]) == settings
    assert not cache.exists()


def test_links_are_temporary_if_the_cache_is_not_writable(
    tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")  # as good as a home that is read-only, also for root
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file" / "cache"))
    links = parse_logdir_spec("a:/x")
    make_links(linked_directory(links), links)
    assert Path(str(linked_directory(links))).is_relative_to(temporary)


def test_links_are_not_made_in_a_directory_of_another_user(cache: Path, temporary: Path) -> None:
    links = parse_logdir_spec("a:/x")
    expected = linked_directory(links, keeps_index=False)
    (own,) = temporary.iterdir()
    own.chmod(0o777)
    other = linked_directory(links, keeps_index=False)
    assert not Path(str(other)).is_relative_to(own)
    own.chmod(0o700)
    assert linked_directory(links, keeps_index=False) == expected
    assert not cache.exists()


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


def test_a_directory_without_links_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="directory with links yourself"):
        make_links(tmp_path / "file", {"a": tmp_path})
