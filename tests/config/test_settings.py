"""Arguments as settings."""

from pathlib import Path

import pytest

from scopeboard.config.settings import TOKEN_VARIABLE, parse
from scopeboard.errors import SettingsError
from scopeboard.types import NO_TOKEN


def test_the_log_directory_by_position_or_by_name() -> None:
    assert parse(["logs"]).log_directory == Path("logs").absolute()
    assert parse(["--logdir", "logs"]).log_directory == Path("logs").absolute()
    assert parse(["--logdir=~"]).log_directory == Path.home()


def test_the_demo_has_no_directory_of_its_own() -> None:
    assert parse(["--demo"]).log_directory is None


def test_the_defaults() -> None:
    settings = parse(["logs"])
    assert (settings.port, settings.host, settings.bind_all) == (None, None, False)
    assert (settings.path_prefix, settings.reload_interval) == ("", 5.0)


@pytest.mark.parametrize("arguments", [["--bind_all"], ["--bind-all"], ["--bind_a"]])
def test_dashes_underscores_and_beginnings_of_flags_are_one(arguments: list[str]) -> None:
    assert parse(["logs", *arguments]).bind_all


def test_uploads_need_no_log_directory() -> None:
    settings = parse([])
    assert (settings.log_directory, settings.graphs, settings.is_demo) == (None, (), False)


def test_values_keep_their_dashes() -> None:
    assert parse(["--path-prefix=/a-b/", "logs"]).path_prefix == "/a-b"
    for name, expected in (
        ("My-Box", "my-box"),
        ("Box:8443", "box:8443"),
        ("[::1]:80", "[::1]:80"),
    ):
        assert parse(["--allow-host", name, "logs"]).allowed_hosts == {expected}


@pytest.mark.parametrize("name", ["", " ", "https://box", "box/", "*.box", "box:", ":80", "box:a"])
def test_only_host_names_can_be_allowed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(["--allow_host", name, "logs"])
    assert "is not a host name" in capsys.readouterr().err


def test_text_after_two_dashes_is_literal() -> None:
    settings = parse(["--bind-all", "--", "--my-logs"])
    assert (settings.log_directory, settings.bind_all) == (Path("--my-logs").absolute(), True)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["~no-such-user/logs"], "home directory in ~no-such-user/logs is unknown"),
        (["a", "--logdir", "b"], "given twice"),
        (["a", "--demo"], "--demo"),
        (["a", "--host", "h", "--bind_all"], "exclude each other"),
        (["a", "--read_only", "--allow_delete"], "exclude each other"),
        (["a", "--allow_delete", "--token", "none"], "--allow_delete requires a token"),
        (["a", "--logdir_spec", "b:/c"], "given twice"),
        (["a", "--inspect"], "the tab Runs and /api/runs"),
        (["--db", "sqlite:x"], "there is no database"),
        (["a", "--path_prefix", "p"], "must start with a slash"),
        (["a", "--no_index", "--index_dir", "i"], "--no_index and --index_dir exclude each other"),
    ],
)
def test_contradictions_are_refused_with_a_sentence(arguments: list[str], sentence: str) -> None:
    with pytest.raises(SettingsError, match=sentence):
        parse(arguments)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--port", "70000"], "70000 is not a port; ports are 0 to 65535"),
        (["--port", "abc"], "abc is not a port; ports are 0 to 65535"),
        (["--reload_interval", "-1"], "-1 is not a number of seconds"),
        (["--reload_interval", "abc"], "abc is not a number of seconds"),
        (["--reload_interval", "nan"], "nan is not a number of seconds"),
        (["--memory_budget", "119"], "119 MB is too little; reading needs at least 120"),
        (["--load_processes", "-1"], "-1 is not a whole number of 0 or more"),
        (["--index_budget", "1.5"], "1.5 is not a whole number of 0 or more"),
        (["--reuse_port", "maybe"], "maybe is neither true nor false"),
        (["--what"], "unrecognized arguments: --what."),
        (["--logdri=b"], "unrecognized arguments: --logdri=b (did you mean --logdir?)."),
    ],
)
def test_invalid_values_are_refused_with_a_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        parse(["logs", *arguments])
    assert stop.value.code == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1


def test_a_variable_does_not_allow_deletion_without_a_token(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(TOKEN_VARIABLE, "none")
    with pytest.raises(SettingsError, match="--allow_delete requires a token"):
        parse(["logs", "--allow_delete"])


def test_the_token_of_the_flag_comes_before_that_of_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(TOKEN_VARIABLE, raising=False)
    assert parse(["logs"]).token is None
    assert parse(["logs", "--token", "abc"]).token == "abc"
    monkeypatch.setenv(TOKEN_VARIABLE, "of the environment".replace(" ", "-"))
    assert parse(["logs"]).token == "of-the-environment"
    assert parse(["logs", "--token=abc"]).token == "abc"
    assert parse(["logs", "--token", "none"]).token == NO_TOKEN
    monkeypatch.setenv(TOKEN_VARIABLE, "None")
    assert parse(["logs"]).token == NO_TOKEN


@pytest.mark.parametrize("text", ["", "a b", "a\nb", "é", "x" * 1001])
def test_invalid_tokens_are_refused(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parse(["logs", "--token", text])
    assert "argument --token: it " in capsys.readouterr().err
    monkeypatch.setenv(TOKEN_VARIABLE, text)
    with pytest.raises(SettingsError, match=f"^{TOKEN_VARIABLE}: it "):
        parse(["logs"])


def test_frame_ancestors_may_be_several(capsys: pytest.CaptureFixture[str]) -> None:
    flags = ("--frame_ancestor", "https://a.example", "--frame-ancestor=http://b:80")
    assert parse(["logs", *flags]).frame_ancestors == ("https://a.example", "http://b:80")
    with pytest.raises(SystemExit):
        parse(["logs", "--frame_ancestor", "*"])
    assert "list each allowed origin" in capsys.readouterr().err


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(["--version"])
    assert capsys.readouterr().out.startswith("Scopeboard ")


def test_index_and_budgets() -> None:
    kept = parse(["logs"])
    assert (kept.index_directory, kept.index_budget) == (None, 10_000_000_000)
    assert (kept.memory_budget, kept.load_processes) == (200_000_000, None)
    assert parse(["logs", "--no-index"]).index_budget == 0
    assert parse(["logs", "--index_budget", "0"]).index_budget == 0
    elsewhere = parse(["logs", "--index_dir", "cache", "--load_processes=0", "--memory_budget=120"])
    assert elsewhere.index_directory == Path("cache").absolute()
    assert (elsewhere.load_processes, elsewhere.memory_budget) == (0, 120_000_000)


def test_graphs_stand_beside_a_log_directory_or_alone() -> None:
    alone = parse(["--graph", "/a/g.pb", "--graph=/b/saved_model.pb"])
    assert (alone.log_directory, alone.is_demo) == (None, False)
    assert alone.graphs == (Path("/a/g.pb"), Path("/b/saved_model.pb"))
    beside = parse(["logs", "--graph", "g.pb"])
    assert (beside.log_directory, beside.graphs) == (Path.cwd() / "logs", (Path.cwd() / "g.pb",))
    assert parse(["--demo", "--graph", "g.pb"]).is_demo


def test_flags_of_tensorboard_are_let_pass_with_a_word_on_them() -> None:
    settings = parse(["logs", "--load_fast", "false"])
    assert settings.log_directory == Path("logs").absolute()
    assert settings.not_needed == (
        "--load_fast is not needed: there is one way to read, and no data server.",
    )


@pytest.mark.parametrize(
    ("text", "samples"),
    [
        ("", {}),
        ("images=50", {"images": 50}),
        ("scalars=500,images=0", {"scalars": 500, "images": 0}),
        (" tensorboard , scalars = 5000,", {"tensorboard": 0, "scalars": 5000}),
    ],
)
def test_numbers_of_steps_by_plugin(text: str, samples: dict[str, int]) -> None:
    assert parse(["logs", f"--samples_per_plugin={text}"]).samples == samples


@pytest.mark.parametrize("text", ["5", "images=", "images=-1", "=5", "images=1.5", "a=1;b=2"])
def test_an_invalid_number_of_steps_is_refused(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parse(["logs", f"--samples_per_plugin={text}"])
    assert "--samples_per_plugin" in capsys.readouterr().err


def test_tensorboards_words_for_defaults() -> None:
    settings = parse(["serve", "--logdir", "logs", "--port", "default", "--reuse_port=False"])
    assert (settings.log_directory, settings.port) == (Path("logs").absolute(), None)
    assert parse(["serve"]).log_directory == Path("serve").absolute()


def test_several_log_directories_become_one_of_links() -> None:
    settings = parse(["--logdir_spec", "a:/x,/logs/b"])
    assert settings.links == {"a": Path("/x"), "b": Path("/logs/b")}
    assert settings.log_directory is not None
    assert settings.log_directory.name == "a, b"
