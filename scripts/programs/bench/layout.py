"""Lays graphs out with our engine and with others, and counts what can be counted.

The graphs are made up (training, deep, wide, bipartite, hub, random, a chain of 2,000) and, if
asked for, all scopes of real graphs: from files, or from a running dashboard. The other engines are
installed on demand, in a cache folder outside the project; their answers are kept there, since
they do not change. Times of ours are the fastest of several runs; crossings, length and edges
through nodes are counted in what is drawn, by the same code for all.
"""

import argparse
import json
import subprocess
import tempfile
import urllib.parse
import urllib.request
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from tasks.checkout import FRONTEND
from tasks.environment import PYTHON
from tasks.node import Node, get_node
from tasks.process import Command

# The versions whose figures are compared with; none of them is part of what is shipped.
PEER_PACKAGES = ("@dagrejs/dagre@3.1.3", "elkjs@0.12.1", "@hpcc-js/wasm-graphviz@1.29.2")
KINDS = ("training", "deep", "wide", "bipartite", "hub", "random", "chain")
PEERS = ("dagre", "elk", "dot")
MOST_REGROUPED = 60
SIZES = (50, 200, 1000, 5000, 20000)


def main(arguments: Sequence[str]) -> int:
    """Print a line for each graph and engine, then how ours compares with each other one."""
    options = _parser().parse_args(arguments)
    node = get_node(PYTHON)
    folder = options.folder.resolve()
    if options.peers:
        install_peers(node, folder)
    with tempfile.TemporaryDirectory() as scratch:
        scopes = [str(path.resolve()) for path in options.scopes]
        if options.dashboard:
            scopes.append(_fetch_graphs(options.dashboard, Path(scratch)))
        program = bundle(node, Path(scratch), "layout")
        wanted = json.dumps(_wanted(options, folder, scopes))
        command = [str(node.programs / "node"), str(program), "compare", wanted]
        return subprocess.run(command, check=False).returncode


def _wanted(options: argparse.Namespace, folder: Path, scopes: list[str]) -> dict[str, Any]:
    return {
        "kinds": options.kinds,
        "sizes": options.nodes,
        "seeds": options.seeds,
        "peers": options.peers,
        "folder": str(folder),
        "runs": options.runs,
        "labelWidth": options.label_width,
        "seconds": options.seconds,
        "scopes": scopes,
        "least": options.least,
        "toggles": options.toggles,
        "choices": options.choices,
        "canvas": options.canvas and dict(zip(("width", "height"), options.canvas, strict=True)),
    }


def install_peers(node: Node, folder: Path) -> None:
    """Install the other engines into a folder, those that are missing."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "package.json").exists():
        (folder / "package.json").write_text('{"private": true}')
    wanted = [name for name in PEER_PACKAGES if not _has_package(folder, name)]
    if wanted:
        command = [*node.npm, "install", "--no-audit", "--no-fund", *wanted]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)


def _has_package(folder: Path, wanted: str) -> bool:
    name, version = wanted.rsplit("@", 1)
    manifest = folder / "node_modules" / name / "package.json"
    return manifest.exists() and json.loads(manifest.read_text())["version"] == version


def bundle(node: Node, scratch: Path, bench: str) -> Path:
    """Join the TypeScript of a bench and of the engine into one file for Node.js."""
    program = scratch / f"{bench}.mjs"
    rolldown = FRONTEND / "node_modules" / "rolldown" / "bin" / "cli.mjs"
    source = FRONTEND / "bench" / bench / "run.ts"
    command: Command = [node.programs / "node", rolldown, source, "--platform", "node", "-f", "esm"]
    subprocess.run([*command, "-o", program], cwd=FRONTEND, check=True, stdout=subprocess.DEVNULL)
    return program


def _fetch_graphs(dashboard: str, scratch: Path) -> str:
    """Write one file for each different graph of a dashboard; return their folder."""
    base = dashboard.rstrip("/") + "/api/graphs"
    folder = scratch / "scopes"
    folder.mkdir()
    for graph in {g["fingerprint"]: g for g in _get(base)["graphs"] if g["nodes"]}.values():
        name = f"{graph['run']} {graph['tag']}".strip().replace("/", "_")
        path = folder / f"{name} {graph['fingerprint'][:4]}.json"
        path.write_text(json.dumps(_graph(f"{base}/{graph['id']}/scope")))
    return str(folder)


def _graph(address: str) -> dict[str, list[Any]]:
    """Return all scopes of a graph, and scopes again with one of their series taken apart."""
    scopes = list(_scopes(address))
    regrouped = (
        _get(
            f"{address}?name={urllib.parse.quote(scope['name'])}&ungroup={urllib.parse.quote(name)}"
        )
        for scope in scopes
        for name in [node["name"] for node in scope["nodes"] if node["kind"] == "series"]
    )
    return {"scopes": scopes, "regrouped": list(islice(regrouped, MOST_REGROUPED))}


def _scopes(address: str) -> Iterator[dict[str, Any]]:
    waiting = [""]
    while waiting:
        scope = _get(f"{address}?name={urllib.parse.quote(waiting.pop())}")
        waiting += [child["name"] for child in scope["nodes"] if child["expandable"]]
        yield scope


def _get(address: str) -> dict[str, Any]:
    if not address.startswith(("http://", "https://")):
        raise ValueError(f"{address} is no address of a dashboard: it begins with http://.")
    with urllib.request.urlopen(address) as answer:  # noqa: S310 - the scheme is looked at above
        read: dict[str, Any] = json.load(answer)
    return read


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scripts/bench layout", description=__doc__)
    add = parser.add_argument
    add("--kinds", nargs="*", choices=KINDS, default=KINDS, help="made-up graphs")
    add("--nodes", nargs="*", type=int, default=SIZES, help="their sizes; a chain has 2,000")
    add("--seeds", nargs="*", type=int, default=[1], help="one graph of each for every seed")
    add("--peers", nargs="*", choices=PEERS, default=PEERS, help="engines to compare with")
    add("--scopes", nargs="*", type=Path, default=[], help="files, or folders, of real scopes")
    add("--dashboard", help="the address of a dashboard; all scopes of its graphs are drawn")
    add("--least", type=int, default=5, help="nodes of the smallest real scope (default: 5)")
    add("--toggles", type=int, default=0, help="open and close scopes of each real graph so often")
    add("--choices", action="store_true", help="hide kinds and take series apart in real graphs")
    add(
        "--canvas",
        nargs=2,
        type=int,
        metavar=("WIDTH", "HEIGHT"),
        help="measure the first view of each real graph in a canvas of so many pixels",
    )
    add("--runs", type=int, default=5, help="runs of ours; the fastest counts (default: 5)")
    add("--label-width", type=int, default=0, help="give every made-up edge such a label")
    add("--seconds", type=float, default=60, help="after which a peer is stopped (default: 60)")
    cache = Path.home() / ".cache" / "scopeboard" / "layout-peers"
    add("--folder", type=Path, default=cache, help="where peers are installed")
    return parser
