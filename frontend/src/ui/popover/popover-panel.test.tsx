import { render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { PopoverPanel } from "./popover-panel";

function Columns() {
  return (
    <>
      <PopoverPanel icon="sliders" label="Columns" text="3 of 9">
        <input aria-label="Filter" />
        <button type="button">all</button>
      </PopoverPanel>
      <button type="button">elsewhere</button>
    </>
  );
}

const button = () => screen.getByRole("button", { name: "Columns: 3 of 9" });

it("opens as a dialog with the focus in its first field", async () => {
  render(<Columns />);
  await userEvent.click(button());
  const panel = screen.getByRole("dialog", { name: "Columns" });
  expect(button().getAttribute("aria-controls")).toBe(panel.id);
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Filter" }));
});

it("closes with Escape and hands the focus back", async () => {
  render(<Columns />);
  const user = userEvent.setup();
  await user.click(button());
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(button());
});

it("stays open while it is used, and closes when something else is", async () => {
  render(<Columns />);
  const user = userEvent.setup();
  await user.click(button());
  await user.click(screen.getByText("all"));
  expect(screen.queryByRole("dialog")).not.toBeNull();
  await user.click(screen.getByText("elsewhere"));
  expect(screen.queryByRole("dialog")).toBeNull();
});
