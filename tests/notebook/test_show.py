"""Widgets of logs: settings, selections, magics, cards, and the view that stays."""

import gzip
import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterator
from concurrent.futures import CancelledError
from html import unescape
from importlib.util import find_spec
from pathlib import Path
from queue import Queue
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

import pytest

import scopeboard as sb
from scopeboard.errors import SettingsError
from scopeboard.notebook import board, local_board, magics
from scopeboard.notebook.cards import card_of, card_view, display_card
from scopeboard.notebook.magics import load_ipython_extension, scopeboard
from scopeboard.notebook.saved_view import MAX_BYTES
from tools import writer
from tools.served import PATIENCE

if TYPE_CHECKING:  # an extra
    from scopeboard.notebook.widget import BoardWidget

JSON, TOKEN = "application/json", "of-the-server"
pytestmark = [
    pytest.mark.usefixtures("widgets"),
    # Of libraries of notebooks; ours are errors.
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for run in ("base", "wide"):
        writer.write_run(
            tmp_path / "logs", run, writer.scalar_file({"loss": [3, 2, 1], "a.b": [1]})
        )
    yield tmp_path / "logs"
    for application in local_board._applications.values():
        application.close()


def board_of(widget: "BoardWidget") -> local_board.LocalBoard:
    """Return the log of a widget, which is read here."""
    board = widget._board
    assert isinstance(board, local_board.LocalBoard)
    return board


def report_in(html: str) -> str:
    """Return the report in HTML for a notebook."""
    packed = re.search(r'atob\("([^"]+)"\)', unescape(html))
    assert packed
    return gzip.decompress(b64decode(packed[1])).decode()


def answer_in(report: str, path: str) -> dict[str, Any]:
    """Return the JSON that a report answers."""
    answers = re.search('id="answers">(.+?)</script>', report)
    assert answers
    entry = next(each for each in json.loads(answers[1]) if each[0] == path)
    body = b64decode(entry[4])
    found: dict[str, Any] = json.loads(zlib.decompress(body) if entry[3] else body)
    return found


def boot_of(report: str) -> dict[str, Any]:
    found = re.search('id="boot">(.+?)</script>', report)
    assert found
    boot: dict[str, Any] = json.loads(found[1])
    return boot


def test_a_widget_answers_its_page(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    widget = sb.show(logs, "?tab=graph&open=a", height=300)
    assert (widget.view, widget.height) == ("?tab=graph&open=a", 300)
    assert (widget.selected_runs, widget.step, widget.node) == ([], None, "")
    sent: list[tuple[Any, Any]] = []
    monkeypatch.setattr(widget, "send", lambda content, buffers: sent.append((content, buffers)))
    widget._handle_custom_msg({"kind": "ping"}, [])
    widget._handle_custom_msg({"kind": "page"}, [])
    assert sent[0] == ({"kind": "pong"}, [])
    assert gzip.decompress(sent[1][1][0]).startswith(b"<!doctype html>")
    widget.close()


def test_requests_end_when_the_notebook_closes_the_widget(logs: Path) -> None:
    widget = sb.show(logs)
    request = {"kind": "request", "view": "a", "id": 1, "method": "GET", "url": "api/stream"}
    widget._handle_custom_msg({**request, "headers": [("accept", "text/event-stream")]}, [])
    (stream,) = widget._channel._under_way.values()
    widget.comm.handle_close({})
    with pytest.raises(CancelledError):
        stream.result(PATIENCE)
    widget.close()


@pytest.mark.parametrize("origin", ["keyword", "environment"])
def test_a_token_is_required_of_others_than_the_page_of_the_cell(
    logs: Path, monkeypatch: pytest.MonkeyPatch, origin: str
) -> None:
    if origin == "environment":
        monkeypatch.setenv("SCOPEBOARD_TOKEN", "of-the-server")
    widget = sb.show(logs) if origin == "environment" else sb.show(logs, token="of-the-cell")  # noqa: S106 - of this test
    answers: Queue[tuple[dict[str, Any], list[bytes]]] = Queue()
    monkeypatch.setattr(widget, "send", lambda content, buffers: answers.put((content, buffers)))
    request = {"kind": "request", "view": "a", "id": 1, "method": "GET", "url": "api/runs"}
    widget._handle_custom_msg({**request, "headers": []}, [])
    content, [body] = answers.get(timeout=PATIENCE)
    assert (content["status"], "runs" in json.loads(body)) == (200, True)
    widget.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_view_with_an_error_is_not_called_late(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("of this test")

    monkeypatch.setattr(board, "report_of", fail)
    widget = sb.show(logs)
    html = board.saved_html(widget._board, "", "name", 300, widget._boot)
    assert "because of the error" in html
    widget.close()


def test_selections_can_be_observed(logs: Path) -> None:
    widget = sb.show(logs)
    seen: list[Any] = []
    widget.observe(lambda change: seen.append(change.new), ["step", "selected_runs", "node"])
    widget.set_state({"step": 42, "selected_runs": ["base"], "node": "layer1"})
    assert sorted(map(str, seen)) == ["42", "['base']", "layer1"]


def test_widgets_of_one_log_have_one_application(logs: Path) -> None:
    log = sb.open(logs)
    one, two, other = sb.show(log), sb.show(log), sb.show(log, read_only=True)
    assert board_of(one).application is board_of(two).application
    assert board_of(one).application is not board_of(other).application


def test_a_log_is_shown_with_its_own_index_and_saved_state(logs: Path, tmp_path: Path) -> None:
    log = sb.open(logs, index_dir=tmp_path / "index", state_dir=tmp_path / "state")
    settings = board_of(sb.show(log)).settings
    assert settings.index_directory == tmp_path / "index"
    assert settings.state.directory == tmp_path / "state"
    assert board_of(sb.show(sb.open(logs, use_index=False))).settings.index_budget == 0


def test_mistakes_are_sentences(logs: Path) -> None:
    with pytest.raises(SettingsError, match="No view is called “mine”"):
        sb.show(logs, "mine")
    with pytest.raises(TypeError, match=r"scopeboard\.show has no argument 'port'"):
        sb.show(logs, port=1)  # type: ignore[call-arg]


def test_the_view_stays_as_a_report(logs: Path) -> None:
    widget = sb.show(logs, "?tab=scalars&tags=loss", height=300)
    html = board.saved_html(widget._board, widget.view, "abc", 300, widget._boot)
    assert len(html) <= MAX_BYTES
    report = report_in(html)
    assert boot_of(report)["report"]["view"] == "tab=scalars&tags=loss"
    assert '"api/scalars",[["tag","loss"]' in report
    assert answer_in(report, "api/status")["reload_interval"] == 0  # it has nothing to follow


def test_a_view_that_is_too_large_is_not_saved(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    widget = sb.show(logs)
    monkeypatch.setattr(board, "MAX_BYTES", 1000)
    html = board.saved_html(widget._board, "", "abc", 300, widget._boot)
    assert "it has more than 2 MB" in html
    assert len(html) < 1000


def test_a_log_that_is_still_being_read_is_not_saved(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_board, "_READ_SECONDS", 0.0)
    widget = sb.show(logs, no_index=True)
    running = board_of(widget).application.start()
    assert running.ingest is not None
    assert running.ingest.has_read.wait(PATIENCE)
    running.ingest.has_read.clear()
    html = board.saved_html(widget._board, "", "abc", 300, widget._boot)
    assert "was still being read" in html


def test_the_log_of_a_server_is_shown_through_the_kernel(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sb.serve(logs, no_index=True, token=TOKEN) as server:
        log = sb.open(server.url)
        widget = sb.show(log, "?tab=scalars&tags=loss")
        assert (widget._boot["log_directory"], widget._board.token) == ("logs", None)
        answers: Queue[tuple[dict[str, Any], list[bytes]]] = Queue()
        monkeypatch.setattr(widget, "send", lambda content, sent: answers.put((content, sent)))

        def answer(method: str, url: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
            request = {"kind": "request", "view": "a", "id": 1, "method": method, "url": url}
            widget._handle_custom_msg({**request, "headers": [*headers.items()]}, [body])
            content, [found] = answers.get(timeout=PATIENCE)
            return content["status"], found

        status, body = answer("GET", "api/tags?kind=scalars")
        assert (status, [tag["tag"] for tag in json.loads(body)["tags"]]) == (200, ["a.b", "loss"])
        assert answer("GET", "api/stream", accept="text/event-stream") == (204, b"")
        assert answer("GET", "api/nothing")[0] == 404
        html = board.saved_html(widget._board, widget.view, "abc", 300, widget._boot)
        assert answer_in(report_in(html), "api/status")["reload_interval"] == 0
        assert '"api/scalars",[["tag","loss"]' in report_in(html)
        card = card_of(log.scalars("loss"))
        assert card is not None
        assert card._boot["is_card"] is True
        assert sb.show(server.url)._board.name == log.reader.address
        with pytest.raises(SettingsError, match="has its own settings, without read_only"):
            sb.show(log, read_only=True)
    status, body = answer("GET", "api/runs")
    assert (status, b"No server answers at" in body) == (503, True)


def test_a_page_of_a_server_saves_what_all_viewers_share(
    logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sb.serve(logs, no_index=True, state_dir=tmp_path / "state") as server:
        widget = sb.show(sb.open(server.url))
        answers: Queue[tuple[dict[str, Any], list[bytes]]] = Queue()
        monkeypatch.setattr(widget, "send", lambda content, sent: answers.put((content, sent)))
        saved = {"views": [{"name": "mine", "search": "tab=graph"}]}
        body = json.dumps({"value": saved, "based_on": 0}).encode()
        about = {"kind": "request", "view": "a", "id": 1, "headers": [("content-type", JSON)]}
        url = "api/state/part?name=views"
        widget._handle_custom_msg({**about, "method": "PUT", "url": url}, [body])
        content, [answer] = answers.get(timeout=PATIENCE)
        assert content["status"] == 200, answer
        assert sb.show(sb.open(server.url), "mine").view == "?tab=graph"


def test_points_become_charts_of_their_tags_and_runs(logs: Path) -> None:
    log = sb.open(logs)
    points = log.scalars(["loss", "a.b"], runs="base")
    view = parse_qsl(card_view(points)[1:])
    assert ("tags", "/^(loss|a\\.b)$/") in view
    assert [value for key, value in view if key == "runs"] == ["name:base"]
    card = card_of(points)
    assert card is not None
    assert card._boot["is_card"] is True
    assert card_of(points[points.step < 0]) is None
    assert card_of(points[points.step > 0]) is not None


def test_without_a_kernel_points_are_text(logs: Path) -> None:
    points = sb.open(logs).scalars("loss")
    assert display_card(points) is False
    with pytest.raises(NotImplementedError):
        points._ipython_display_()
    assert repr(points).startswith("run ")


class Shell:
    """A shell of IPython that keeps what is registered."""

    def __init__(self) -> None:
        self.magics: dict[str, Any] = {}

    def register_magic_function(self, function: Any, kind: str, name: str) -> None:  # noqa: ANN401
        assert kind == "line"
        self.magics[name] = function


@pytest.mark.parametrize(
    ("has_tensorboard", "names"),
    [(True, ["scopeboard"]), (False, ["scopeboard", "tensorboard"])],
)
def test_the_extension_adds_magics(
    has_tensorboard: bool, names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = find_spec("numpy") if has_tensorboard else None
    monkeypatch.setattr(magics, "find_spec", lambda _: found)
    shell = Shell()
    load_ipython_extension(shell)
    assert [*shell.magics] == names
    assert sb.load_ipython_extension is load_ipython_extension


def test_the_magic_has_the_flags_of_the_command(
    logs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = f"--logdir '{logs}' --height=300 --view '?tab=graph' --port 6006 --read_only"
    widget = scopeboard(line)
    assert widget is not None
    assert (widget.view, widget.height) == ("?tab=graph", 300)
    assert (board_of(widget).settings.log_directory, board_of(widget).settings.read_only) == (
        logs,
        True,
    )
    assert "--port has no effect" in capsys.readouterr().err


def test_the_magic_shows_a_dashboard_elsewhere(
    logs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with sb.serve(logs, no_index=True, token=TOKEN) as server:
        address = sb.open(server.url).reader.address
        for named in (server.url, f"--logdir {server.url}", f"--logdir={server.url}"):
            widget = scopeboard(f"{named} --view ?tab=graph --height 300")
            assert widget is not None
            assert (widget._board.name, widget.view, widget.height) == (address, "?tab=graph", 300)
            assert TOKEN not in repr(widget)
    assert scopeboard(server.url) is None
    assert "%scopeboard: No server answers at" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("--lgdir x", "%scopeboard: unrecognized arguments: --lgdir (did you mean --logdir?)."),
        ("--height x", "%scopeboard: x is not a whole number of 0 or more"),
        ("'", "%scopeboard: No closing quotation"),
        ("--demo --view mine", "%scopeboard: No view is called “mine”."),
    ],
)
def test_the_magic_says_what_is_wrong(
    line: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert scopeboard(line) is None
    assert sentence in capsys.readouterr().err
