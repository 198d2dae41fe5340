import { render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { useState } from "preact/hooks";
import { expect, it } from "vitest";
import * as messages from "../messages";
import { SearchField } from "./search-field";

function Filter() {
  const [text, setText] = useState("");
  return (
    <SearchField
      label="Filter tags"
      placeholder="text or /regex/"
      value={text}
      error={text === "/(/" ? "The group is not closed" : null}
      onInput={setText}
    />
  );
}

const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Filter tags" });

it("has a button to clear it, while there is something to clear", async () => {
  render(<Filter />);
  expect(screen.queryByRole("button")).toBeNull();
  await userEvent.type(field(), "loss");
  await userEvent.click(screen.getByRole("button", { name: messages.clearFilter }));
  expect(field().value).toBe("");
});

it("is cleared by Escape first, and left by it then", async () => {
  render(<Filter />);
  await userEvent.type(field(), "loss{Escape}");
  expect(field().value).toBe("");
  expect(document.activeElement).toBe(field());
  await userEvent.keyboard("{Escape}");
  expect(document.activeElement).not.toBe(field());
});

it("says what is wrong with a pattern", async () => {
  render(<Filter />);
  expect(field().getAttribute("aria-invalid")).toBe("false");
  await userEvent.type(field(), "/(/");
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("The group is not closed")).toBeTruthy();
});
