import { render, screen, within } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { showView } from "../../../state/address/url-state";
import { runOf, serveRuns } from "../../../state/testing/serve-runs";
import * as view from "../options/tab-options";
import { shownTags, useHparams } from "../sessions/sessions";
import { columnOf, tableOf } from "../testing/columns";
import { ColumnChooser } from "./column-chooser";

const TABLE = tableOf(
  ["a", "b"],
  [columnOf("h:lr", [0.1, 0.3]), columnOf("h:seed", [1, 1]), columnOf("m:|loss", [1, 2], "loss")],
);

const tagOf = (tag: string, runs: readonly string[]) => {
  return { tag, kind: "scalars", runs, description: "", display_name: "" };
};
const TAGS = ["loss", "accuracy", "rate", "memory"].map((tag, at) =>
  tagOf(tag, ["#a", "#b", "#c", "#d"].slice(at)),
);

beforeEach(async () => {
  showView("");
  await serveRuns([runOf("a")], (request) => {
    if (request.includes("api/tags")) return { tags: TAGS };
    return { tags: [], sessions: [], hparams: [], metrics: [] };
  });
});

function Chooser() {
  useHparams();
  return <ColumnChooser table={TABLE} shown={view.shownColumns(TABLE)} />;
}

async function opened() {
  const user = userEvent.setup();
  render(<Chooser />);
  await user.click(screen.getByRole("button", { name: "Columns" }));
  return user;
}

const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>("checkbox", { name });
const keys = () => view.shownColumns(TABLE).map(({ key }) => key);

it("shows what differs at first, and says what is the same in all sessions", async () => {
  await opened();
  expect(box("lr").checked).toBe(true);
  expect(box("seed same in all sessions").checked).toBe(false);
  const metrics = screen.getByRole("group", { name: "Metrics" });
  expect(within(metrics).getByRole<HTMLInputElement>("checkbox", { name: "loss" }).checked).toBe(
    true,
  );
});

it("shows and hides columns, but never the last one", async () => {
  const user = await opened();
  await user.click(box(/^seed/));
  expect(keys()).toEqual(["h:lr", "m:|loss", "h:seed"]);
  await user.click(box("lr"));
  await user.click(box(/^seed/));
  expect(keys()).toEqual(["m:|loss"]);
  const metrics = screen.getByRole("group", { name: "Metrics" });
  const last = within(metrics).getByRole<HTMLInputElement>("checkbox", { name: "loss" });
  expect(last.disabled).toBe(true);
});

it("adds a scalar tag to those shown by default, which stay", async () => {
  const user = await opened();
  await user.click(await screen.findByRole("checkbox", { name: "memory" }));
  expect(shownTags.value).toEqual(["loss", "accuracy", "rate", "memory"]);
  await user.click(box("rate"));
  expect(shownTags.value).toEqual(["loss", "accuracy", "memory"]);
});

it("filters the tags by text, and says what is wrong with a pattern", async () => {
  const user = await opened();
  await screen.findByRole("checkbox", { name: "rate" });
  const field = screen.getByRole("textbox", { name: "Filter scalar tags" });
  await user.type(field, "acc");
  const group = screen.getByRole("group", { name: "Scalars as metrics" });
  const found = () => within(group).queryAllByRole("checkbox").length;
  expect(found()).toBe(1);
  await user.clear(field);
  await user.type(field, "/(/");
  expect(field.getAttribute("aria-invalid")).toBe("true");
});

it("filters a long list of hyper-parameters, and leaves a short one without a field", async () => {
  await opened();
  expect(screen.queryByLabelText("Filter hyper-parameters")).toBeNull();
  const many = Array.from({ length: 25 }, (_, at) => columnOf(`h:config.${at}`, [at, 1]));
  const table = tableOf(["a", "b"], [...many, columnOf("h:rate", [0.1, 0.2])]);
  const user = userEvent.setup();
  const { container } = render(<ColumnChooser table={table} shown={table.columns} />);
  const chooser = within(container as HTMLElement);
  await user.click(chooser.getByRole("button", { name: "Columns" }));
  await user.type(screen.getByLabelText("Filter hyper-parameters"), "rate");
  const list = screen.getByLabelText("Filter hyper-parameters").closest("fieldset");
  expect(within(list as HTMLElement).getAllByRole("checkbox")).toHaveLength(1);
});
