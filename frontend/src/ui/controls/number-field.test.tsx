import { fireEvent, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { useState } from "preact/hooks";
import { expect, it } from "vitest";
import { NumberField } from "./number-field";

function Step({ onChange }: { onChange: number[] }) {
  const [value, setValue] = useState(3);
  return (
    <NumberField
      label="Step"
      value={value}
      onChange={(typed) => {
        onChange.push(typed);
        setValue(Math.min(10, typed));
      }}
    />
  );
}

const field = () => screen.getByRole<HTMLInputElement>("spinbutton", { name: "Step" });

it("takes a number when it has been typed, not before", async () => {
  const changes: number[] = [];
  render(<Step onChange={changes} />);
  await userEvent.clear(field());
  await userEvent.type(field(), "7");
  expect(changes).toEqual([]);
  fireEvent.change(field());
  expect(changes).toEqual([7]);
  expect(field().value).toBe("7");
});

it("shows the value that came of what was typed", async () => {
  render(<Step onChange={[]} />);
  await userEvent.clear(field());
  await userEvent.type(field(), "70");
  fireEvent.change(field());
  expect(field().value).toBe("10");
});

it("leaves its value alone where no number was typed", async () => {
  const changes: number[] = [];
  render(<Step onChange={changes} />);
  await userEvent.clear(field());
  fireEvent.change(field());
  expect(changes).toEqual([]);
  expect(field().value).toBe("3");
});
