"""What `pip install` gets: the wheel and the source distribution hold the built page and guide."""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tasks import frontend, guide
from tasks.checkout import FRONTEND, ROOT, SERVER, STATIC

SERVE_PAGE = """
import asyncio, re
import httpx2, scopeboard
from scopeboard.web.app import create_app
from scopeboard.store.store import Store

async def ask():
    transport = httpx2.ASGITransport(create_app(Store()))
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost") as client:
        page = (await client.get("/")).raise_for_status()
        for asset in re.findall(r'(?:src|href)="([^"]+)"', page.text):
            (await client.get(f"/{asset}")).raise_for_status()
            print(asset)

print(scopeboard.__file__)
asyncio.run(ask())
"""


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a wheel and an sdist of this checkout, made with the page that is built."""
    is_built = frontend.is_built() and guide.is_built()
    if not is_built and os.environ.get("CI") != "true":
        pytest.skip("Page or guide are missing or stale: scripts/test builds them first.")
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(
        [*build, "-t", "wheel", "-t", "sdist"], cwd=ROOT, check=True, capture_output=True
    )
    return folder


@pytest.fixture(scope="module")
def wheel(distributions: Path) -> set[str]:
    """The names in the wheel."""
    with zipfile.ZipFile(next(distributions.glob("*.whl"))) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def sdist(distributions: Path) -> set[str]:
    """The names in the source distribution, below its one folder."""
    with tarfile.open(next(distributions.glob("*.tar.gz"))) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def test_every_asset_of_the_page_is_packed(wheel: set[str], sdist: set[str]) -> None:
    assets = _assets()
    assert {f"scopeboard/static/{asset}" for asset in assets} <= wheel
    assert {f"server/scopeboard/static/{asset}" for asset in assets} <= sdist


def test_the_compressed_form_of_each_asset_is_that_asset(distributions: Path) -> None:
    with zipfile.ZipFile(next(distributions.glob("*.whl"))) as archive:
        scripts = [name for name in archive.namelist() if name.endswith((".js", ".css"))]
        in_page = [name for name in scripts if name.startswith("scopeboard/static/assets/")]
        assert in_page
        for name in in_page:
            assert gzip.decompress(archive.read(f"{name}.gz")) == archive.read(name)


def test_the_guide_is_packed_with_its_search(wheel: set[str], sdist: set[str]) -> None:
    pages = {f"guide/guide/{page.stem}.html" for page in (guide.DOCS / "guide").glob("*.md")}
    assert "guide/guide/index.html" in pages
    needed = {*pages, "guide/search.json", "guide/assets/javascripts/LICENSE"}
    assert {f"scopeboard/{name}" for name in needed} <= wheel
    assert {f"server/scopeboard/{name}" for name in needed} <= sdist


def test_templates_and_types_are_packed(wheel: set[str]) -> None:
    templates = {
        file.relative_to(SERVER).as_posix()
        for file in (SERVER / "scopeboard" / "templates").rglob("*.html")
    }
    assert templates
    assert {"scopeboard/py.typed", *templates} <= wheel


def test_the_recorded_demo_is_packed_without_the_programs_that_record_it(wheel: set[str]) -> None:
    demo = {name for name in wheel if name.startswith("scopeboard/demo/")}
    assert demo == {f"scopeboard/demo/{name}" for name in ("__init__.py", "cache.py", "log.tar.xz")}


def test_the_wheel_holds_the_package_and_nothing_else(wheel: set[str]) -> None:
    assert {name.partition("/")[0].partition("-")[0] for name in wheel} == {"scopeboard"}
    assert not [name for name in wheel if "__pycache__" in name]


def test_the_licences_of_what_is_bundled_are_packed(wheel: set[str]) -> None:
    packages = json.loads((FRONTEND / "package.json").read_text())["dependencies"]
    in_worker = FRONTEND / "src/features/projector/LICENSE-UMAP"
    bundled = (frontend.MANIFEST.parent / "license.md").read_text() + in_worker.read_text()
    assert [name for name in packages if f"## {name} - " not in bundled] == []
    assert "scopeboard/static/.vite/license.md" in wheel
    texts = {name.partition("/licenses/")[2] for name in wheel}
    ours = {"LICENSE", "frontend/src/ui/controls/LICENSE-ICONS"}
    assert ours | {"frontend/src/features/projector/LICENSE-UMAP"} <= texts


def test_the_licences_of_the_worker_are_of_the_versions_in_it() -> None:
    locked = json.loads((FRONTEND / "package-lock.json").read_text())["packages"]
    text = (FRONTEND / "src/features/projector/LICENSE-UMAP").read_text()
    named = re.findall(r"^## (\S+) - (\S+) \(", text, re.MULTILINE)
    assert "umap-js" in dict(named)
    assert [locked[f"node_modules/{name}"]["version"] for name, _ in named] == [
        version for _, version in named
    ]


def test_an_sdist_can_be_built_again_without_node(sdist: set[str]) -> None:
    assert {"hatch_build.py", "scripts/tasks/frontend.py", "frontend/package-lock.json"} <= sdist
    assert frontend.BUILT_FROM.relative_to(ROOT).as_posix() in sdist
    assert not [name for name in sdist if "node_modules" in name]


def test_page_and_guide_in_an_unpacked_sdist_count_as_built(
    distributions: Path, tmp_path: Path
) -> None:
    sdist = next(distributions.glob("*.tar.gz"))
    subprocess.run(["tar", "-xzf", sdist, "-C", tmp_path], check=True)
    unpacked = next(tmp_path.iterdir())
    question = "from tasks import frontend, guide; print(frontend.is_built(), guide.is_built())"
    answer = subprocess.run(
        [sys.executable, "-c", question],
        env={**os.environ, "PYTHONPATH": str(unpacked / "scripts")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout == "True True\n"


def test_the_wheel_alone_serves_the_page_and_its_assets(
    distributions: Path, tmp_path: Path
) -> None:
    shutil.unpack_archive(next(distributions.glob("*.whl")), tmp_path, "zip")
    served = subprocess.run(
        [sys.executable, "-c", SERVE_PAGE],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert served.returncode == 0, served.stderr
    package, *assets = served.stdout.splitlines()
    assert package.startswith(str(tmp_path))
    assert any(asset.endswith(".js") for asset in assets)
    assert any(asset.endswith(".css") for asset in assets)


def _assets() -> set[str]:
    """Every file of the built page; the manifest names none that is not there."""
    assets = {file.relative_to(STATIC).as_posix() for file in STATIC.rglob("*") if file.is_file()}
    chunks = json.loads(frontend.MANIFEST.read_text()).values()
    assert {chunk["file"] for chunk in chunks} <= assets
    return assets
