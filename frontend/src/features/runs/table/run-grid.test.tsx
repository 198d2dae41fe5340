import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Graph } from "../../../api/types";
import { shownToasts } from "../../../state/base/toasts";
import { type GraphPicker, graphPicker } from "../../../state/graphs/graph-picker";
import { marks } from "../../../state/runs/run-annotations";
import { setColumns } from "../../../state/runs/run-table";
import { baselineName, select, setBaseline, shownNames } from "../../../state/runs/runs";
import { inspector } from "../../../state/shell/inspector";
import { runOf, serveRuns } from "../../../state/testing/serve-runs";
import { startTooltips } from "../../../ui/popover/tooltip";
import { closeMenu, openedMenu } from "../actions/run-menu-state";
import { pinned, reachedKey, rows, togglePinned, toggleRow } from "../rows/table-rows";
import { RunGrid } from "./run-grid";

const phase = (experiment: string, name: string) =>
  runOf(`${experiment}/${name}`, {
    training: experiment,
    lasting_training: experiment,
    phase: name,
  });

let stopTooltips: () => void;

beforeEach(async () => {
  await serveRuns([
    phase("old", "eval"),
    phase("old", "train"),
    runOf("new", { last_step: "12345678" }),
  ]);
  stopTooltips = startTooltips();
  setColumns(["step", "directory"]);
});

afterEach(() => {
  stopTooltips();
  vi.useRealTimers();
  closeMenu();
  select({ kind: "all" });
  setBaseline("");
  reachedKey.value = null;
  for (const row of rows.peek()) if (row.isOpen) toggleRow(row.key);
  for (const name of pinned.peek()) togglePinned(name);
});

const row = (key: string) =>
  screen.getAllByRole("row").find(({ dataset }) => dataset.key === key) as HTMLElement;
const shown = () => [...shownNames.value].sort();
const keysOfRows = () => screen.getAllByRole("row").flatMap(({ dataset }) => dataset.key ?? []);
const bubble = () => document.getElementById("tooltip") as HTMLElement;

function tooltip(): string | null {
  return bubble().hasAttribute("data-popover-open") ? bubble().textContent : null;
}

/** A table whose row has the focus, and the keys of a viewer. */
function focused(key: string) {
  render(<RunGrid />);
  act(() => row(key).focus());
  return userEvent.setup();
}

it("is a tree of rows, of which one is a stop of the Tab key", async () => {
  render(<RunGrid />);
  expect(screen.getByRole("treegrid", { name: "Runs: 2 rows" })).toBeTruthy();
  expect(keysOfRows()).toEqual(["t:new", "t:old"]);
  expect(row("t:old").getAttribute("aria-expanded")).toBe("false");
  expect(row("t:new").hasAttribute("aria-expanded")).toBe(false);
  expect(row("t:new").getAttribute("aria-level")).toBe("1");
  const stops = screen.getAllByRole("row").filter(({ tabIndex }) => tabIndex === 0);
  expect(stops).toEqual([row("t:new")]);
});

it("goes from row to row by arrows, Home and End", async () => {
  const user = focused("t:new");
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(row("t:old"));
  expect(row("t:old").tabIndex).toBe(0);
  await user.keyboard("{ArrowDown}{Home}");
  expect(document.activeElement).toBe(row("t:new"));
  await user.keyboard("{End}");
  expect(document.activeElement).toBe(row("t:old"));
});

it("opens a row by Right and closes it by Left, also from a run of it", async () => {
  const user = focused("t:old");
  await user.keyboard("{ArrowRight}");
  expect(keysOfRows()).toEqual(["t:new", "t:old", "r:old/train", "r:old/eval"]);
  expect(row("r:old/train").getAttribute("aria-level")).toBe("2");
  await user.keyboard("{ArrowDown}{ArrowLeft}");
  expect(document.activeElement).toBe(row("t:old"));
  await user.keyboard("{ArrowLeft}");
  expect(keysOfRows()).toEqual(["t:new", "t:old"]);
});

it("leads by Right through a row's buttons and cells, and back by Left or Escape", async () => {
  const user = focused("t:new");
  await user.keyboard("{ArrowRight}");
  expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: "Show new" }));
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "About new, done" }));
  await user.keyboard("{ArrowRight}");
  const cells = within(row("t:new")).getAllByRole("cell");
  expect(document.activeElement).toBe(cells[0]);
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(document.activeElement).toBe(cells[1]);
  await user.keyboard("{ArrowLeft}{Escape}{Escape}");
  expect(document.activeElement).toBe(row("t:new"));
  expect(row("t:new").querySelectorAll("td[tabindex]")).toHaveLength(0);
});

it("explains a cell that arrows lead to, and hides that by Escape", async () => {
  const user = focused("t:new");
  await user.keyboard("{ArrowRight>4/}");
  expect(tooltip()).toBe("12,345,678");
  expect(document.activeElement?.getAttribute("aria-describedby")).toBe(bubble().id);
  await user.keyboard("{Escape}");
  expect(tooltip()).toBeNull();
  expect(document.activeElement?.tagName).toBe("TD");
});

it("stays in the column when arrows lead to another row", async () => {
  const user = focused("t:new");
  await user.keyboard("{ArrowRight>5/}{ArrowDown}");
  expect(document.activeElement).toBe(within(row("t:old")).getAllByRole("cell")[1]);
  await user.keyboard("{ArrowUp}{ArrowLeft}");
  expect(document.activeElement).toBe(within(row("t:new")).getAllByRole("cell")[0]);
});

it("operates by Space and Enter the button in focus, and else the row", async () => {
  const user = focused("t:new");
  await user.keyboard("{ArrowRight} ");
  expect(shown()).toEqual(["old/eval", "old/train"]);
  await user.keyboard("{Escape} ");
  expect(shownNames.value.has("new")).toBe(true);
  await user.keyboard("{ArrowRight>4/} ");
  expect(shownNames.value.has("new")).toBe(false);
  await user.keyboard("{Enter}");
  expect(inspector.value?.title).toBe("new");
});

it("shows a row alone, pins it, and compares others with it by keys", async () => {
  const user = focused("t:old");
  await user.keyboard("o");
  expect(shown()).toEqual(["old/eval", "old/train"]);
  expect(row("t:new").getAttribute("aria-selected")).toBe("false");
  await user.keyboard("p");
  expect(keysOfRows()).toEqual(["t:old", "t:new"]);
  await waitFor(() => expect(document.activeElement).toBe(row("t:old")));
  await user.keyboard("b");
  expect(baselineName.value).toBe("old/train");
  expect(within(row("t:old")).getByText("base")).toBeTruthy();
});

it("leaves keys with Ctrl to the page", async () => {
  const user = focused("t:new");
  await user.keyboard("{Control>}o{/Control}");
  expect(shownNames.value.size).toBe(3);
});

it("opens the menu of the row by its keys", async () => {
  const user = focused("t:old");
  await user.keyboard("{Shift>}{F10}{/Shift}");
  expect(openedMenu.value?.key).toBe("t:old");
});

it("renames by F2 and Enter, and leaves the name by Escape", async () => {
  const user = focused("t:new");
  await user.keyboard("{F2}");
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Name of new" });
  expect(document.activeElement).toBe(field);
  await user.clear(field);
  await user.keyboard("best{Enter}");
  expect(marks.value.get("new")?.name).toBe("best");
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(document.activeElement).toBe(row("t:new"));
  await user.keyboard("{F2}worst{Escape}");
  expect(marks.value.get("new")?.name).toBe("best");
  await user.keyboard("{F2}");
  await user.clear(screen.getByRole("textbox"));
  await user.keyboard("{Enter}");
  expect(marks.value.get("new")?.name).toBeUndefined();
});

it("shows or hides a row that is clicked, and shows it alone by a double click", async () => {
  const user = userEvent.setup();
  render(<RunGrid />);
  await user.click(within(row("t:new")).getByText("new"));
  expect(shown()).toEqual(["old/eval", "old/train"]);
  await user.click(within(row("t:new")).getByText("new"));
  expect(shownNames.value.size).toBe(3);
  await user.dblClick(within(row("t:new")).getByText("new"));
  expect(shown()).toEqual(["new"]);
});

it("shows or hides one run of an experiment by its chip", async () => {
  const user = userEvent.setup();
  render(<RunGrid />);
  await user.click(screen.getByRole("checkbox", { name: "Show old/eval" }));
  expect(shown()).toEqual(["new", "old/train"]);
  const swatch = screen.getByRole<HTMLInputElement>("checkbox", { name: "Show old" });
  expect([swatch.checked, swatch.indeterminate]).toEqual([false, true]);
});

/** Presses with a finger for long enough, with the event that browsers make of it. */
function pressLong(target: Element): void {
  fireEvent.pointerDown(target, { pointerType: "touch", clientX: 5, clientY: 5 });
  const menu = new PointerEvent("contextmenu", {
    bubbles: true,
    cancelable: true,
    pointerType: "touch",
  });
  fireEvent(target, menu);
  act(() => void vi.advanceTimersByTime(1000));
  fireEvent.pointerUp(target, { pointerType: "touch" });
}

it("explains by a long press of a finger what has an explanation, and else opens the menu", () => {
  vi.useFakeTimers();
  render(<RunGrid />);
  pressLong(within(row("t:new")).getAllByRole("cell")[0] as Element);
  expect(tooltip()).toBe("12,345,678");
  expect(openedMenu.value).toBeNull();
  pressLong(row("t:old"));
  expect(openedMenu.value?.key).toBe("t:old");
});

it("opens the menu by the right button at the pointer", () => {
  render(<RunGrid />);
  fireEvent.contextMenu(row("t:new"), { clientX: 30, clientY: 40 });
  expect(openedMenu.value).toEqual({ key: "t:new", x: 30, y: 40 });
});

const graphOf = (run: string, id: string) =>
  ({ id, run, tag: "", kind: "op", source: "run", stage: "", file: "a", step: null }) as Graph;

it("chooses graphs beside the graph tab, and says where there is none", async () => {
  const chosen: string[] = [];
  const [train, other] = [graphOf("old/train", "g1"), graphOf("old/train", "g2")];
  const more = { function: null, nodes: 3, function_ops: 0, wall_time: "NaN", error: null };
  const graphs = [train, other].map((graph) => ({ ...graph, ...more }) as Graph);
  const choose: GraphPicker["choose"] = (wanted) => {
    const isLogged = typeof wanted === "string" || wanted.some(({ name }) => name === "old/train");
    if (isLogged) chosen.push(typeof wanted === "string" ? wanted : "of the run");
    return isLogged;
  };
  try {
    render(<RunGrid />);
    act(() => {
      graphPicker.value = { graphs, shown: graphs[1] as Graph, choose };
    });
    await waitFor(() => expect(keysOfRows()).toEqual(["t:new", "t:old", "G:g1", "G:g2"]));
    expect(row("t:old").getAttribute("aria-current")).toBe("true");
    expect(row("G:g2").getAttribute("aria-current")).toBe("true");
    expect(within(row("t:new")).getByText("no graph")).toBeTruthy();
    const before = shown();
    fireEvent.click(row("t:old"));
    fireEvent.click(row("t:new"));
    act(() => row("G:g1").focus());
    fireEvent.keyDown(row("G:g1"), { key: "Enter" });
    fireEvent.keyDown(row("t:old"), { key: "Enter" });
    expect(chosen).toEqual(["of the run", "g1", "of the run"]);
    expect(shownToasts.value.map(({ text }) => text)).toEqual(["new logged no graph"]);
    expect(shown()).toEqual(before);
  } finally {
    act(() => {
      graphPicker.value = null;
    });
  }
  expect(keysOfRows()).toEqual(["t:new", "t:old"]);
  expect(row("t:old").hasAttribute("aria-current")).toBe(false);
});
