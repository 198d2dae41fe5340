import { render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { useState } from "preact/hooks";
import { expect, it } from "vitest";
import { Checkbox } from "./checkbox";

function LogAxis() {
  const [isLog, setLog] = useState(false);
  return <Checkbox label="Log y" checked={isLog} onChange={setLog} />;
}

it("is a checkbox that its label names and ticks, as the space bar does", async () => {
  render(<LogAxis />);
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Log y" });
  expect(box.checked).toBe(false);
  await userEvent.click(screen.getByText("Log y"));
  expect(box.checked).toBe(true);
  await userEvent.keyboard(" ");
  expect(box.checked).toBe(false);
});
