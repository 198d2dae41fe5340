"""Files that GitHub and containers read: they are well formed, and true."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml

from scopeboard import __version__
from scopeboard.config.settings import parse
from tasks.checkout import ROOT

GITHUB = ROOT / ".github"
FORMS = sorted((GITHUB / "ISSUE_TEMPLATE").glob("*.yml"))


def test_the_citation_is_of_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert citation["version"] == __version__
    assert citation["license"] == project["license"]
    assert {"cff-version", "message", "title", "authors"} <= citation.keys()


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_forms_of_issues_are_well_formed(path: Path) -> None:
    form = yaml.safe_load(path.read_text("utf-8"))
    if "body" not in form:
        assert form.keys() <= {"blank_issues_enabled", "contact_links"}
        return
    assert form["name"]
    assert form["description"]
    ids = [field["id"] for field in form["body"]]
    assert len(ids) == len(set(ids))


def test_the_container_starts_with_flags_of_the_program() -> None:
    text = (GITHUB / "Dockerfile").read_text("utf-8")
    words = [json.loads(found) for found in re.findall(r"^(?:ENTRYPOINT|CMD) (.*)$", text, re.M)]
    program, *flags = [word for part in words for word in part]
    assert program == "dashboard"
    settings = parse(flags)
    assert (settings.bind_all, settings.port) == (True, 6006)


def test_the_container_for_development_uses_scripts_that_are_there() -> None:
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))
    script = re.search(r"python scripts (\w+)", container["onCreateCommand"])
    assert script
    assert (ROOT / "scripts" / script[1]).is_file()
