"""Opening log directories in Python."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import scopeboard as sb
from scopeboard.errors import NotFoundError, SettingsError
from tools import writer
from tools.platforms import needs_links


def logged(directory: Path, value: float) -> Path:
    writer.write_run(directory, "run", writer.scalar_file({"x": [value]}))
    return directory


def test_a_call_without_a_log_names_the_function_that_was_called() -> None:
    with pytest.raises(TypeError, match=r"^open\(\) missing 1 required .* 'logs'$"):
        sb.open()  # type: ignore[call-arg]
    assert (sb.open.__name__, sb.open.__qualname__) == ("open", "open")


def test_errors_are_there_before_anything_was_opened() -> None:
    program = "import scopeboard as sb; print(sb.errors.NotFoundError.__name__, *dir(sb))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    name, *names = done.stdout.split()
    assert name == "NotFoundError"
    assert "errors" in names


def test_importing_the_package_imports_nothing_of_it() -> None:
    program = (
        "import sys; before = {*sys.modules}; import scopeboard\n"
        "print(*({*sys.modules} - before))\n"
        "print('open' in dir(scopeboard), callable(scopeboard.open), 'numpy' in sys.modules)\n"
        "print([name for name in sys.modules if name.startswith(('scopeboard.graph', 'pandas'))])\n"
        "try: scopeboard.nothing\n"
        "except AttributeError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    imported, opened, late, error = done.stdout.splitlines()
    names = {name.partition(".")[0] for name in imported.split()} - {*sys.stdlib_module_names}
    assert names == {"scopeboard"}
    assert "typing" not in imported.split()
    assert not [name for name in imported.split() if name.startswith("scopeboard.")]
    assert opened == "True True True"
    assert late == "[]"
    assert error == "module 'scopeboard' has no attribute 'nothing'"


def test_every_name_of_the_interface_is_there() -> None:
    assert [name for name in sb.__all__ if getattr(sb, name, None) is None] == []
    assert {*sb._HOMES} | {"__version__", "errors"} == {*sb.__all__}


def test_a_directory_is_a_text_or_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    logged(tmp_path / "logs", 3)
    monkeypatch.chdir(tmp_path)
    for path in ("logs", Path("logs"), str(tmp_path / "logs")):
        log = sb.open(path, use_index=False)
        assert log.scalars("x").value.tolist() == [3]
        assert repr(log) == f"<scopeboard.Log {str(tmp_path / 'logs')!r}>"


def test_the_index_is_that_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert sb.open(logged(tmp_path / "logs", 3)).tags() == ["x"]
    assert [*(tmp_path / "cache" / "scopeboard" / "index").glob("*/catalogue")]


def test_without_an_index_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert sb.open(logged(tmp_path / "logs", 3), use_index=False).tags() == ["x"]
    assert not (tmp_path / "cache").exists()


@needs_links
def test_several_directories_are_one_log(tmp_path: Path) -> None:
    a, b = logged(tmp_path / "a", 1), logged(tmp_path / "b", 2)
    index = tmp_path / "index"
    points = sb.open([a, b], index_dir=index).scalars("x")
    assert [(row["run"], row["value"]) for row in points] == [("a/run", 1), ("b/run", 2)]
    named = sb.open({"old": a, "new/one": os.fspath(b)}, index_dir=index).scalars("x")
    assert sorted(named.run) == ["new/one/run", "old/run"]
    with pytest.raises(SettingsError, match="two log directories would be called 'a'"):
        sb.open([a, a], index_dir=index)
    with pytest.raises(SettingsError, match="no log directory"):
        sb.open([], index_dir=index)


def test_what_is_no_log_directory_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="There is no log directory"):
        sb.open(tmp_path / "nothing")
    with pytest.raises(SettingsError, match="not on this machine"):
        sb.open("viewfs://localhost/logs")
    (tmp_path / "model.pb").write_bytes(b"")
    with pytest.raises(SettingsError, match="graph file"):
        sb.open(tmp_path / "model.pb")
    for other in (None, 3, [tmp_path, 3]):
        with pytest.raises(TypeError, match="takes a log directory, several, or an address: not"):
            sb.open(other)  # type: ignore[arg-type]
