import { fireEvent, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { shortener } from "../../../lib/lists/shortener";
import { showView } from "../../../state/address/url-state";
import { axisOf } from "../model/axis";
import * as view from "../options/tab-options";
import { columnOf, tableOf } from "../testing/columns";
import { AxisHeader } from "./axis-header";
import { axisX, type DrawnAxis } from "./parallel-geometry";

const LR = columnOf("h:lr", [0.1, 0.3, 0.2]);
const TABLE = tableOf(
  ["a", "b", "c"],
  [LR, columnOf("h:opt", ["sgd", "adam", "sgd"]), columnOf("m:|loss", [3, 1, 2], "loss")],
);

const whole = shortener([]);

beforeEach(() => showView(""));

function Headers() {
  const axes = view.shownColumns(TABLE).map(
    (column, at): DrawnAxis => ({
      column,
      axis: axisOf(column, view.scaleOf(column), false),
      x: axisX(at, 100),
    }),
  );
  return axes.map(({ column }, at) => (
    <AxisHeader key={column.key} axes={axes} at={at} short={whole(column.title)} table={TABLE} />
  ));
}

const keys = () => view.shownColumns(TABLE).map(({ key }) => key);
const header = (name: string) => screen.getByRole("button", { name });

/** Opens the menu of an axis by its key and chooses an item. */
async function choose(axis: string, item: string, role = "menuitem"): Promise<void> {
  const user = userEvent.setup();
  header(axis).focus();
  await user.keyboard("{Enter}");
  await user.click(screen.getByRole(role, { name: item }));
}

function drag(name: string, by: number): void {
  fireEvent.pointerDown(header(name), { button: 0, clientX: 50 });
  fireEvent.pointerMove(header(name), { clientX: 50 + by });
  fireEvent.pointerUp(header(name), { clientX: 50 + by });
}

it("opens its menu by Enter, and gives the focus back to the name", async () => {
  const user = userEvent.setup();
  render(<Headers />);
  header("lr").focus();
  expect(header("lr").getAttribute("aria-expanded")).toBe("false");
  await user.keyboard("{Enter}");
  expect(screen.getByRole("menu", { name: "lr" })).toBeTruthy();
  expect(header("lr").getAttribute("aria-expanded")).toBe("true");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(header("lr"));
});

it("opens its menu by a press, and not by a drag", () => {
  render(<Headers />);
  drag("lr", 120);
  expect(screen.queryByRole("menu")).toBeNull();
  drag("opt", 2);
  expect(screen.getByRole("menu", { name: "opt" })).toBeTruthy();
});

it("moves the axis that is dragged behind those it has passed", () => {
  render(<Headers />);
  drag("lr", 150);
  expect(keys()).toEqual(["h:opt", "h:lr", "m:|loss"]);
});

it("moves an axis by its menu, but not beyond the others", async () => {
  render(<Headers />);
  await choose("lr", "Move right");
  expect(keys()).toEqual(["h:opt", "h:lr", "m:|loss"]);
  header("opt").focus();
  await userEvent.keyboard("{Enter}");
  const item = screen.getByRole("menuitem", { name: "Move left" });
  expect(item.getAttribute("aria-disabled")).toBe("true");
});

it("sets the scale, which the name then has, where the values are numbers", async () => {
  render(<Headers />);
  await choose("lr", "Logarithmic", "menuitemradio");
  expect(view.scaleOf(LR)).toBe("log");
  expect(header("lr log")).toBeTruthy();
  header("opt").focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.queryByRole("group", { name: "Scale" })).toBeNull();
});

it("inverts, filters by, colours by and hides its column", async () => {
  render(<Headers />);
  await choose("lr", "Invert axis");
  expect([...view.flipped.value]).toEqual(["h:lr"]);
  await choose("lr", "Filter by lr");
  expect(view.brushes.value.get("h:lr")).toEqual({ kind: "range", from: 0.1, to: 0.3 });
  await choose("lr", "Colour by lr");
  expect(view.colourKey(TABLE.columns)).toBe("h:lr");
  await choose("lr", "Hide lr");
  expect(keys()).toEqual(["h:opt", "m:|loss"]);
});
