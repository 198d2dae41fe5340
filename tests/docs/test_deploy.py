"""The files of `deploy` are valid, agree with each other, and run commands that exist."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from distributed.cli import dask_scheduler, dask_worker

from scopeboard.cli.commands import index
from scopeboard.config.settings import parse
from scopeboard.files.local_objects import LocalObjects
from scopeboard.serving.indexing import index_log
from tasks.checkout import ROOT
from tools import writer

DEPLOY = ROOT / "deploy"
COMPOSE, KUBERNETES = DEPLOY / "compose.yaml", DEPLOY / "kubernetes" / "scopeboard.yaml"
VARIABLE = re.compile(r"\$\{(\w+)(?::[-?][^}]*)?\}")
ENTRYPOINT = ["dashboard", "--bind_all", "--port=6006", "--state_dir=/state"]


def compose() -> dict[str, Any]:
    """Return the Compose file."""
    loaded: dict[str, Any] = yaml.safe_load(COMPOSE.read_text("utf-8"))
    return loaded


def manifests() -> list[dict[str, Any]]:
    """Return the manifests for Kubernetes."""
    return list(yaml.safe_load_all(KUBERNETES.read_text("utf-8")))


def of_kind(kind: str) -> dict[str, dict[str, Any]]:
    """Return the manifests of a kind by name."""
    return {each["metadata"]["name"]: each for each in manifests() if each["kind"] == kind}


def commands() -> Iterator[tuple[str, list[str]]]:
    """Yield the command of each container that runs our image, by the file and its name."""
    for name, service in compose()["services"].items():
        if service.get("image") == "scopeboard-cluster":
            words = [*service.get("entrypoint", ENTRYPOINT), *service.get("command", ())]
            yield f"compose {name}", [VARIABLE.sub("localhost:8080", word) for word in words]
    for name, deployment in of_kind("Deployment").items():
        (container,) = deployment["spec"]["template"]["spec"]["containers"]
        words = [*container.get("command", ENTRYPOINT), *container.get("args", ())]
        yield f"kubernetes {name}", words


def test_the_compose_file_follows_the_specification() -> None:
    command = ["--builtin-schema", "vendor.compose-spec", str(COMPOSE)]
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", *command],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_manifests_follow_the_schemas_of_kubernetes() -> None:
    for manifest in manifests():
        kubernetes_validate.validate(manifest, "1.32", strict=True)


@pytest.mark.parametrize(
    "words", [words for _, words in commands()], ids=[name for name, _ in commands()]
)
def test_commands_exist_with_their_flags(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOPEBOARD_TOKEN", "t" * 40)
    match words:
        case ["dask", "scheduler", *flags]:
            assert dask_scheduler.main.make_context("scheduler", flags)
        case ["dask", "worker", *flags]:
            context = dask_worker.main.make_context("worker", flags)
            assert context.params["scheduler"] == "tcp://scheduler:8786"
        case ["dashboard", "index", *flags]:
            options = index.parser().parse_args(flags)
            assert options.follow
            assert options.scheduler == "tcp://scheduler:8786"
        case ["dashboard", *flags]:
            assert flags.pop(flags.index("--index=s3://index/main"))
            writer.write_run(tmp_path / "log", "a", writer.scalar_file({"x": [1.0]}))
            index_log(tmp_path / "log", LocalObjects(tmp_path / "index"))
            settings = parse([*flags, f"--index={tmp_path / 'index'}"])
            assert settings.log_format == "json"
        case _:
            pytest.fail(f"What is {words}?")


def test_variables_of_the_compose_file_have_examples() -> None:
    names = set(VARIABLE.findall(COMPOSE.read_text("utf-8")))
    example = (DEPLOY / ".env.example").read_text("utf-8")
    assert names == set(re.findall(r"^(\w+)=", example, re.MULTILINE))


def test_parts_of_the_compose_file_find_each_other() -> None:
    made = compose()
    services, volumes = made["services"], made["volumes"]
    for service in services.values():
        depends: Any = service.get("depends_on", {})
        assert set(depends) <= set(services)
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in volumes or (DEPLOY / source).exists()
    proxied = re.findall(r"server ([\w-]+):6006", (DEPLOY / "nginx.conf").read_text("utf-8"))
    assert sorted(proxied) == ["reader-1", "reader-2"]
    assert set(proxied) <= set(services)


def test_parts_of_the_manifests_find_each_other() -> None:
    pods = [each["spec"]["template"] for each in of_kind("Deployment").values()]
    labels = [pod["metadata"]["labels"] for pod in pods]
    for each in (*of_kind("Service").values(), *of_kind("PodDisruptionBudget").values()):
        selector = each["spec"]["selector"]
        assert selector.get("matchLabels", selector) in labels
    for each in of_kind("Deployment").values():
        template = each["spec"]["template"]
        assert each["spec"]["selector"]["matchLabels"] == template["metadata"]["labels"]
    for pod in pods:
        (container,) = pod["spec"]["containers"]
        for source in container.get("envFrom", ()):
            assert source["configMapRef"]["name"] in of_kind("ConfigMap")
        volumes = {each["name"] for each in pod["spec"].get("volumes", ())}
        assert {each["name"] for each in container.get("volumeMounts", ())} == volumes
        for volume in pod["spec"].get("volumes", ()):
            claim = volume["persistentVolumeClaim"]["claimName"]
            assert claim in of_kind("PersistentVolumeClaim")
    (rule,) = of_kind("Ingress")["scopeboard"]["spec"]["rules"]
    backend = rule["http"]["paths"][0]["backend"]["service"]
    service = of_kind("Service")[backend["name"]]
    assert backend["port"]["name"] in [port["name"] for port in service["spec"]["ports"]]
