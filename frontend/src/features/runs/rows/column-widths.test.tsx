import { afterEach, beforeEach, expect, it } from "vitest";
import { isWide, setColumns } from "../../../state/runs/run-table";
import { runOf, serveRuns } from "../../../state/testing/serve-runs";
import { leastWidth, resize, tracks } from "./column-widths";

const hparam = (name: string, value: number) => ({ name, value });

beforeEach(async () => {
  localStorage.clear();
  await serveRuns([
    runOf("a", { hparams: [hparam("lr", 0.1), hparam("width", 16)] }),
    runOf("b", { hparams: [hparam("lr", 0.2), hparam("width", 64)] }),
  ]);
  isWide.value = true;
});

afterEach(() => {
  isWide.value = false;
});

it("leaves the room beside fixed columns to the name", () => {
  setColumns(["step", "age"]);
  expect(tracks.value).toBe("minmax(170px, 1fr) 58px 58px");
});

it("shares the room of a page between the name and columns of values", () => {
  setColumns(["step", "hparam:lr", "metric:loss.last"]);
  const values = "minmax(90px, 1fr) minmax(120px, 1fr)";
  expect(tracks.value).toBe(`minmax(170px, 6fr) 58px ${values}`);
  expect(leastWidth.value).toBe(170 + 58 + 90 + 120);
  isWide.value = false;
  expect(tracks.value).toBe("minmax(170px, 1fr) 58px 90px 120px");
});

it("gives the name three times the part of a column where there are many", () => {
  setColumns(["a", "b", "c", "d", "e", "f"].map((tag) => `metric:${tag}.last`));
  expect(tracks.value.startsWith("minmax(170px, 3fr) minmax(120px, 1fr)")).toBe(true);
});

it("leaves a column as wide as the viewer made it", () => {
  setColumns(["hparam:lr", "hparam:width"]);
  resize("hparam:lr", 200);
  expect(tracks.value).toBe("minmax(170px, 7fr) 200px minmax(90px, 1fr)");
});
