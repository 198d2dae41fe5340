import { act, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { urlText } from "../../state/address/url-state";
import { offerActions } from "../../state/shell/actions";
import { openDialog, toggleDialog } from "../../state/shell/dialogs";
import { addShortcuts } from "../../state/shell/shortcuts";
import { Palette } from "./palette";

const chosen: string[] = [];
let removeShortcuts: () => void;

beforeEach(() => {
  // Without a server the palette has the tabs and the actions.
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no server")));
  chosen.length = 0;
  removeShortcuts = addShortcuts(
    ["Zebra one", "Zebra two"].map((label) => ({
      keys: `z ${label}`,
      label,
      group: "graph",
      run: () => chosen.push(label),
    })),
  );
  openDialog.value = null;
});
afterEach(() => {
  removeShortcuts();
  vi.unstubAllGlobals();
});

async function opened() {
  render(<Palette />);
  act(() => toggleDialog("palette"));
  const user = userEvent.setup();
  const field = await screen.findByRole<HTMLInputElement>("combobox");
  field.focus();
  return { user, field };
}

/** The option that the field refers to. */
function active(field: HTMLElement): string | null | undefined {
  const id = field.getAttribute("aria-activedescendant");
  return id === null
    ? null
    : document.getElementById(id)?.querySelector(".app-palette-text")?.textContent;
}

const count = () => screen.getByRole("status").textContent;

it("says how many it found with each letter", async () => {
  const { user, field } = await opened();
  await user.type(field, "zebra");
  // The item that saves the view under what was typed is one of them.
  expect(count()).toBe("3 found");
  expect(screen.getAllByRole("option")).toHaveLength(3);
  await user.type(field, " two");
  expect(count()).toBe("2 found");
});

it("counts those that it does not list", async () => {
  await opened();
  const listed = screen.getAllByRole("option").length;
  expect(count()).toMatch(new RegExp(`^${listed} of \\d+ found$`));
});

it("refers to the option that Enter chooses, and to no other", async () => {
  const { user, field } = await opened();
  await user.type(field, "zebra");
  const first = active(field);
  const selected = screen.getAllByRole("option", { selected: true });
  expect(selected.map(({ id }) => id)).toEqual([field.getAttribute("aria-activedescendant")]);
  await user.keyboard("{ArrowDown}");
  expect(active(field)).not.toBe(first);
  await user.keyboard("{ArrowUp}");
  expect(active(field)).toBe(first);
  await user.keyboard("{Enter}");
  expect(chosen).toEqual([first]);
  expect(openDialog.value).toBeNull();
});

it.each([
  ["help", "Keyboard shortcuts"],
  ["dark theme", "Dark theme"],
  ["svg", "Save the card"],
  ["download", "Save the card"],
  ["group", "Group runs by lr"],
])("finds by %s what is called otherwise", async (words, wanted) => {
  const removed = addShortcuts([
    { keys: "?", label: "Keyboard shortcuts", group: "everywhere", run: () => {} },
    { keys: "e", label: "Save the card", group: "everywhere", run: () => {} },
  ]);
  const run = () => chosen.push("lr");
  const stop = offerActions(() => [{ text: "Group runs by lr", hint: "Runs", run }]);
  const { user, field } = await opened();
  await user.type(field, words);
  expect(active(field)).toBe(wanted);
  removed();
  stop();
});

it("compares the runs shown", async () => {
  const { user, field } = await opened();
  await user.type(field, "side by side");
  expect(active(field)).toBe("Compare runs");
  await user.keyboard("{Enter}");
  expect([urlText("tab").value, urlText("comparison").value]).toEqual(["runs", "columns"]);
  urlText("comparison").value = "";
});

it("lists the group with the best match first", async () => {
  const { user, field } = await opened();
  expect(screen.getAllByRole("group")[0]?.getAttribute("aria-label")).toBe("Tabs");
  await user.type(field, "zebra one");
  expect(screen.getAllByRole("group")[0]?.getAttribute("aria-label")).toBe("Actions");
});

it("goes round with the arrows", async () => {
  const { user, field } = await opened();
  await user.type(field, "zebra");
  await user.keyboard("{ArrowUp}");
  expect(active(field)).toBe("Save this view as “zebra”");
  await user.keyboard("{ArrowDown}");
  expect(active(field)).toMatch(/^Zebra/);
});
