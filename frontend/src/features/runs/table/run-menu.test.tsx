import { act, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { showView } from "../../../state/address/url-state";
import { changeMark, marks } from "../../../state/runs/run-annotations";
import { filterText } from "../../../state/runs/run-filter";
import { baselineName, isArchived, runColour, shownNames } from "../../../state/runs/runs";
import { closeDialog } from "../../../state/shell/dialogs";
import { inspector } from "../../../state/shell/inspector";
import { runOf, serveRuns } from "../../../state/testing/serve-runs";
import { renamedKey, setArchived } from "../actions/run-actions";
import { closeMenu, openedMenu, openMenu } from "../actions/run-menu-state";
import type { TableRow } from "../rows/rows";
import { pinned, rows, showsArchived } from "../rows/table-rows";
import { RunMenu } from "./run-menu";

// A server that lets viewers remove event files says so in the page, which is read once.
vi.hoisted(() => {
  document.body.innerHTML =
    '<script id="boot" type="application/json">{"allow_delete": true}</script>';
});

beforeEach(async () => {
  showView("");
  await serveRuns([runOf("sweep/a"), runOf("sweep/b"), runOf("alone")]);
});
afterEach(() => {
  closeMenu();
  closeDialog();
  renamedKey.value = null;
  changeMark("alone", { colour: undefined });
  showView("");
  showsArchived.value = true;
  setArchived(rowOf("t:alone"), false);
  showsArchived.value = false;
});

const rowOf = (key: string) => rows.peek().find((row) => row.key === key) as TableRow;

/** The menu of a row, and how to choose an item of it. */
function menuOf(key: string) {
  openMenu(key, 10, 20);
  render(<RunMenu />);
  const user = userEvent.setup();
  return (name: string, role = "menuitem") => user.click(screen.getByRole(role, { name }));
}

const items = () => screen.getAllByRole("menuitem").map(({ textContent }) => textContent);

it("is named after its row, and has the whole name as title", () => {
  menuOf("t:sweep/a");
  expect(screen.getByRole("menu", { name: "a" })).toBeTruthy();
  expect(screen.getByRole("group", { name: "sweep/a" })).toBeTruthy();
});

it("hides its run, and offers to show it then", async () => {
  const choose = menuOf("t:alone");
  await choose("Hide Space");
  expect(shownNames.value.has("alone")).toBe(false);
  expect(openedMenu.value).toBeNull();
  act(() => openMenu("t:alone", 10, 20));
  expect(screen.getByRole("menuitem", { name: "Show Space" })).toBeTruthy();
});

it("shows its run alone", async () => {
  const choose = menuOf("t:alone");
  await choose("Show only this run o");
  expect([...shownNames.value]).toEqual(["alone"]);
});

it("gives its run a colour, and the default again", async () => {
  const choose = menuOf("t:alone");
  const byDefault = screen.getByRole("menuitem", { name: "Default colour" });
  expect(byDefault.getAttribute("aria-disabled")).toBe("true");
  await choose("Green", "menuitemradio");
  expect(marks.value.get("alone")?.colour).toBe(2);
  const green = screen.getByRole("menuitemradio", { name: "Green" });
  expect(green.getAttribute("aria-checked")).toBe("true");
  await choose("Default colour");
  expect(marks.value.get("alone")?.colour).toBeUndefined();
});

it("gives its run a colour of the viewer's own", async () => {
  const choose = menuOf("t:alone");
  await choose("Custom colour…");
  const input = document.querySelector<HTMLInputElement>("input[type=color]");
  if (input === null) throw new Error("There is no picker.");
  input.value = "#1a7f37";
  act(() => void input.dispatchEvent(new Event("change")));
  expect(marks.value.get("alone")?.colour).toBe("#1a7f37");
  expect(runColour("#alone")).toBe("#1a7f37");
});

it.each([
  ["Rename F2", () => renamedKey.value, "t:alone"],
  ["Pin to top p", () => [...pinned.value].join(), "alone"],
  ["Use as baseline b", () => baselineName.value, "alone"],
  ["Archive", () => isArchived("alone"), true],
  ["Tags, note and details Enter", () => inspector.value?.title, "alone"],
])("does by %s what it says", async (item, read, expected) => {
  const choose = menuOf("t:alone");
  await choose(item);
  expect(read()).toBe(expected);
});

it("restores a run that is archived", async () => {
  setArchived(rowOf("t:alone"), true);
  showsArchived.value = true;
  const choose = menuOf("t:alone");
  await choose("Restore");
  expect(isArchived("alone")).toBe(false);
  showsArchived.value = false;
});

it("opens a dialog before event files are deleted", async () => {
  const choose = menuOf("t:alone");
  await choose("Delete event files…");
  expect(await screen.findByRole("dialog", { name: "Delete event files" })).toBeTruthy();
});

it("opens and closes a directory, and offers nothing for single runs", async () => {
  const choose = menuOf("d:sweep");
  expect(items()).toEqual(["HideSpace", "Show only this runo", "Collapse"]);
  await choose("Collapse");
  expect(rows.value.find(({ key }) => key === "d:sweep")?.isOpen).toBe(false);
});

it("closes when its row is no longer listed", () => {
  menuOf("t:alone");
  act(() => {
    filterText.value = "sweep";
  });
  expect(screen.queryByRole("menu")).toBeNull();
});
