import { act, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { openDialog } from "../../state/shell/dialogs";
import { narrow } from "../../state/shell/panels";
import { MoreTabs } from "./more-tabs";

afterEach(() => {
  openDialog.value = null;
  narrow.value = false;
});

async function openMenu(): Promise<string[]> {
  render(<MoreTabs />);
  await userEvent.click(screen.getByRole("button", { name: "More" }));
  const items = await screen.findAllByRole("menuitem");
  return items.map(({ textContent }) => textContent ?? "");
}

it("lists the tabs with nothing to show, each with the reason", async () => {
  const items = await openMenu();
  expect(items).toContain("TensorsNo tensors of unknown plugins in these runs");
  expect(items).not.toContain("Runs");
  expect(items).not.toContain("Views");
});

it("lists all tabs and the switches of the page in a narrow window", async () => {
  narrow.value = true;
  const items = await openMenu();
  expect(items).toContain("Runs");
  expect(items).toContain("TensorsNo tensors of unknown plugins in these runs");
  await act(() => userEvent.click(screen.getByRole("menuitem", { name: "Views" })));
  expect(openDialog.value).toBe("views");
});
