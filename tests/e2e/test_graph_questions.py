"""What the page asks a graph: searches, traces, colours, what was measured, and a node's card."""

import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from graph.run_metadatas import CPU, metadata, ran, real_metadata
from scopeboard.wire.event_pb2 import Event, TaggedRunMetadata
from tools import writer
from tools.served import Dashboard, dashboard, excerpt

from .conftest import OpenPage
from .graph_scene import canvas_of, middle_of, read_scene
from .messages import message
from .waiting import wait_until

Open = Callable[[str], Page]
SUMMARY = "layer1/summaries/mean/layer1/weights"


def measured_event(tag: str, step: int, data: bytes) -> bytes:
    """Return the record that a session writes of the statistics of one step."""
    tagged = TaggedRunMetadata(tag=tag, run_metadata=data)
    return writer.record(
        Event(wall_time=1.7e9 + step, step=step, tagged_run_metadata=tagged).SerializeToString()
    )


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    logs: Path = tmp_path_factory.mktemp("logs")
    few = metadata({CPU: [ran("layer1/Relu", 5, (0, 3, 4), [(8, 8)])]})
    data = writer.graph_event(excerpt("graph/seed_mnist.pb"))
    data += measured_event("step099", 99, real_metadata()) + measured_event("few", 200, few)
    for step in range(20):
        data += writer.event(step, writer.tf1_scalar(SUMMARY, step / 20))
        data += writer.event(step, writer.tf1_scalar("nans/layer2/weights", math.nan))
    for step in range(1000):
        data += writer.event(step, writer.tf1_scalar("ramp/layer2/weights", step))
    writer.write_run(logs, "train", data)
    # Read-only, so that what one test opens is not kept for the next.
    with dashboard(str(logs), "--port", "0", "--read_only") as running:
        running.wait_until_read()
        yield running


@pytest.fixture
def opened(board: Dashboard, open_page: OpenPage) -> Open:
    """Return a function that opens the graph with further parameters in its address."""

    def open_graph(parameters: str = "") -> Page:
        page = open_page(f"{board.url}?tab=graph{parameters}")
        read_scene(page, "layer1")
        return page

    return open_graph


def box(page: Page, name: str) -> dict[str, Any]:
    return read_scene(page, name).boxes[name]


def wait_for_box(page: Page, name: str, condition: str) -> None:
    """Wait until a box of the scene fulfils a condition in the page's language."""
    page.wait_for_function(
        f"""name => {{
            const box = window.scopeboard?.scene?.()?.boxes.find((each) => each.name === name);
            return box !== undefined && ({condition});
        }}""",
        arg=name,
    )


def field(page: Page) -> Locator:
    return page.get_by_role("textbox", name=message("graph.overlays.findNodes"))


def inspector(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Inspector")


def section(page: Page, title: str) -> Locator:
    heading = page.get_by_role("heading", name=re.compile(f"^{title}"))
    return inspector(page).locator("section", has=heading)


def test_a_metric_of_the_training_colours_the_graph_at_the_step_of_all_tabs(opened: Open) -> None:
    page = opened("&colour=metric&step=10")
    wait_for_box(page, "layer1", "box.fill?.text === '0.5' && box.fill.heat > 0.5")
    wait_for_box(page, "layer2", "box.fill === null && box.opacity < 0.5")
    bar = page.get_by_role("region", name=message("graph.overlays.metric.metricBar"))
    slider = bar.get_by_role("slider")
    slider.press("End")
    wait_for_box(page, "layer1", "box.fill?.text === '0.95' && box.fill.heat === 1")
    expect(page).to_have_url(re.compile("step=19"))
    view = bar.get_by_role("combobox", name=message("graph.overlays.metric.view"), exact=True)
    view.select_option("change")
    wait_for_box(page, "layer1", "box.fill?.text === '0.95'")
    slider.press("Home")
    wait_for_box(page, "layer1", "box.fill?.text === '0'")


def test_values_are_of_the_view_that_was_requested_until_others_are_there(opened: Open) -> None:
    page = opened("&colour=metric&step=10")
    wait_for_box(page, "layer1", "box.fill?.text === '0.5'")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/metrics?*view=share*", hold)
    bar = page.get_by_role("region", name=message("graph.overlays.metric.metricBar"))
    view = bar.get_by_role("combobox", name=message("graph.overlays.metric.view"), exact=True)
    view.select_option("share")
    note = bar.locator("p[role=status]")
    expect(note).to_have_text(message("graph.overlays.metric.loadingValues"))
    wait_for_box(page, "layer1", "box.fill?.text === '0.5'")
    wait_until(page, lambda: len(held) > 0)
    held[0].continue_()
    wait_for_box(page, "layer1", "box.fill?.text === '100.0 %'")
    expect(note).to_have_count(0)
    legend = page.locator(".graph-colour-scale")
    expect(legend).to_contain_text("100.0 %")


def test_a_metric_without_a_finite_value_says_so(opened: Open) -> None:
    page = opened("&colour=metric&step=10&metric=scalars:nans")
    wait_for_box(page, "layer2", "box.fill?.heat === 1")
    bar = page.get_by_role("region", name=message("graph.overlays.metric.metricBar"))
    note = bar.locator("p[role=status]")
    expect(note).to_have_text(message("graph.overlays.metric.noFiniteValue"))


def test_steps_between_those_on_show_are_counted(opened: Open) -> None:
    page = opened("&colour=metric&metric=scalars:ramp")
    bar = page.get_by_role("region", name=message("graph.overlays.metric.metricBar"))
    expect(bar).to_contain_text("300 of 1,000 steps")


@pytest.mark.parametrize("key", ["f", "/"])
def test_a_key_finds_nodes_as_somebody_types(opened: Open, key: str) -> None:
    page = opened("")
    page.keyboard.press(key)
    expect(field(page)).to_be_focused()
    page.keyboard.type("op:MatMul")
    expect(page.get_by_role("search").get_by_role("status")).to_have_text(
        message("graph.late.foundCount", 6)
    )
    expect(page.get_by_role("search").get_by_role("listitem")).to_have_count(6)
    expect(page.get_by_role("search").get_by_role("listitem").first).to_contain_text("in layer1")
    wait_for_box(page, "layer1", "box.found?.inside === 1")
    wait_for_box(page, "train_step", "box.found?.inside >= 3")
    assert box(page, "input")["found"] is None


def test_enter_goes_from_match_to_match_and_opens_what_hides_them(opened: Open) -> None:
    page = opened("&find=op:MatMul")
    expect(page.get_by_role("search").get_by_role("status")).to_have_text(
        message("graph.late.foundCount", 6)
    )
    field(page).press("Enter")
    wait_for_box(page, "layer1/MatMul", "box.found?.isMatch")
    expect(page.get_by_role("search").get_by_role("status")).to_have_text("1 of 6 matches")
    expect(inspector(page).get_by_role("heading", name="MatMul", exact=True)).to_be_visible()
    expect(field(page)).to_be_focused()
    field(page).press("Shift+Enter")
    expect(page.get_by_role("search").get_by_role("status")).to_have_text("6 of 6 matches")
    wait_for_box(page, "train_step", "box.open")
    field(page).press("Enter")
    expect(page.get_by_role("search").get_by_role("status")).to_have_text("1 of 6 matches")


def test_what_is_wrong_with_a_search_is_said_in_place(board: Dashboard, browser: Browser) -> None:
    # By hand: the browser complains of every answer that tells of a failure.
    page = browser.new_page()
    page.goto(f"{board.url}?tab=graph&find=colour%3Ared")
    expect(page.get_by_role("search").get_by_role("alert")).to_contain_text("Unknown key “colour:”")
    expect(field(page)).to_have_attribute("aria-invalid", "true")
    field(page).fill("relu")
    expect(page.get_by_role("search").get_by_role("alert")).to_have_count(0)
    page.close()


def test_escape_ends_the_search_and_the_address_has_it(opened: Open) -> None:
    page = opened("&find=relu")
    wait_for_box(page, "layer1", "box.found?.inside === 1")
    field(page).press("Escape")
    expect(page.get_by_role("search")).to_have_count(0)
    wait_for_box(page, "layer1", "box.found === null")
    page.wait_for_function("() => !location.search.includes('find=')")


def test_i_traces_the_inputs_of_the_selected_node(opened: Open) -> None:
    page = opened("")
    page.mouse.click(*middle_of(page, box(page, "layer1")))
    expect(inspector(page)).to_be_visible()
    page.keyboard.press("i")
    wait_for_box(page, "layer2", "box.opacity < 0.5")
    assert box(page, "input")["opacity"] == 1
    assert box(page, "layer1")["opacity"] == 1
    expect(page.get_by_text(message("graph.late.inputsOf", "layer1"))).to_be_visible()
    assert "trace=upstream" in page.url
    assert "trace_of=layer1" in page.url
    page.keyboard.press("i")
    wait_for_box(page, "layer2", "box.opacity === 1")


def test_a_trace_goes_on_in_what_is_opened(opened: Open) -> None:
    page = opened("&trace=downstream&trace_of=layer1/MatMul&open=layer1")
    wait_for_box(page, "layer1/weights", "box.opacity < 0.5")
    wait_for_box(page, "layer1/Relu", "box.opacity === 1")
    assert box(page, "input")["opacity"] < 0.5
    page.get_by_role("combobox", name=message("graph.overlays.within")).select_option("1")
    wait_for_box(page, "layer2", "box.opacity < 0.5")
    wait_for_box(page, "layer1/add", "box.opacity === 1")


def test_paths_between_two_nodes_are_traced(opened: Open) -> None:
    page = opened("&node=input")
    inspector(page).get_by_role("button", name=message("graph.inspector.moreActions")).click()
    page.get_by_role("menuitem", name=message("graph.traceToAnotherNode")).click()
    expect(page.get_by_text(message("graph.late.selectTarget", "input"))).to_be_visible()
    page.mouse.click(*middle_of(page, box(page, "layer2")))
    expect(page.get_by_text(message("graph.late.pathsFromTo", "input", "layer2"))).to_be_visible()
    wait_for_box(page, "train_step", "box.opacity < 0.5")
    assert box(page, "layer1")["opacity"] == 1
    page.get_by_role("button", name=message("graph.overlays.stopTracing")).click()
    wait_for_box(page, "train_step", "box.opacity === 1")


def test_scopes_have_bands_by_the_types_of_what_is_inside(opened: Open) -> None:
    page = opened("&colour=op_type")
    wait_for_box(page, "layer1", "box.fill?.bands?.length > 2")
    bands = box(page, "layer1")["fill"]["bands"]
    assert sum(band["share"] for band in bands) == pytest.approx(1)
    legend = page.get_by_role("region", name=message("graph.legend"), exact=True)
    legend.get_by_role("button", name=re.compile("^Identity")).click()
    expect(field(page)).to_have_value("op:=Identity")
    wait_for_box(page, "layer1", "box.found?.inside === 12")


def test_the_colouring_is_chosen_below_the_drawing(opened: Open) -> None:
    page = opened("")
    page.get_by_role("combobox", name=message("graph.overlays.colourBy")).select_option(
        "compute_time"
    )
    wait_for_box(page, "layer1", "box.fill?.kind === 'heat'")
    assert "colour=compute_time" in page.url
    page.get_by_role("combobox", name=message("graph.overlays.profiledStep")).select_option(
        "few, step 200"
    )
    wait_for_box(page, "layer2", "box.fill === null && box.opacity < 0.5")
    wait_for_box(page, "layer1", "box.fill?.heat === 1 && box.opacity === 1")
    page.get_by_role("combobox", name=message("graph.overlays.colourBy")).select_option("none")
    wait_for_box(page, "layer1", "box.fill === null")


def test_hot_spots_and_the_drawing_point_at_each_other(opened: Open) -> None:
    page = opened("&hot_spots=time&measured=step099&measured_step=99")
    table = page.get_by_role("region", name=message("graph.overlays.hotSpots"))
    rows = table.locator("tbody tr")
    expect(rows).to_have_count(50)
    page.keyboard.press("0")  # beside the table there is room for a part of the graph
    canvas = canvas_of(page)
    wait_for_box(page, "layer1", f"box.y + box.height < {canvas['height']}")
    page.mouse.move(*middle_of(page, box(page, "layer1")))
    expect(table.locator("tr.pointed-at").first).to_contain_text("layer1")
    relu = rows.filter(has_text="Relu").first
    relu.get_by_role("button").click()
    expect(inspector(page).get_by_role("heading", name=re.compile("Relu"))).to_be_visible()
    expect(relu).to_have_attribute("aria-selected", "true")


def test_hot_spots_are_those_of_any_scope(opened: Open) -> None:
    page = opened("&node=layer1&measured=step099&measured_step=99")
    section(page, message("graph.inspector.statistics")).get_by_role(
        "button", name=message("graph.inspector.hotSpotsInside")
    ).click()
    table = page.get_by_role("region", name=message("graph.overlays.hotSpots"))
    expect(table).to_contain_text("of 25 executed ops")
    table.get_by_role("combobox", name=message("graph.overlays.scope")).select_option(
        message("graph.overlays.wholeGraph")
    )
    expect(table.locator("tbody tr")).to_have_count(50)


def test_the_card_of_an_op_tells_its_tensors_and_attributes(opened: Open) -> None:
    page = opened("&open=layer1&node=layer1/MatMul")
    inputs = section(page, "Inputs").first
    expect(inputs.get_by_role("listitem")).to_have_count(2)
    expect(inputs).to_contain_text("?×784 · float32 · ≥ 3.1 kB")
    expect(section(page, "Outputs").first).to_contain_text("layer1/add")
    expect(section(page, "Costs")).to_contain_text("at least 784 kFLOP")
    expect(section(page, "Attributes")).to_contain_text("transpose_a")
    inputs.get_by_role("button", name="layer1/weights/read").click()
    wait_for_box(page, "layer1/weights/read", "true")
    expect(inspector(page).get_by_role("heading", name="read", exact=True)).to_be_visible()


def test_a_constant_has_a_card_of_its_own(opened: Open) -> None:
    page = opened("&node=ArgMax/dimension")
    title = inspector(page).get_by_role("heading", name="dimension = 1", exact=True)
    expect(title).to_be_visible()
    expect(section(page, "Attributes")).to_contain_text("int32 scalar 1")
    inspector(page).get_by_role("button", name="ArgMax").first.click()
    expect(title).to_have_count(0)
    section(page, message("graph.inspector.constantsAndSummaries")).get_by_role(
        "button", name="dimension"
    ).click()
    expect(title).to_be_visible()
    page.keyboard.press("Escape")
    expect(title).to_have_count(0)
    # Its circle stands at the left of its host.
    scene = read_scene(page, "ArgMax")
    host, canvas = scene.boxes["ArgMax"], canvas_of(page)
    x = canvas["x"] + host["x"] - 16 * scene.camera["scale"]
    page.mouse.click(x, canvas["y"] + host["y"] + host["height"] / 2)
    expect(title).to_be_visible()
    # The keys go on from the host.
    page.keyboard.press("Shift+F10")
    expect(
        page.get_by_role("menu", name=message("graph.late.actionsFor", "ArgMax"), exact=True)
    ).to_be_visible()


def test_a_link_to_a_constant_in_a_closed_scope_shows_its_card(opened: Open) -> None:
    page = opened("&node=train_step/gradients/Shape")
    expect(inspector(page).get_by_role("heading", name="Shape []", exact=True)).to_be_visible()
    expect(section(page, "Attributes")).to_contain_text("dtype")
    # One that is named as if it stood in its host, which is an op.
    page = opened("&node=loss_function/ArgMax/dimension")
    expect(inspector(page).get_by_role("heading", name="dimension = 1", exact=True)).to_be_visible()


def test_the_card_of_a_scope_tells_what_is_inside_and_what_it_took(opened: Open) -> None:
    page = opened("&node=layer1&measured=step099&measured_step=99")
    expect(section(page, "Costs")).to_contain_text("392,500")
    expect(section(page, message("graph.inspector.statistics"))).to_contain_text("Compute time")
    expect(section(page, message("graph.inspector.opTypes"))).to_contain_text("MatMul")
    section(page, message("graph.inspector.statistics")).get_by_role("slider").press("ArrowRight")
    expect(
        section(page, message("graph.inspector.statistics")).get_by_role("combobox")
    ).to_have_value("1")
    expect(section(page, message("graph.inspector.statistics"))).to_contain_text(
        message("graph.inspector.executedOps")
    )
    section(page, message("graph.inspector.opTypes")).get_by_role("button", name="Identity").click()
    expect(field(page)).to_have_value("op:=Identity in:layer1")


def test_a_tag_logged_in_a_scope_leads_to_its_card(opened: Open) -> None:
    page = opened("&node=layer1&runs=none")
    logged = section(page, message("graph.logged-tags.loggedHere"))
    logged.scroll_into_view_if_needed()
    expect(logged).to_contain_text("last 0.95")
    expect(logged.locator("canvas")).to_have_count(1)
    logged.get_by_role("button", name=SUMMARY).click()
    expect(page.get_by_role("button", name="Scalars")).to_be_visible()
    page.wait_for_function("() => location.search.includes('card=')")
    expect(page.get_by_text(SUMMARY).first).to_be_visible()
    # The run of the graph is shown there, though none was.
    page.wait_for_function("() => location.search.includes('runs=train')")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_the_legend_is_as_wide_as_its_panel(
    board: Dashboard, open_page: OpenPage, width: int, height: int
) -> None:
    page = open_page(f"{board.url}?tab=graph", width=width, height=height)
    read_scene(page, "layer1")
    page.get_by_role("button", name="Legend").click()
    panel = page.get_by_role("dialog", name="Legend")
    expect(panel.get_by_text("Cut edge")).to_be_visible()
    hidden = "panel => [panel, ...panel.children].map(e => e.scrollWidth - e.clientWidth)"
    assert max(panel.evaluate(hidden)) == 0
