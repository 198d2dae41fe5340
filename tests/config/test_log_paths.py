"""The log directory of the command line, mistakes included."""

import sys
from pathlib import Path

import pytest

from scopeboard.config.log_paths import NamedLogs, find_logs
from scopeboard.config.settings import parse
from scopeboard.errors import SettingsError
from scopeboard.files.location import MountedPaths
from scopeboard.files.remote import stores
from scopeboard.files.remote.address import RemotePath
from tools import writer


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with logs and files of other kinds."""
    for run in ("runs/a", "runs/b"):
        writer.write_run(tmp_path, run, b"")
    (tmp_path / "notes.txt").touch()
    (tmp_path / "model.pb").touch()
    (tmp_path / "model.json").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    "text", ["runs", "runs/", "./runs", "~/runs", "later", "a:/x,b:/y", "runs/*", "x,y", "runs/a b"]
)
def test_a_path_is_used_literally(text: str, here: Path) -> None:
    assert find_logs(text, "--logdir") == NamedLogs(here / text.removeprefix("~/"))


@pytest.mark.parametrize("text", ["file://{}/runs", "file://localhost{}/runs", "file:{}/ru%6es"])
def test_the_url_of_a_file_is_its_path(text: str, here: Path) -> None:
    assert find_logs(text.format(here), "--logdir") == NamedLogs(here / "runs")


@pytest.mark.parametrize("text", ["runs ", " runs", "'runs'", '"runs/"', "“runs”", " '~/runs'\n"])
def test_spaces_and_quotes_around_a_path_are_left_out_with_a_word(text: str, here: Path) -> None:
    found = find_logs(text, "--logdir")
    assert found.directory == here / "runs"
    assert found.remark
    assert repr(text) in found.remark


def test_a_directory_whose_name_has_spaces_or_quotes_is_itself(here: Path) -> None:
    (here / "'runs'").mkdir()
    assert find_logs("'runs'", "--logdir") == NamedLogs(here / "'runs'")


def test_an_event_file_stands_for_its_directory(here: Path) -> None:
    found = find_logs(f"runs/a/{writer.FILE_NAME}", "LOGDIR")
    assert (found.directory, found.graph) == (here / "runs/a", None)
    assert found.remark
    assert "is an event file; showing all of its directory" in found.remark


def test_a_graph_file_is_shown_as_one(here: Path) -> None:
    settings = parse(["model.pb", "--graph", "other.pb"])
    assert settings.log_directory is None
    assert settings.graphs == (here / "model.pb", here / "other.pb")
    assert settings.remarks == ("model.pb is a graph file; showing it as with --graph.",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("s3://user:secret@bucket/logs", "An address with a password in it (s3://…@…) is not read"),
        ("s3://", "the name of the store is missing"),
        ("s3://bucket/../other", "no “.” or “..”"),
        ("https://host/logs?token=secret", "drop the query after it"),
        ("hf://datasets/name", "write hf://datasets/OWNER/NAME"),
        ("me@host.example:/data/logs", "(rsync -a me@host.example:/data/logs DIR)"),
        ("hdfs://host:9000/logs", "hdfs dfs -get"),
        ("dbfs:/logs", "nothing that is installed reads dbfs: addresses"),
        ("whatever+x://y", "nothing that is installed reads whatever+x: addresses"),
        ("file://host/logs", "name a path on this machine"),
        ("file://", "name a path on this machine"),
        ("", "--logdir is empty"),
        (" \n", "--logdir is empty"),
        (r"C:\logs\run", "In WSL that is /mnt/c/logs/run."),
        ("D:/logs", "In WSL that is /mnt/d/logs."),
        (r"\\server\logs", "is a Windows path"),
        ("notes.txt", "is a file, not a log directory"),
        ("model.json", "--graph"),
        ("/dev/null", "is neither a directory nor a file"),
        ("~nobody-of-that-name/logs", "use an absolute path"),
    ],
)
def test_impossible_log_directories_are_refused(
    text: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fsspec", None)  # as where it is not installed
    with pytest.raises(SettingsError) as refused:
        find_logs(text, "--logdir")
    assert said in str(refused.value)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("s3://bucket/logs", "s3://bucket/logs"),
        ("S3://bucket//logs/", "s3://bucket/logs"),
        ("s3:/bucket/logs", "s3://bucket/logs"),
        ("s3a://bucket", "s3://bucket"),
        (" 'gs://bucket/a b'", "gs://bucket/a b"),
        ("abfs://c@account.dfs.core.windows.net/x", "abfss://c@account.dfs.core.windows.net/x"),
        ("http://host:6006/a%20b/", "http://host:6006/a b"),
        ("hf://owner/name/runs", "hf://models/owner/name/runs"),
        ("hf://datasets/owner/name@v1/runs", "hf://datasets/owner/name@v1/runs"),
        ("memory://some/runs", "memory://some/runs"),
    ],
)
def test_an_address_is_a_log_directory(text: str, address: str) -> None:
    found = find_logs(text, "--logdir").directory
    assert isinstance(found, RemotePath)
    assert str(found) == address


def test_without_the_library_a_sentence_states_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stores, "find_spec", lambda _: None)
    with pytest.raises(SettingsError) as refused:
        find_logs("gs://bucket/logs", "--logdir")
    assert str(refused.value) == (
        "gs://bucket/logs is not on this machine. "
        "To read logs there: pip install 'scopeboard[remote]'."
    )


def test_an_event_file_elsewhere_shows_its_directory() -> None:
    found = find_logs("s3://bucket/run/events.out.tfevents.1.host", "--logdir")
    assert str(found.directory) == "s3://bucket/run"
    assert found.remark is not None
    assert "is an event file; showing all of its directory" in found.remark


def test_a_graph_file_elsewhere_is_shown() -> None:
    found = find_logs("s3://bucket/models/net.onnx", "--logdir")
    assert (found.directory, str(found.graph)) == (None, "s3://bucket/models/net.onnx")
    assert found.remark == "net.onnx is a graph file by its name; showing it as with --graph."
    (graph,) = parse(["--graph", "gs://bucket/net.pb"]).graphs
    assert str(graph) == "gs://bucket/net.pb"
    with pytest.raises(SettingsError, match="nothing that is installed reads nfs:"):
        parse(["--graph", "nfs://host/net.pb"])


def test_several_may_be_elsewhere(here: Path) -> None:
    directory = parse(["--logdir_spec", "a:runs,b:s3://x/y"]).log_directory
    assert isinstance(directory, MountedPaths)
    assert directory / "a/run" == here / "runs/run"
    assert str(directory / "b/run") == "s3://x/y/run"


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("a:runs,b:hdfs://x/y", "nothing that is installed reads hdfs: addresses"),
        ("a:s3://x/y,a:runs", "two log directories would be called 'a'"),
        ("a:", "--logdir_spec is empty"),
        ("a:notes.txt", "is a file; name its directory"),
        ("", "names no log directory"),
    ],
)
def test_so_is_one_of_several(spec: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(SettingsError) as refused:
        parse(["--logdir_spec", spec])
    assert said in str(refused.value)


def test_of_a_flag_given_twice_the_last_counts_with_a_word(here: Path) -> None:
    settings = parse(["--logdir", "runs/a", "--logdir=runs/b"])
    assert settings.log_directory == here / "runs/b"
    (remark,) = settings.remarks
    assert remark == (
        "--logdir was given 2 times: runs/b is shown, not runs/a. "
        "--logdir_spec NAME:DIR,NAME:DIR shows several."
    )
    assert parse(["--logdir", "runs", "--logdir", "runs"]).remarks == ()
    assert list(parse(["--logdir_spec", "a:x", "--logdir_spec", "b:y"]).links) == ["b"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["runs/a", "runs/b"],
        ["runs/a", "runs/b", "notes.txt"],
        ["--logdir", "runs/a", "runs/b", "notes.txt"],
        ["--port", "0", "runs/a", "runs/b", "--read_only"],
    ],
)
def test_several_directories_are_refused_with_the_alternative(arguments: list[str]) -> None:
    with pytest.raises(SettingsError, match=r"log directories are named: runs/a, runs/b.*above"):
        parse(arguments)


@pytest.mark.parametrize("word", ["help", "Help", "exprot", "exports", "verison", "demo"])
def test_a_misspelled_command_gets_the_right_one(word: str, here: Path) -> None:
    for arguments in ([word], [word, "runs"]):
        with pytest.raises(SettingsError, match=f"There is no directory '{word}' here. `dashboard"):
            parse(arguments)
    assert parse(["--logdir", word]).log_directory == here / word
    (here / word).mkdir()
    assert parse([word]).log_directory == here / word


def test_the_help_lists_the_export(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(["--help"])
    assert "dashboard export --logdir runs -o report.html" in capsys.readouterr().out


def test_an_unknown_flag_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(["runs", "--frobnicate", "x"])
    assert "unrecognized arguments: --frobnicate x" in capsys.readouterr().err
