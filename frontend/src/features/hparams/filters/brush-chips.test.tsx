import { fireEvent, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { showView } from "../../../state/address/url-state";
import * as view from "../options/tab-options";
import { columnOf } from "../testing/columns";
import { BrushChips } from "./brush-chips";

const COLUMNS = [columnOf("h:lr", [0.1, 0.3]), columnOf("h:opt", ["sgd", "adam"])];
const RANGE = { kind: "range", from: 0.1, to: 0.2 } as const;

beforeEach(() => showView(""));

function chips(hint: string | null = "Drag along an axis."): void {
  render(<BrushChips columns={COLUMNS} hint={hint} />);
}

it("has the hint until there is a filter", () => {
  chips();
  expect(screen.getByText("Drag along an axis.")).toBeTruthy();
});

it("leaves out the filter on a column that is not there", () => {
  view.setBrush("h:gone", RANGE);
  chips();
  expect(screen.queryByRole("button")).toBeNull();
});

it("takes a typed end of a range, and no text that is none", async () => {
  const user = userEvent.setup();
  view.setBrush("h:lr", RANGE);
  chips();
  const to = screen.getByRole<HTMLInputElement>("textbox", { name: "lr to" });
  expect(to.value).toBe("0.2");
  await user.clear(to);
  await user.type(to, "0.25");
  fireEvent.change(to);
  expect(view.brushes.value.get("h:lr")).toEqual({ kind: "range", from: 0.1, to: 0.25 });
  await user.clear(to);
  await user.type(to, "much");
  fireEvent.change(to);
  expect(view.brushes.value.get("h:lr")).toEqual({ kind: "range", from: 0.1, to: 0.25 });
});

it("lists the words of a filter, and removes one filter or all", async () => {
  const user = userEvent.setup();
  view.setBrush("h:lr", RANGE);
  view.setBrush("h:opt", { kind: "words", words: ["sgd", "adam"] });
  chips();
  expect(screen.getByText("sgd, adam")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Remove filter on opt" }));
  expect([...view.brushes.value.keys()]).toEqual(["h:lr"]);
  expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull();
  view.setBrush("h:opt", { kind: "words", words: ["sgd"] });
  await user.click(await screen.findByRole("button", { name: "Clear filters" }));
  expect(view.brushes.value.size).toBe(0);
});
