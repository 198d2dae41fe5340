import { render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { useState } from "preact/hooks";
import { expect, it } from "vitest";
import { Toolbar } from "./toolbar";

/** The second button disables the first. */
function Page() {
  const [isFirst, setFirst] = useState(true);
  return (
    <>
      <button type="button">before</button>
      <Toolbar class="tools" label="Tools">
        <button type="button" disabled={!isFirst}>
          one
        </button>
        <button type="button" onClick={() => setFirst(false)}>
          two
        </button>
        <input aria-label="field" />
        <button type="button">three</button>
        <div popover="manual">
          <button type="button">of a menu</button>
        </div>
      </Toolbar>
      <button type="button">after</button>
    </>
  );
}

const focused = () => document.activeElement?.textContent;

it("is one stop of the Tab key beside its fields, and comes back to the button that had it", async () => {
  const user = userEvent.setup();
  render(<Page />);
  screen.getByRole("button", { name: "before" }).focus();
  await user.tab();
  expect(focused()).toBe("one");
  await user.keyboard("{ArrowRight}");
  expect(focused()).toBe("two");
  await user.tab();
  expect(document.activeElement).toBe(screen.getByLabelText("field"));
  await user.tab({ shift: true });
  expect(focused()).toBe("two");
});

it("leads round with arrows, and to its ends with Home and End", async () => {
  const user = userEvent.setup();
  render(<Page />);
  screen.getByRole("button", { name: "one" }).focus();
  const walk: unknown[] = [];
  for (const key of ["ArrowLeft", "ArrowRight", "End", "Home", "ArrowUp"]) {
    await user.keyboard(`{${key}}`);
    walk.push(focused());
  }
  expect(walk).toEqual(["three", "one", "three", "one", "one"]);
});

it("has a stop when the button that was it can no longer be pressed", async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.click(screen.getByRole("button", { name: "two" }));
  screen.getByRole("button", { name: "before" }).focus();
  await user.tab();
  expect(focused()).toBe("two");
  const stops = screen.getAllByRole("button").filter(({ tabIndex }) => tabIndex === 0);
  expect(stops.map(({ textContent }) => textContent)).not.toContain("three");
});
