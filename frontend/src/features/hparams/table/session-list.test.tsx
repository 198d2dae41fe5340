import { act, render, screen, within } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { showView } from "../../../state/address/url-state";
import { startShortcuts } from "../../../state/shell/shortcuts";
import type { SessionTable } from "../model/session-table";
import * as view from "../options/tab-options";
import { columnOf, tableOf } from "../testing/columns";
import { SessionList } from "./session-list";

const TABLE = tableOf(
  ["a", "b", "c"],
  [columnOf("h:lr", [0.1, 0.3, 0.2]), columnOf("h:opt", ["sgd", "adam", "sgd"])],
);

beforeAll(startShortcuts);
beforeEach(() => {
  showView("");
  view.pointedRun.value = null;
});

function list(table: SessionTable = TABLE, passing = [true, true, true]): void {
  render(<SessionList table={table} columns={table.columns} passing={passing} />);
}

const names = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);
const header = (name: string) => screen.getByRole("columnheader", { name });

it("has a row of values for each session that passes the filters", () => {
  list(TABLE, [true, false, true]);
  expect(screen.getByRole("table", { name: "2 sessions, 2 columns" })).toBeTruthy();
  expect(names()).toEqual(["a", "c"]);
  const cells = within(screen.getByRole("row", { name: /^c/ })).getAllByRole("cell");
  expect(cells.map(({ textContent }) => textContent)).toEqual(["success", "0.2", "sgd"]);
});

it("calls sessions by what tells them apart, as they are named in the table", () => {
  // The run of a session may lie below the experiment that the session is named for.
  const rows = ["logs/cnn_units16", "logs/cnn_units64"].map((name) => {
    return { run: `${name}/1795942926.84`, name, group: "", status: null };
  });
  list({ rows, columns: [] }, [true, true]);
  expect(names()).toEqual(["cnn_units16", "cnn_units64"]);
  // What is seen of a name are its two pieces.
  const [first] = screen.getAllByRole("rowheader");
  expect(first?.innerHTML).toContain('data-head="cnn_" data-tail="units16"');
});

it("sorts by a column up, then down, then as the runs are, and says so", async () => {
  const user = userEvent.setup();
  list();
  const press = () => user.click(screen.getByRole("button", { name: "lr" }));
  await press();
  expect(names()).toEqual(["a", "c", "b"]);
  expect(header("lr").getAttribute("aria-sort")).toBe("ascending");
  await press();
  expect(names()).toEqual(["b", "c", "a"]);
  expect(header("lr").getAttribute("aria-sort")).toBe("descending");
  await press();
  expect(names()).toEqual(["a", "b", "c"]);
  expect(header("lr").hasAttribute("aria-sort")).toBe(false);
});

it("has the group of a session where two sessions share one", () => {
  list();
  expect(screen.queryByRole("columnheader", { name: "Group" })).toBeNull();
  const [first, second, third] = TABLE.rows;
  if (first === undefined || second === undefined || third === undefined) throw new Error();
  list({ ...TABLE, rows: [{ ...first, group: "g" }, { ...second, group: "g" }, third] });
  expect(header("Group")).toBeTruthy();
});

it("goes from session to session by j and k, and points at the one in focus", async () => {
  const user = userEvent.setup();
  list();
  await user.keyboard("jj");
  expect(document.activeElement).toBe(screen.getByRole("row", { name: /^b/ }));
  expect(view.pointedRun.value).toBe("b");
  await user.keyboard("k");
  expect(view.pointedRun.value).toBe("a");
});

it("marks the session that is pointed at elsewhere", () => {
  list();
  act(() => {
    view.pointedRun.value = "c";
  });
  expect(screen.getByRole("row", { name: /^c/ }).className).toContain("pointed");
});
