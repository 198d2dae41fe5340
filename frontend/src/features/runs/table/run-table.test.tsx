import { act, render, screen, waitFor, within } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { showView, viewCommits } from "../../../state/address/url-state";
import { filterText } from "../../../state/runs/run-filter";
import { select, selectionRule, shownNames } from "../../../state/runs/runs";
import { startShortcuts } from "../../../state/shell/shortcuts";
import { runOf, serveRuns } from "../../../state/testing/serve-runs";
import { setArchived } from "../actions/run-actions";
import { runTableFile } from "../rows/export-table";
import type { TableRow } from "../rows/rows";
import { rows, showsArchived } from "../rows/table-rows";
import { RunRail } from "./run-rail";
import { FullTable } from "./run-table";

beforeAll(startShortcuts);
beforeEach(async () => {
  showView("");
  await serveRuns(
    ["a1", "a2", "b1"].map((name) => runOf(name)),
    () => ({ tags: [], warnings: [] }),
  );
});
afterEach(() => {
  showView("");
  showsArchived.value = true;
  setArchived(rowOf("t:a1"), false);
  showsArchived.value = false;
});

function table() {
  render(<FullTable />);
  return userEvent.setup();
}

const rowOf = (key: string) => rows.peek().find((row) => row.key === key) as TableRow;
const filter = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Filter runs" });
const button = (name: string) => screen.getByRole("button", { name });
const listed = () => screen.getAllByRole("row").flatMap(({ dataset }) => dataset.run ?? []);
const shown = () => [...shownNames.value].sort();

it("says how many experiments are shown, by which rule, and shows all", async () => {
  const user = table();
  expect(button("all 3 shown").dataset.tooltip).toBe("Shown: all, including new runs");
  await user.click(button("None"));
  expect(button("showing 0 of 3").dataset.tooltip).toBe("Shown: custom selection");
  await user.click(button("show all"));
  expect(shown()).toEqual(["a1", "a2", "b1"]);
});

it("shows or hides all rows from the last one changed with Shift", async () => {
  const user = table();
  await user.click(button("None"));
  const [first, , last] = rows.peek().filter(({ kind }) => kind === "training");
  const element = (key: string | undefined) =>
    document.querySelector(`[data-key="${key}"]`) as HTMLElement;
  const box = (key: string | undefined) => within(element(key)).getByRole("checkbox");
  await user.click(box(first?.key));
  expect(shown()).toHaveLength(1);
  await user.keyboard("{Shift>}");
  await user.click(box(last?.key));
  await user.keyboard("{/Shift}");
  expect(shown()).toEqual(["a1", "a2", "b1"]);
  await user.click(box(last?.key));
  element(first?.key).focus();
  await user.keyboard("{Shift>} {/Shift}");
  expect(shown()).toEqual([]);
});

it("is a file with a row for each experiment in the order of the table", () => {
  table();
  showView("?cols=state&cols=started&cols=duration&sort=name");
  expect(runTableFile()).toEqual({
    columns: ["Name", "State", "Started", "Duration (s)"],
    rows: ["a1", "a2", "b1"].map((name) => [name, "done", "2023-11-14T22:13:20.000Z", 100]),
  });
});

it("lists what matches the filter, as one step of the history when it is left", async () => {
  const user = table();
  const before = viewCommits.value;
  await user.type(filter(), "a2");
  expect(listed()).toEqual(["a2"]);
  expect(viewCommits.value).toBe(before);
  await user.tab();
  expect(viewCommits.value).toBe(before + 1);
});

it("shows only what matches, of a pattern also what comes later", async () => {
  const user = table();
  await user.type(filter(), "/^a/");
  await user.click(button("Show only matches"));
  expect(shown()).toEqual(["a1", "a2"]);
  expect(selectionRule.value).toEqual({ kind: "matching", pattern: "^a" });
  await user.clear(filter());
  await user.type(filter(), "state:done b");
  await user.click(button("Show only matches"));
  expect(selectionRule.value.kind).toBe("names");
  expect(shown()).toEqual(["b1"]);
});

it("says that nothing matches, and clears the filter", async () => {
  const user = table();
  await user.type(filter(), "zebra");
  expect(screen.getByText("0 of 3 match")).toBeTruthy();
  const message = screen.getByText("0 of 3 match").parentElement as HTMLElement;
  await user.click(within(message).getByRole("button", { name: "Clear filter" }));
  expect([filterText.value, listed().length]).toEqual(["", 3]);
});

it("marks a filter that is none, and offers nothing for it", async () => {
  const user = table();
  await user.type(filter(), "/(/");
  expect(filter().getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByRole("button", { name: "Show only matches" })).toBeNull();
});

it("marks the rule of the ten newest while it holds", async () => {
  const user = table();
  await user.click(button("10 newest"));
  expect(button("10 newest").getAttribute("aria-pressed")).toBe("true");
  await user.click(button("None"));
  expect(button("10 newest").getAttribute("aria-pressed")).toBe("false");
});

it("lists archived experiments on request", async () => {
  setArchived(rowOf("t:a1"), true);
  const user = table();
  expect(listed()).not.toContain("a1");
  const line = within(screen.getByText(/1 experiment archived/));
  await user.click(line.getByRole("button", { name: "show" }));
  expect(listed()).toContain("a1");
  await user.click(line.getByRole("button", { name: "hide" }));
  expect(listed()).not.toContain("a1");
});

it("sorts by a column by its head, and says so", async () => {
  const user = table();
  await user.click(screen.getByRole("button", { name: "Name" }));
  expect(listed()).toEqual(["a1", "a2", "b1"]);
  expect(screen.getByRole("columnheader", { name: /^Name/ }).getAttribute("aria-sort")).toBe(
    "ascending",
  );
});

it("changes the width of a column by arrows", async () => {
  const user = table();
  const edge = screen.getAllByRole("separator")[0] as HTMLElement;
  const width = () => Number(edge.getAttribute("aria-valuenow"));
  const before = width();
  edge.focus();
  await user.keyboard("{ArrowRight}{ArrowRight}{ArrowLeft}");
  expect(width()).toBe(before + 10);
});

it("fetches its settings when they are opened, and focuses the filter by r", async () => {
  const user = table();
  await user.keyboard("r");
  expect(document.activeElement).toBe(filter());
  await user.click(button("Columns, grouping and sorting"));
  const name = "Columns, grouping and sorting";
  expect(await screen.findByRole("region", { name })).toBeTruthy();
  await user.click(button(name));
  expect(screen.queryByRole("region", { name })).toBeNull();
});

it("is a column of colours when it is collapsed, with one stop of the Tab key", async () => {
  render(<RunRail />);
  const user = userEvent.setup();
  await user.tab();
  await user.tab();
  const boxes = screen.getAllByRole<HTMLInputElement>("checkbox");
  expect(document.activeElement).toBe(boxes[0]);
  await user.keyboard("{ArrowDown} ");
  expect(document.activeElement).toBe(boxes[1]);
  expect([boxes[0]?.checked, boxes[1]?.checked]).toEqual([true, false]);
  await user.keyboard("{ArrowUp}");
  await user.tab();
  expect(boxes).not.toContain(document.activeElement);
});

// Last: what is gone from the log stays on the list for a while.
it("says that experiments are new which a custom selection leaves out, until that is dismissed", async () => {
  const user = table();
  act(() => select({ kind: "names", names: ["a1"] }));
  await serveRuns(["a1", "a2", "b1", "c1"].map((name) => runOf(name)));
  const notice = await screen.findByRole("status");
  expect(notice.textContent).toContain("1 new experiment");
  await user.click(within(notice).getByRole("button", { name: "show" }));
  expect(shown()).toEqual(["a1", "c1"]);
  await waitFor(() => expect(screen.queryByRole("status")).toBeNull());
});
