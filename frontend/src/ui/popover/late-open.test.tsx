import { signal } from "@preact/signals";
import { render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { MenuButton, MenuItem } from "./menu-button";
import { PopoverPanel } from "./popover-panel";

/** Content that is fetched when it is wanted, and there when `arrive` is called. */
function lateContent() {
  const isThere = signal(false);
  let settle = { resolve: () => {}, reject: () => {} };
  const load = () => {
    if (isThere.peek()) return null;
    return new Promise<void>((resolve, reject) => {
      settle = { resolve, reject: () => reject(new Error("no server")) };
    });
  };
  const arrive = () => {
    isThere.value = true;
    settle.resolve();
  };
  return { load, arrive, fail: () => settle.reject() };
}

it("opens a menu when its items are there, with the focus on the first", async () => {
  const { load, arrive } = lateContent();
  render(
    <MenuButton icon="more" label="Actions" load={load}>
      <MenuItem onChoose={() => {}}>Rename</MenuItem>
    </MenuButton>,
  );
  const button = screen.getByRole("button", { name: "Actions" });
  button.focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.queryByRole("menu")).toBeNull();
  arrive();
  const item = await screen.findByRole("menuitem", { name: "Rename", hidden: true });
  await waitFor(() => expect(document.activeElement).toBe(item));
});

it("opens a panel when its content is there, with the focus in its field", async () => {
  const { load, arrive } = lateContent();
  render(
    <PopoverPanel icon="search" label="Graphs" load={load}>
      <input aria-label="Search graphs" />
    </PopoverPanel>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Graphs" }));
  expect(screen.queryByRole("dialog", { hidden: true })).toBeNull();
  arrive();
  const field = await screen.findByRole("textbox", { name: "Search graphs", hidden: true });
  await waitFor(() => expect(document.activeElement).toBe(field));
});

it("stays closed where its items cannot be had, and opens at the next press", async () => {
  const { load, arrive, fail } = lateContent();
  render(
    <MenuButton icon="more" label="Actions" load={load}>
      <MenuItem onChoose={() => {}}>Rename</MenuItem>
    </MenuButton>,
  );
  const button = screen.getByRole("button", { name: "Actions" });
  await userEvent.click(button);
  fail();
  await waitFor(() => expect(button.getAttribute("aria-expanded")).toBe("false"));
  await userEvent.click(button);
  arrive();
  await screen.findByRole("menu", { hidden: true });
});
