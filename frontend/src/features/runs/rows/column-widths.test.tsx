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

it("leaves the room beside fixed columns empty", () => {
  setColumns(["step", "age"]);
  expect(tracks.value).toBe("minmax(170px, 338px) 58px 58px minmax(0, 6fr)");
});

it("gives a name of a page what it takes, and the values the rest", () => {
  setColumns(["step", "hparam:lr", "metric:loss.last"]);
  const values = "minmax(90px, 1fr) minmax(120px, 1fr)";
  expect(tracks.value).toBe(`minmax(170px, 338px) 58px ${values} minmax(0, 4fr)`);
  expect(leastWidth.value).toBe(170 + 58 + 90 + 120);
  isWide.value = false;
  expect(tracks.value).toBe("minmax(170px, 1fr) 58px 90px 120px");
});

it("leaves a column as wide as the viewer made it", () => {
  setColumns(["hparam:lr", "hparam:width"]);
  resize("hparam:lr", 200);
  expect(tracks.value).toBe("minmax(170px, 338px) 200px minmax(90px, 1fr) minmax(0, 5fr)");
});

it("makes room for the longest name", async () => {
  await serveRuns([runOf("a"), runOf("a_name_of_thirty_letters_or_so")]);
  setColumns(["a", "b", "c", "d", "e", "f"].map((tag) => `metric:${tag}.last`));
  const values = Array(6).fill("minmax(120px, 1fr)").join(" ");
  expect(tracks.value).toBe(`minmax(170px, 555px) ${values} minmax(0, 0fr)`);
});
