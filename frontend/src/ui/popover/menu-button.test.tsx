import { render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { useState } from "preact/hooks";
import { expect, it } from "vitest";
import { MenuButton, MenuCheck, MenuGroup, MenuItem, MenuRadio } from "./menu-button";

function File({ chosen }: { chosen: string[] }) {
  const [isWide, setWide] = useState(false);
  const choose = (name: string) => () => chosen.push(name);
  return (
    <>
      <MenuButton icon="more" label="File" shortcut="e">
        <MenuItem onChoose={choose("Save")}>Save</MenuItem>
        <MenuItem onChoose={choose("Share")} disabled>
          Share
        </MenuItem>
        <MenuGroup title="Size">
          <MenuRadio isChosen={!isWide} onChoose={() => setWide(false)}>
            Narrow
          </MenuRadio>
          <MenuRadio isChosen={isWide} onChoose={() => setWide(true)}>
            Wide
          </MenuRadio>
        </MenuGroup>
        <MenuCheck isOn={isWide} onChoose={() => setWide(!isWide)}>
          Stretch
        </MenuCheck>
      </MenuButton>
      <button type="button">elsewhere</button>
    </>
  );
}

const button = () => screen.getByRole("button", { name: "File" });
const focused = () => document.activeElement?.textContent;

async function opened() {
  const chosen: string[] = [];
  render(<File chosen={chosen} />);
  const user = userEvent.setup();
  await user.click(button());
  return { user, chosen };
}

it("opens at its first item and says so", async () => {
  render(<File chosen={[]} />);
  expect(button().getAttribute("aria-expanded")).toBe("false");
  await userEvent.click(button());
  const menu = screen.getByRole("menu", { name: "File" });
  expect(button().getAttribute("aria-expanded")).toBe("true");
  expect(button().getAttribute("aria-controls")).toBe(menu.id);
  expect(focused()).toBe("Save");
  expect(screen.getByRole("group", { name: "Size" })).toBeTruthy();
});

it("is walked with arrows, Home and End; Left and Right do nothing", async () => {
  const { user } = await opened();
  await user.keyboard("{ArrowRight}{ArrowLeft}");
  expect(focused()).toBe("Save");
  await user.keyboard("{End}");
  expect(focused()).toBe("Stretch");
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  expect(focused()).toBe("Narrow");
  await user.keyboard("{Home}");
  expect(focused()).toBe("Save");
});

it("leads to the item that is typed", async () => {
  const { user } = await opened();
  await user.keyboard("st");
  expect(focused()).toBe("Stretch");
});

it("gives the focus to items that cannot be chosen, and stays open when they are", async () => {
  const { user, chosen } = await opened();
  await user.keyboard("{ArrowDown}");
  const item = screen.getByRole("menuitem", { name: "Share" });
  expect(document.activeElement).toBe(item);
  expect(item.getAttribute("aria-disabled")).toBe("true");
  await user.keyboard("{Enter}");
  await user.click(item);
  expect(chosen).toEqual([]);
  expect(screen.queryByRole("menu")).not.toBeNull();
});

it("closes with the item that is chosen, and hands the focus back", async () => {
  const { user, chosen } = await opened();
  await user.keyboard("{Enter}");
  expect(chosen).toEqual(["Save"]);
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(button());
});

it("stays open for radio buttons and switches", async () => {
  const { user } = await opened();
  await user.click(screen.getByRole("menuitemradio", { name: "Wide" }));
  const radios = screen.getAllByRole("menuitemradio");
  expect(radios.map((radio) => radio.getAttribute("aria-checked"))).toEqual(["false", "true"]);
  await user.click(screen.getByRole("menuitemcheckbox", { name: "Stretch" }));
  const box = screen.getByRole("menuitemcheckbox", { name: "Stretch" });
  expect(box.getAttribute("aria-checked")).toBe("false");
});

it("closes with Escape at its button, and with a press elsewhere", async () => {
  const { user } = await opened();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(button());
  await user.click(button());
  await user.click(screen.getByText("elsewhere"));
  expect(screen.queryByRole("menu")).toBeNull();
});

it("leaves no key to the page behind it", async () => {
  const keys: string[] = [];
  const record = ({ key }: KeyboardEvent) => keys.push(key);
  document.addEventListener("keydown", record);
  const { user } = await opened();
  await user.keyboard("{ArrowDown}s{Escape}");
  document.removeEventListener("keydown", record);
  expect(keys).toEqual([]);
});
