import { render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Run } from "../../../api/types";
import { showView } from "../../../state/address/url-state";
import { changeMark } from "../../../state/runs/run-annotations";
import { setBaseline } from "../../../state/runs/runs";
import { inspector } from "../../../state/shell/inspector";
import { runOf, serveRuns } from "../../../state/testing/serve-runs";
import { rows, togglePinned } from "../rows/table-rows";
import { NameCell } from "./name-cell";

beforeEach(() => showView(""));
afterEach(() => changeMark("m", { name: undefined, tags: undefined }));

/** The first cell of the row with this key. */
async function cell(key: string, runs: readonly Run[]) {
  await serveRuns(runs);
  function Row() {
    const row = rows.value.find((one) => one.key === key);
    return row === undefined ? null : (
      <table>
        <tbody>
          <tr>
            <NameCell row={row} />
          </tr>
        </tbody>
      </table>
    );
  }
  render(<Row />);
  return userEvent.setup();
}

const phases = (training: string, ...names: string[]) =>
  names.map((phase) =>
    runOf(`${training}/${phase}`, { training, lasting_training: training, phase }),
  );

it("has the name that viewers gave, and explains it by the run's own", async () => {
  changeMark("m", { name: "best of all" });
  await cell("t:m", [runOf("m")]);
  expect(
    screen.getByText("best of all").closest<HTMLElement>("[data-tooltip]")?.dataset.tooltip,
  ).toBe("m");
});

it.each([
  ["running", "Running: new data in the last 2 minutes. Click for details."],
  ["failed", "Failed (reported by the run). Click for details."],
] as const)("says that a run is %s, and leads to what else is known", async (state, text) => {
  const user = await cell("t:m", [runOf("m", { state })]);
  const about = screen.getByRole("button", { name: `About m, ${state}` });
  expect(about.dataset.tooltip).toBe(text);
  await user.click(about);
  expect(inspector.value?.title).toBe("m");
});

it("says for how long an inactive run has been quiet", async () => {
  const quietSince = Date.now() / 1000 - 3.5 * 3600;
  await cell("t:m", [runOf("m", { state: "inactive", wrote_at: quietSince })]);
  const about = screen.getByRole("button", { name: "About m, inactive" });
  expect(about.dataset.tooltip).toMatch(/^Inactive: no data for 3 ?h/);
});

it("has a chip for each of a few runs, and the count of many", async () => {
  await cell("t:few", phases("few", "train", "eval"));
  expect(screen.getByRole("checkbox", { name: "Show few/eval" })).toBeTruthy();
  // Which of the two is seen depends on the width of the table.
  expect(screen.getByText("2 runs")).toBeTruthy();
});

it("has the count alone of more runs than there is room for", async () => {
  await cell("t:many", phases("many", "a", "b", "c", "d", "e"));
  expect(screen.getByText("5 runs")).toBeTruthy();
  expect(screen.getAllByRole("checkbox")).toHaveLength(1);
});

it("flags the baseline, what is pinned, and the tags that viewers gave", async () => {
  changeMark("m", { tags: ["paper"] });
  await cell("t:m", [runOf("m")]);
  expect(screen.queryByText("base")).toBeNull();
  setBaseline("m");
  togglePinned("m");
  expect((await screen.findByText("base")).dataset.tooltip).toBe("Baseline of comparisons");
  expect(screen.getByText("pin").dataset.tooltip).toBe("Pinned on top");
  expect(screen.getByText("paper")).toBeTruthy();
});

it("counts warnings, which its button lists", async () => {
  const damage = { file: "events", offset: 0, message: "bad checksum" };
  const user = await cell("t:m", [
    runOf("m", { warnings: [damage] as unknown as Run["warnings"] }),
  ]);
  const warnings = screen.getByRole("button", { name: "1 warning about m" });
  await user.click(warnings);
  expect(inspector.value?.title).toBe("m");
});

it("has of a directory how many experiments and runs it holds", async () => {
  const below = phases("d/m", "train", "eval");
  await cell("d:d", [...below, runOf("d/n")]);
  expect(screen.getByText("2").dataset.tooltip).toBe("2 experiments, 3 runs");
  expect(screen.queryByRole("button", { name: /^About/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Collapse d" })).toBeTruthy();
});
