import { act, render, screen, within } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { shortcutGroups } from "../../state/messages";
import { openDialog, toggleDialog } from "../../state/shell/dialogs";
import { addShortcuts, characterKeys } from "../../state/shell/shortcuts";
import { ShortcutSheet } from "./shortcut-sheet";

let remove: () => void;
beforeEach(() => {
  const run = () => undefined;
  remove = addShortcuts([
    { keys: "Shift+z", label: "Count the zebras", group: "projector", run },
    { keys: "z", label: "Next zebra", group: "projector", run },
    { keys: "q", label: "Like the other", group: "projector", run, isLike: "z" },
  ]);
  render(<ShortcutSheet />);
  act(() => toggleDialog("keys"));
});
afterEach(() => {
  remove();
  openDialog.value = null;
  characterKeys.value = true;
});

it("lists the keys of each group, and none twice", () => {
  const heading = screen.getByRole("heading", { name: shortcutGroups.projector });
  const group = within(heading.parentElement as HTMLElement);
  expect(group.getAllByRole("term").map((term) => term.textContent)).toEqual(["Shiftz", "z"]);
  expect(group.getAllByRole("definition").map((label) => label.textContent)).toEqual([
    "Count the zebras",
    "Next zebra",
  ]);
});

it("switches keys off that type a character", async () => {
  const box = screen.getByRole<HTMLInputElement>("checkbox");
  expect(box.checked).toBe(true);
  await userEvent.click(box);
  expect(characterKeys.value).toBe(false);
  expect(box.checked).toBe(false);
});

it("leads to the page about the tab in view first, in a window of its own", () => {
  const link = screen.getByRole<HTMLAnchorElement>("link");
  expect(link.getAttribute("href")).toBe("help/manual.html#the-overview");
  expect(link.target).toBe("_blank");
});
