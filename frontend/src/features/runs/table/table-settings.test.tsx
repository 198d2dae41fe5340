import { render, screen, within } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { showView } from "../../../state/address/url-state";
import { followTagNames } from "../../../state/runs/run-metrics";
import { columnIds, groupId, sort } from "../../../state/runs/run-table";
import { runOf, serveRuns } from "../../../state/testing/serve-runs";
import { isTree } from "../rows/table-rows";
import { TableSettings } from "./table-settings";

const hparamsOf = (lr: number) => [
  { name: "lr", value: lr },
  { name: "seed", value: 1 },
];
const tagOf = (tag: string) => {
  return { tag, kind: "scalars", runs: ["#a"], description: "", display_name: "" };
};
const TAGS = Array.from({ length: 45 }, (_, at) => tagOf(`loss/${at}`));

beforeEach(async () => {
  showView("");
  await serveRuns(
    [runOf("a", { hparams: hparamsOf(0.1) }), runOf("b", { hparams: hparamsOf(0.2) })],
    (request) => {
      if (request.includes("api/tags")) return { tags: TAGS };
      if (request.includes("api/metrics")) return { metrics: [] };
      return undefined;
    },
  );
});

function settings() {
  render(<TableSettings />);
  return userEvent.setup();
}

const select = (name: string) => screen.getByRole<HTMLSelectElement>("combobox", { name });
const group = (name: string) => within(screen.getByRole("group", { name }));
const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });

it("groups by a column, but by none that differs for each run or all the time", async () => {
  const user = settings();
  const choices = [...select("Group by").options].map(({ text }) => text);
  expect(choices.slice(0, 4)).toEqual(["none", "State", "Step", "Started"]);
  expect(choices).not.toContain("Age");
  expect(choices).not.toContain("Note");
  await user.selectOptions(select("Group by"), "State");
  expect(groupId.value).toBe("state");
  await user.selectOptions(select("Group by"), "none");
  expect(groupId.value).toBe("");
});

it("lists hyper-parameters and metrics by their names, below headings", () => {
  showView("?cols=state&cols=metric:loss/0.min");
  settings();
  const listed = within(select("Sort by"));
  const names = (heading: string) =>
    within(listed.getByRole("group", { name: heading }))
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
  expect(names("Hyper-parameters")).toEqual(["lr", "seed"]);
  expect(names("Metrics")).toContain("loss/0 min");
});

it("sorts by a column in the direction that it begins with", async () => {
  const user = settings();
  await user.selectOptions(select("Sort by"), "step");
  expect(sort.value).toEqual({ id: "step", isDescending: true });
  await user.selectOptions(select("Sort by"), "state");
  expect(sort.value).toEqual({ id: "state", isDescending: false });
  await user.selectOptions(select("Sort by"), "newest first");
  expect(sort.value.id).toBeNull();
});

it("switches the grouping by directory", async () => {
  const user = settings();
  expect(box("Group by directory").checked).toBe(true);
  await user.click(box("Group by directory"));
  expect(isTree.value).toBe(false);
});

it("adds and removes columns, and takes those of the beginning again", async () => {
  const user = settings();
  const first = columnIds.value;
  await user.click(group("Runs").getByRole("checkbox", { name: "State" }));
  expect(columnIds.value).toEqual([...first, "state"]);
  await user.click(group("Runs").getByRole("checkbox", { name: "Step" }));
  expect(columnIds.value).not.toContain("step");
  await user.click(screen.getByRole("button", { name: "Reset columns" }));
  expect(columnIds.value).toEqual(first);
});

it("tells hyper-parameters that differ from those with one value, and shows all that differ", async () => {
  const user = settings();
  expect(group("Hyper-parameters that differ").getByRole("checkbox", { name: "lr" })).toBeTruthy();
  expect(
    group("Hyper-parameters with one value").getByRole("checkbox", { name: "seed" }),
  ).toBeTruthy();
  const before = columnIds.value;
  await user.click(screen.getByRole("button", { name: "Show all that differ" }));
  expect(columnIds.value).toEqual([...before, "hparam:lr"]);
});

it("lists metrics found by the filter, the first of them, and says how many more there are", async () => {
  followTagNames();
  const user = settings();
  expect(await screen.findByText("5 more; filter to find them")).toBeTruthy();
  const toggles = group("Metrics").getAllByRole("button", { pressed: false });
  expect(toggles).toHaveLength(40 * 5);
  await user.type(screen.getByRole("textbox", { name: "Filter metrics" }), "loss/44");
  const best = screen.getByRole("button", { name: "best of loss/44" });
  await user.click(best);
  expect(best.getAttribute("aria-pressed")).toBe("true");
  expect(columnIds.value.some((id) => id.includes("loss/44"))).toBe(true);
});
