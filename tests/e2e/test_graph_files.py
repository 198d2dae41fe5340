"""Graphs in files: those named at the start, and those that a viewer brings."""

from base64 import b64encode
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from tools import writer
from tools.served import dashboard, excerpt

from .conftest import OpenPage
from .graph_scene import read_scene
from .messages import message

# What a browser hands over when a file is let go over the page, once the page takes files.
DROP = """async ([name, content]) => {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], name));
    const options = { dataTransfer, bubbles: true, cancelable: true };
    const send = (kind) =>
        document.querySelector("main").dispatchEvent(new DragEvent(kind, options));
    while (send("dragover")) await new Promise(requestAnimationFrame);
    send("dragenter");
    window.letGo = () => send("drop");
}"""


def graph_def(*names: str) -> bytes:
    return GraphDef(node=[NodeDef(name=name, op="NoOp") for name in names]).SerializeToString()


def hold_over(page: Page, name: str, content: bytes) -> None:
    page.evaluate(DROP, [name, b64encode(content).decode()])


def test_a_dropped_file_is_shown_without_a_log_directory(open_page: OpenPage) -> None:
    with dashboard("--port", "0") as running:
        page = open_page(running.url)
        expect(page.get_by_text("started without a log directory")).to_be_visible()
        hold_over(page, "digits.pb", excerpt("graph/seed_mnist.pb"))
        expect(page.get_by_text(message("app.files.dropHint"))).to_be_visible()
        page.evaluate("letGo()")
        assert "layer1" in read_scene(page, "layer1").boxes
        expect(page.get_by_text(message("app.files.dropHint"))).to_be_hidden()
        page.reload()
        assert "layer1" in read_scene(page, "layer1").boxes


def test_several_files_are_listed_and_the_first_is_shown(open_page: OpenPage) -> None:
    with dashboard("--port", "0") as running:
        page = open_page(running.url)
        files = [("first.pb", graph_def("a", "b")), ("second.pb", graph_def("c"))]
        page.get_by_label("Choose graph files…").set_input_files(
            [FilePayload(name=name, mimeType="", buffer=content) for name, content in files]
        )
        page.get_by_role("button", name="Graph: ").click()
        rows = page.get_by_role("dialog", name="Graph").locator(".graph-picker-row")
        expect(rows).to_contain_text(["second.pb", "first.pb"])
        page.keyboard.press("Escape")
        assert set(read_scene(page, "a").boxes) == {"a", "b"}


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [([], "notes.pb contains no graph"), (["--read_only"], "Read-only server")],
)
def test_what_is_not_taken_is_told(browser: Browser, flags: list[str], sentence: str) -> None:
    with dashboard("--port", "0", *flags) as running:
        page = browser.new_page()
        page.goto(running.url)
        hold_over(page, "notes.pb", b"no graph at all")
        page.evaluate("letGo()")
        expect(page.get_by_role("alert")).to_contain_text(sentence)
        page.get_by_role("button", name="Dismiss").click()
        expect(page.get_by_role("alert")).to_be_empty()
        page.close()


def test_a_file_named_at_the_start_needs_no_runs(tmp_path: Path, open_page: OpenPage) -> None:
    (tmp_path / "digits.pb").write_bytes(graph_def("one", "two"))
    with dashboard("--graph", str(tmp_path / "digits.pb"), "--port", "0") as running:
        page = open_page(running.url)
        assert set(read_scene(page, "one").boxes) == {"one", "two"}


@pytest.mark.parametrize(
    ("file", "module", "image"),
    [
        ("onnx/cnn_dynamo.onnx", "stem", "image"),
        ("torch_export/cnn.pt2", "Conv2d[stem]", "image"),
        ("tflite/cnn.tflite", "model", "image"),
        ("hlo/classifier.hlo.pb", "stem", "x"),
        ("hlo/classifier.mlir", "stem", "x"),
    ],
)
def test_a_model_opens_by_its_name_and_by_upload(
    file: str, module: str, image: str, tmp_path: Path, open_page: OpenPage
) -> None:
    """`dashboard model.onnx`, then the same file once more from the page."""
    content = excerpt(f"graph/{file}")
    path = tmp_path / f"model{Path(file).suffix}"
    path.write_bytes(content)
    with dashboard(str(path), "--port", "0") as running:
        page = open_page(running.url)
        boxes = set(read_scene(page, image).boxes)
        assert any(name == module or name.startswith(f"{module}/") for name in boxes)
        sent = f"sent{path.suffix}"
        hold_over(page, sent, content)
        page.evaluate("letGo()")
        expect(page.get_by_role("button", name="Graph: ")).to_contain_text(sent)
        assert set(read_scene(page, image).boxes) == boxes


def test_a_file_without_a_graph_is_told_and_can_be_tried_again(
    tmp_path: Path, browser: Browser
) -> None:
    (tmp_path / "bad.pb").write_bytes(bytes(range(256)) * 40)
    with dashboard("--graph", str(tmp_path / "bad.pb"), "--port", "0") as running:
        # By hand: the browser complains of every answer that tells of a failure.
        page = browser.new_page()
        page.goto(f"{running.url}?tab=graph")
        failure = page.get_by_role("alert").filter(has_text=message("graph.drawingFailed"))
        expect(failure).to_contain_text("bad.pb contains no graph")
        expect(page.get_by_text("bad.pb contains no graph")).to_have_count(1)
        failure.get_by_role("button", name=message("ui.retry")).click()
        expect(failure).to_contain_text("bad.pb contains no graph")
        page.close()


def test_the_run_table_chooses_the_graph(tmp_path: Path, open_page: OpenPage) -> None:
    older, newer = writer.graph_event(graph_def("a")), writer.graph_event(graph_def("a", "b"))
    writer.write_run(tmp_path, "first", older + newer)
    writer.write_run(tmp_path, "second", writer.graph_event(graph_def("c")))
    writer.write_run(tmp_path, "bare", writer.event(1, writer.tf1_scalar("loss", 0.5)))
    with dashboard(str(tmp_path), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        page = open_page(f"{running.url}?tab=graph&runs=second")
        assert set(read_scene(page, "c").boxes) == {"c"}
        table = page.get_by_role("treegrid")
        marked = table.locator("tr[aria-current=true]")
        expect(marked).to_have_attribute("data-key", "t:second")
        table.locator("tr[data-key='t:first']").click(position={"x": 90, "y": 15})
        assert set(read_scene(page, "b").boxes) == {"a", "b"}
        expect(marked.first).to_have_attribute("data-key", "t:first")
        graphs = table.locator("tr.of-graph")
        expect(graphs).to_contain_text(["2 ops", "1 op"])
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(graphs.nth(1)).to_have_attribute("aria-current", "true")
        expect(page.get_by_role("button", name="Graph: first")).to_be_visible()
        table.locator("tr[data-key='t:bare']").click(position={"x": 90, "y": 15})
        expect(page.get_by_text(message("runs.noGraphLogged", "bare"))).to_be_visible()
