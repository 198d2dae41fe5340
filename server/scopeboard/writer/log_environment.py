"""`log_environment`: what a training was started from, in its log."""

import json
import os
import platform
import re
import shlex
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path
from typing import Final

from scopeboard.writer.summary_writer import SummaryWriter

_SECRET: Final = re.compile(r"(?i)(?:^|[-_.])(?:token|secret|password|passwd|api[-_]?key)s?$")
_MASK: Final = "***"
_PATIENCE: Final = 5.0
"""Seconds that git has for an answer: a repository may be on a slow disk."""
_CHANGED_FILES: Final = 200


def log_environment(writer: SummaryWriter, *, step: int = 0) -> None:
    """Write the command, git commit, machine and packages of this process as a text.

    The text `environment` is JSON, which the page shows as a tree and compares between runs. The
    values of options with a name such as `--token` or `--api_key` are replaced by `***`.

    Args:
        writer: writes the log.
        step: the step of the text.

    Examples:
        >>> with sb.SummaryWriter("written/environment") as writer:
        ...     sb.log_environment(writer)
        >>> with sb.open("written", use_index=False) as log:
        ...     "python" in log.text("environment/text_summary", "environment")[0].text
        True
    """
    packages = {dist.name: dist.version for dist in distributions() if dist.name}
    environment = {
        "command": shlex.join(masked(sys.orig_argv)),
        "directory": str(Path.cwd()),
        "git": git_state(Path.cwd()),
        "host": platform.node(),
        "platform": platform.platform(),
        "processors": os.cpu_count(),
        "python": platform.python_version(),
        "packages": dict(sorted(packages.items(), key=lambda item: item[0].lower())),
    }
    writer.add_text("environment", json.dumps(environment, indent=2), step)


def masked(words: list[str]) -> list[str]:
    """Return the words of a command without the values of options that are secrets."""
    shown: list[str] = []
    is_value = False
    for word in words:
        name, sign, _ = word.partition("=")
        if is_value and not word.startswith("-"):
            shown.append(_MASK)
        elif sign and _SECRET.search(name):
            shown.append(f"{name}={_MASK}")
        else:
            shown.append(word)
        is_value = not sign and word.startswith("-") and _SECRET.search(word) is not None
    return shown


def git_state(directory: Path) -> dict[str, object] | None:
    """Return commit, branch and changed files of a repository; None where there is none."""
    commit = _git(directory, "rev-parse", "HEAD")
    if commit is None:
        return None
    status = _git(directory, "status", "--porcelain", "--untracked-files=no") or ""
    changed = [line[3:] for line in status.splitlines()]
    return {
        "commit": commit.strip(),
        "branch": (_git(directory, "rev-parse", "--abbrev-ref", "HEAD") or "").strip(),
        "changed": changed[:_CHANGED_FILES],
    }


def _git(directory: Path, *words: str) -> str | None:
    """Return what git answers; None without git or a repository, or if it takes long."""
    try:
        done = subprocess.run(  # noqa: S603 - without words of others
            ["git", *words],  # noqa: S607 - the git of the user, wherever it is
            cwd=directory,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=_PATIENCE,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout
