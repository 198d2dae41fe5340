import { render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { useState } from "preact/hooks";
import { expect, it } from "vitest";
import { SegmentedControl } from "./segmented-control";

const CHOICES = [
  { value: "step", text: "Step" },
  { value: "relative", text: "Relative", tooltip: "By time" },
  { value: "wall", text: "Wall" },
] as const;

function Axis() {
  const [value, setValue] = useState<"step" | "relative" | "wall">("step");
  return (
    <>
      <button type="button">before</button>
      <SegmentedControl label="Axis" value={value} choices={CHOICES} onChange={setValue} />
      <button type="button">after</button>
    </>
  );
}

const checked = () =>
  screen.getAllByRole<HTMLInputElement>("radio").map(({ checked: isChecked }) => isChecked);

it("is a group of radio buttons, of which the chosen one is checked", async () => {
  render(<Axis />);
  expect(screen.getByRole("radiogroup", { name: "Axis" })).toBeTruthy();
  expect(checked()).toEqual([true, false, false]);
  await userEvent.click(screen.getByRole("radio", { name: "Wall" }));
  expect(checked()).toEqual([false, false, true]);
});

it("is one stop of the Tab key, and the arrows choose", async () => {
  render(<Axis />);
  const user = userEvent.setup();
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: "Step" }));
  await user.keyboard("{ArrowRight}");
  expect(checked()).toEqual([false, true, false]);
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(checked()).toEqual([false, false, true]);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByText("after"));
});

it("has groups of their own where two are on a page", async () => {
  render(
    <>
      <Axis />
      <Axis />
    </>,
  );
  await userEvent.click(screen.getAllByRole("radio", { name: "Wall" })[0] as HTMLElement);
  expect(checked()).toEqual([false, false, true, true, false, false]);
});
