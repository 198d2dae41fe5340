"""`dashboard inspect`: what a log directory contains."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from scopeboard.cli.commands.arguments import add_log_flags, command_parser, open_log_of
from scopeboard.cli.commands.output import time_text, write_json, write_table
from scopeboard.cli.commands.status import DONE, NOTHING_FOUND
from scopeboard.config.flags import CommandLineParser
from scopeboard.number_text import counted, plain_size, plain_time

if TYPE_CHECKING:  # see `arguments`
    from scopeboard.logs.log import Log

_SHOWN: Final = 20  # rows of each part for a person


def parser() -> CommandLineParser:
    """Return the parser of the command."""
    made = command_parser("inspect", "Print the runs, tags, sizes and damage of a log directory.")
    add_log_flags(made, positional=True)
    made.add_argument("--json", action="store_true", help="print everything as JSON")
    made.add_argument("--all", action="store_true", help=f"print more than {_SHOWN} rows of each")
    return made


def main(arguments: Sequence[str]) -> int:
    """Run the command."""
    options = parser().parse_args(arguments)
    with open_log_of(options) as log:
        found = contents(log)
    if options.json:
        write_json(found)
    else:
        _write(found, None if options.all else _SHOWN)
    return DONE if found["runs"] else NOTHING_FOUND


def contents(log: "Log") -> dict[str, Any]:
    """Return what a log contains.

    `runs` and `tags` are lists with points, steps, and for runs the size of event files in bytes;
    `damage` lists what could not be read. Times are in seconds since the epoch.
    """
    runs = {row["name"]: _run(row) for row in _run_rows(log)}
    for row in log.files:
        runs[row["run"]]["bytes"] += row["size"]
    tags: dict[tuple[str, str], dict[str, Any]] = {}
    for row in log.series:
        runs[row["run"]]["points"] += row["points"]
        runs[row["run"]]["tags"] += 1
        tag = tags.setdefault(
            (row["kind"], row["tag"]),
            {
                "kind": row["kind"],
                "tag": row["tag"],
                "runs": 0,
                "points": 0,
                "first_step": row["first_step"],
                "last_step": row["last_step"],
            },
        )
        tag["runs"] += 1
        tag["points"] += row["points"]
        tag["first_step"] = min(tag["first_step"], row["first_step"])
        tag["last_step"] = max(tag["last_step"], row["last_step"])
    return {
        "bytes": sum(run["bytes"] for run in runs.values()),
        "points": sum(run["points"] for run in runs.values()),
        "runs": list(runs.values()),
        "tags": [tags[key] for key in sorted(tags, key=lambda key: (key[0] != "scalars", key))],
        "damage": list(log.damage),
    }


def _run_rows(log: "Log") -> list[dict[str, Any]]:
    runs = log.runs
    names = ("name", "state", "step", "started", "duration")
    columns = [list(runs.column(name)) for name in names]
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


def _run(row: dict[str, Any]) -> dict[str, Any]:
    step, started, duration = (_known(row[name]) for name in ("step", "started", "duration"))
    return {
        "run": row["name"],
        "state": row["state"],
        "last_step": None if step is None else int(step),
        "tags": 0,
        "points": 0,
        "bytes": 0,
        "started": started,
        "duration": duration,
    }


def _known(number: float) -> float | None:
    return float(number) if number == number else None  # noqa: PLR0124 - NaN


def _write(found: dict[str, Any], most: int | None) -> None:
    runs, tags, damage = found["runs"], found["tags"], found["damage"]
    counts = (counted(len(runs), "run"), counted(len(tags), "tag"))
    size = plain_size(found["bytes"])
    sys.stdout.write(f"{', '.join(counts)}, {counted(found['points'], 'point')}, {size}\n")
    _part(
        ["run", "state", "last step", "tags", "points", "size", "started", "duration"],
        [_run_texts(run) for run in runs],
        most,
    )
    _part(["kind", "tag", "runs", "points", "steps"], [_tag_texts(tag) for tag in tags], most)
    texts = [[f"{one['file']}, byte {one['offset']:,}", one["message"]] for one in damage]
    _part(["damage", "reason"], texts, most)


def _part(columns: list[str], lines: list[list[str]], most: int | None) -> None:
    if not lines:
        return
    sys.stdout.write("\n")
    write_table(columns, lines[:most])
    if most is not None and len(lines) > most:
        sys.stdout.write(f"… and {len(lines) - most:,} more; --all prints them\n")


def _run_texts(run: dict[str, Any]) -> list[str]:
    step, started, duration = run["last_step"], run["started"], run["duration"]
    return [
        run["run"],
        run["state"],
        "" if step is None else f"{step:,}",
        f"{run['tags']:,}",
        f"{run['points']:,}",
        plain_size(run["bytes"]),
        "" if started is None else time_text(started),
        "" if duration is None else plain_time(duration),
    ]


def _tag_texts(tag: dict[str, Any]) -> list[str]:
    steps = f"{tag['first_step']:,} to {tag['last_step']:,}"
    return [tag["kind"], tag["tag"], f"{tag['runs']:,}", f"{tag['points']:,}", steps]
