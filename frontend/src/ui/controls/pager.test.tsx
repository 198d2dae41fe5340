import { fireEvent, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { useState } from "preact/hooks";
import { expect, it } from "vitest";
import { Pager } from "./pager";

function Values({ total = 25 }: { total?: number }) {
  const [first, setFirst] = useState(0);
  return <Pager label="values" first={first} size={10} total={total} onChange={setFirst} />;
}

const previous = () => screen.getByRole<HTMLButtonElement>("button", { name: "Previous values" });
const next = () => screen.getByRole<HTMLButtonElement>("button", { name: "Next values" });
const field = () => screen.getByRole<HTMLInputElement>("spinbutton");

it("is not there where everything is shown", () => {
  render(<Values total={10} />);
  expect(screen.queryByRole("group")).toBeNull();
});

it("goes on to the last page and back", async () => {
  render(<Values />);
  expect(previous().disabled).toBe(true);
  await userEvent.click(next());
  await userEvent.click(next());
  expect(screen.getByText("to 25 of 25 values")).toBeTruthy();
  expect(next().disabled).toBe(true);
  await userEvent.click(previous());
  expect(field().value).toBe("11");
});

it("begins at the number that is typed, and no further than the last", async () => {
  render(<Values />);
  await userEvent.clear(field());
  await userEvent.type(field(), "99");
  fireEvent.change(field());
  expect(field().value).toBe("25");
});
