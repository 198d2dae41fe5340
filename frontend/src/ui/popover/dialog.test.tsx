import { fireEvent, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { useState } from "preact/hooks";
import { expect, it } from "vitest";
import { Dialog } from "./dialog";

function Rename() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <Dialog title="Rename" isOpen={isOpen} onClose={() => setOpen(false)}>
        <input aria-label="Name" />
      </Dialog>
      <output>{isOpen ? "open" : "closed"}</output>
    </>
  );
}

const state = () => screen.getByRole("status").textContent;

it("has its title as name and heading", () => {
  render(<Rename />);
  expect(screen.getByRole("dialog", { name: "Rename" })).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Rename" })).toBeTruthy();
});

it("closes with its button, and draws nothing then", async () => {
  render(<Rename />);
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(state()).toBe("closed");
  expect(screen.queryByLabelText("Name")).toBeNull();
});

it("is closed at once by Escape, before it says so", () => {
  render(<Rename />);
  fireEvent(screen.getByRole("dialog"), new Event("cancel"));
  expect(state()).toBe("closed");
});

it("closes with a press on the backdrop", () => {
  render(<Rename />);
  const dialog = screen.getByRole("dialog");
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  expect(state()).toBe("closed");
});

it("stays open when a selection of text ends on the backdrop", () => {
  render(<Rename />);
  fireEvent.pointerDown(screen.getByLabelText("Name"));
  fireEvent.click(screen.getByRole("dialog"));
  expect(state()).toBe("open");
});
