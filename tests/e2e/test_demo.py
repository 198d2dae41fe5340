"""The demo as a newcomer meets it."""

import os
from pathlib import Path

from playwright.sync_api import expect

from tools.served import dashboard

from .conftest import OpenPage
from .graph_scene import read_scene


def test_the_demo_shows_curves_and_its_graph(tmp_path: Path, open_page: OpenPage) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    with dashboard("--demo", "--port", "0", environment=environment) as board:
        board.wait_until_read()
        page = open_page(board.url)
        expect(page.locator("[data-tag] canvas").first).to_be_visible()
        scene = read_scene(open_page(f"{board.url}?tab=graph"), "layer1")
        assert scene.edge("input", "layer1")["label"] == "?×784"
        assert scene.edge("moving_average", "train_step", "control")["dashed"]
