"""Finding runs in real directories."""

import os
from pathlib import Path

import pytest

from scopeboard.ingest.discovery.discover import MAX_DEPTH, discover
from scopeboard.ingest.discovery.listing import is_event_file_name
from scopeboard.ingest.discovery.profiles import MAX_PLACES, count_profiles
from scopeboard.store.progress import ProfileCount
from tools import writer
from tools.platforms import needs_links


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("events.out.tfevents.1.host", True),
        ("my.tfevents", True),
        ("events.out.tfevents.1.host.profile-empty", False),
        ("checkpoint", False),
    ],
)
def test_event_file_names(name: str, expected: bool) -> None:
    assert is_event_file_name(name) is expected


def test_a_run_is_a_directory_with_an_event_file(tmp_path: Path) -> None:
    writer.write_run(tmp_path, ".", b"")
    writer.write_run(tmp_path, "a/train", b"")
    writer.write_run(tmp_path, "a/train", b"", "another.tfevents")
    (tmp_path / "a" / "notes.txt").write_text("no run")
    discovery = discover(tmp_path)
    assert [run.name for run in discovery.runs] == [".", "a/train"]
    assert discovery.runs[1].files == ("another.tfevents", writer.FILE_NAME)
    assert discovery.entries == 4


def test_files_that_may_hold_a_graph_are_noted(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", b"")
    for name in ("graph.pbtxt", "a/frozen.pb", "b/c/model.ckpt.meta", "b/notes.txt", "b/x.pb.bak"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    discovery = discover(tmp_path)
    assert discovery.graph_files == ["a/frozen.pb", "b/c/model.ckpt.meta", "graph.pbtxt"]
    assert [run.name for run in discovery.runs] == ["a"]


def test_a_missing_directory_is_a_value(tmp_path: Path) -> None:
    discovery = discover(tmp_path / "nowhere")
    assert (discovery.exists, discovery.runs) == (False, [])


@needs_links
def test_links_are_followed_once_and_never_in_circles(tmp_path: Path) -> None:
    writer.write_run(tmp_path / "elsewhere", "run", b"")
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "linked").symlink_to(tmp_path / "elsewhere")
    (logs / "circle").symlink_to(logs)
    (logs / "nowhere").symlink_to(tmp_path / "gone")
    assert [run.name for run in discover(logs).runs] == ["linked/run"]


@needs_links
def test_a_link_never_takes_the_name_of_the_directory_it_leads_to(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "m/run1", b"")
    for name in ("aaa", "latest", "m/zzz"):
        (tmp_path / name).symlink_to(tmp_path / "m" / "run1")
    assert [run.name for run in discover(tmp_path).runs] == ["m/run1"]


def test_a_name_too_long_or_a_file_in_its_place_is_a_value(tmp_path: Path) -> None:
    assert not discover(tmp_path / ("d" * 300)).exists
    (tmp_path / "file").write_text("")
    assert not discover(tmp_path / "file").exists


def test_depth_is_bounded_and_what_is_deeper_is_counted(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "/".join("d" * (MAX_DEPTH)), b"")
    writer.write_run(tmp_path, "/".join("d" * (MAX_DEPTH + 9)), b"")
    discovery = discover(tmp_path)
    assert [run.name.count("/") + 1 for run in discovery.runs] == [MAX_DEPTH]
    assert discovery.too_deep == [f"{tmp_path}/{'/'.join('d' * (MAX_DEPTH + 1))}"]


def test_what_a_link_leads_to_is_not_too_deep(tmp_path: Path) -> None:
    deep = "/".join("d" * (MAX_DEPTH + 1))
    writer.write_run(tmp_path, deep, b"")
    (tmp_path / "link").symlink_to(tmp_path / deep)
    discovery = discover(tmp_path)
    assert ([run.name for run in discovery.runs], discovery.too_deep) == (["link"], [])


def test_a_path_that_the_system_refuses_is_counted(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "above", b"")
    name, here = "d" * 250, os.open(tmp_path, os.O_RDONLY)
    for _ in range(20):  # 5,000 characters; each directory is made from the one above
        os.mkdir(name, dir_fd=here)
        inner = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(os.open(writer.FILE_NAME, os.O_CREAT | os.O_WRONLY, dir_fd=here))
    os.close(here)
    discovery = discover(tmp_path)
    assert [run.name for run in discovery.runs] == ["above"]
    assert (len(discovery.too_deep), discovery.unreadable) == (1, [])
    assert len(discovery.too_deep[0]) > 4000


PROFILES = {
    "a/train/plugins/profile/2026_11_22/vm.xplane.pb": "xplane",
    "a/train/plugins/profile/2026_11_22/other.xplane.pb": None,  # another host, the same session
    "a/train/plugins/profile/2026_11_22/ALL_HOSTS.op_stats.pb": None,
    "a/train/plugins/profile/2026_11_23/vm.xplane.pb": "xplane",
    "b/w0.1795.pt.trace.json": "torch",
    "b/w0.1796.pt.trace.json.gz": "torch",
    "b/step.trace.json.gz": "trace",
    "c/tfdbg_events.1.vm.metadata": "debugger",
    "c/tfdbg_events.1.vm.execution": None,
    "d/loose.xplane.pb": "xplane",
}


def test_profiles_are_counted_and_the_last_of_a_directory_has_programs(tmp_path: Path) -> None:
    for name in (*PROFILES, "b/frozen.pb", "b/notes.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    discovery = discover(tmp_path)
    assert discovery.graph_files == [
        "a/train/plugins/profile/2026_11_23/vm.xplane.pb",
        "b/frozen.pb",
        "d/loose.xplane.pb",
    ]
    assert count_profiles(discovery.profiles) == (
        ProfileCount("debugger", 1, 1, ("c",)),
        ProfileCount("torch", 2, 1, ("b",)),
        ProfileCount("trace", 1, 1, ("b",)),
        ProfileCount("xplane", 3, 2, ("a/train", "d")),
    )


def test_the_first_host_of_a_session_stands_for_all(tmp_path: Path) -> None:
    session = tmp_path / "plugins" / "profile" / "1"
    session.mkdir(parents=True)
    for host in ("b", "a", "c"):
        (session / f"{host}.xplane.pb").write_bytes(b"")
    (tmp_path / "z.xplane.pb").write_bytes(b"")
    assert discover(tmp_path).graph_files == ["plugins/profile/1/a.xplane.pb"]


def test_of_many_places_the_first_are_named(tmp_path: Path) -> None:
    for place in range(MAX_PLACES + 2):
        directory = tmp_path / str(place)
        directory.mkdir()
        (directory / "w.pt.trace.json").write_bytes(b"")
    (profiles,) = count_profiles(discover(tmp_path).profiles)
    assert (profiles.directories, profiles.places) == (7, ("0", "1", "2", "3", "4"))
