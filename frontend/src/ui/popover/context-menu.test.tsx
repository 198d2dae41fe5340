import { render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { useState } from "preact/hooks";
import { expect, it } from "vitest";
import { ContextMenu } from "./context-menu";
import { MenuItem } from "./menu-button";

function Row({ chosen = [] }: { chosen?: string[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        row
      </button>
      {isOpen && (
        <ContextMenu label="Actions" x={40} y={50} onClose={() => setOpen(false)}>
          <MenuItem onChoose={() => chosen.push("Hide")}>Hide</MenuItem>
          <MenuItem onChoose={() => chosen.push("Pin")} disabled>
            Pin
          </MenuItem>
        </ContextMenu>
      )}
    </>
  );
}

it("takes the focus where it opens, and gives it back with Escape", async () => {
  render(<Row />);
  const user = userEvent.setup();
  await user.click(screen.getByText("row"));
  expect(screen.getByRole("menu", { name: "Actions" }).style.left).toBe("40px");
  expect(document.activeElement).toBe(screen.getByRole("menuitem", { name: "Hide" }));
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(screen.getByText("row"));
});

it("closes with the item that is chosen, not with one that cannot be", async () => {
  const chosen: string[] = [];
  render(<Row chosen={chosen} />);
  const user = userEvent.setup();
  await user.click(screen.getByText("row"));
  await user.keyboard("p{Enter}");
  expect(screen.queryByRole("menu")).not.toBeNull();
  await user.keyboard("{ArrowUp}{Enter}");
  expect(chosen).toEqual(["Hide"]);
  expect(screen.queryByRole("menu")).toBeNull();
});

it("closes with a press outside", async () => {
  render(<Row />);
  await userEvent.click(screen.getByText("row"));
  await userEvent.pointer({ keys: "[MouseLeft]", target: document.body });
  expect(screen.queryByRole("menu")).toBeNull();
});
