"""Settings as keyword arguments."""

from pathlib import Path

import pytest

from scopeboard.config.flags import command_line_parser
from scopeboard.config.keyword_settings import (
    APPLICATION_KEYWORDS,
    SERVER_KEYWORDS,
    settings_of,
)
from scopeboard.config.request_limits import RequestLimits
from scopeboard.config.settings import parse
from scopeboard.config.tensorboard_flags import NOT_NEEDED, REFUSED
from scopeboard.errors import SettingsError


def test_every_flag_of_the_command_is_a_keyword() -> None:
    flags = {action.dest for action in command_line_parser()._actions}
    others = {"directory", "logdir", "logdir_spec", "help", "version", *NOT_NEEDED, *REFUSED}
    others.add("log_format")  # a program has its own logs, to which requests are written
    assert flags - others == SERVER_KEYWORDS
    assert APPLICATION_KEYWORDS < SERVER_KEYWORDS


def test_keywords_are_parsed_as_flags_are(tmp_path: Path) -> None:
    settings = settings_of(
        "serve",
        tmp_path,
        {
            "graph": [tmp_path / "a.pb", "b.pb"],
            "state_dir": tmp_path / "state",
            "no_index": True,
            "read_only": False,
            "memory_budget": 300,
            "smoothing": 0.25,
            "theme": "dark",
            "port": None,
            "token": "-secret",
            "allow_host": "board.example",
            "frame_ancestor": ["https://a.example", "https://b.example"],
            "samples_per_plugin": {"images": 5, "scalars": 0},
            "reuse_port": True,
            "path_prefix": "/board/",
            "max_connections": 7,
        },
        SERVER_KEYWORDS,
    )
    assert settings.log_directory == tmp_path
    assert settings.graphs == (tmp_path / "a.pb", Path("b.pb").absolute())
    assert settings.state.directory == tmp_path / "state"
    assert settings.index_budget == 0
    assert settings.memory_budget == 300_000_000
    assert settings.preferences["smoothing"] == 0.25
    assert settings.preferences["theme"] == "dark"
    assert (settings.port, settings.token) == (None, "-secret")
    assert settings.allowed_hosts == {"board.example"}
    assert settings.frame_ancestors == ("https://a.example", "https://b.example")
    assert settings.samples == {"images": 5, "scalars": 0}
    assert (settings.reuse_port, settings.path_prefix) == (True, "/board")
    assert settings.limits == RequestLimits(max_connections=7)


def test_without_keywords_the_defaults_are_those_of_the_command() -> None:
    assert settings_of("serve", None, {}, SERVER_KEYWORDS) == parse([])


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"port": 70000}, "serve: port: 70000 is not a port; ports are 0 to 65535."),
        ({"memory_budget": 1}, "serve: memory_budget: 1 MB is too little; reading needs at least"),
        ({"theme": "blue"}, "serve: theme: invalid choice: 'blue'"),
        ({"demo": True}, "serve: demo brings its own log directory; drop one of the two."),
        ({"no_index": True, "index_dir": "x"}, "serve: no_index and index_dir exclude each other"),
        ({"allow_delete": True, "token": "none"}, "serve: allow_delete requires a token"),
        ({"graph": 3.5, "host": "a", "bind_all": True}, "serve: host and bind_all exclude each"),
    ],
)
def test_a_mistake_is_a_sentence(keywords: dict[str, object], message: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as raised:
        settings_of("serve", tmp_path, keywords, SERVER_KEYWORDS)
    assert str(raised.value).startswith(message)


def test_an_unknown_keyword_is_named_with_one_like_it() -> None:
    with pytest.raises(TypeError, match=r"^serve has no argument 'prot'\. Did you mean 'port'\?$"):
        settings_of("serve", None, {"prot": 1}, SERVER_KEYWORDS)
    with pytest.raises(TypeError, match=r"^asgi_app has no argument 'xyzzy'\.$"):
        settings_of("asgi_app", None, {"xyzzy": 1}, APPLICATION_KEYWORDS)


def test_several_log_directories_are_linked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    settings = settings_of("serve", [tmp_path / "a", tmp_path / "b"], {}, SERVER_KEYWORDS)
    directory = Path(str(settings.log_directory))
    assert sorted(each.name for each in directory.iterdir()) == ["a", "b"]
    assert settings.logdir_spec == f"a:{tmp_path / 'a'},b:{tmp_path / 'b'}"
    for none, message in (([], "no log directory is named"), ([tmp_path / "a"] * 2, "two log")):
        with pytest.raises(SettingsError, match=f"^serve: {message}"):
            settings_of("serve", none, {}, SERVER_KEYWORDS)
    (tmp_path / "g.pb").touch()
    with pytest.raises(SettingsError, match="is a graph file; name it with `graph`"):
        settings_of("serve", [tmp_path / "g.pb"], {}, SERVER_KEYWORDS)
