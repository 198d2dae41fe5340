import { expect, it } from "vitest";
import { plainLine } from "../../../chart/model/plain-line";
import { latexText, pgfplots, pgfplotsBars } from "./pgfplots";

const column = (...values: number[]) => Float64Array.from(values);
const line = plainLine({
  key: "a",
  colour: "#0a84e0",
  dash: 1,
  x: column(0, 1, 2),
  y: column(0.5, Number.NaN, 1e-9),
  band: { min: column(0, 0, 0), max: column(1, 1, 1) },
});
const x = { label: "Step", origin: 0, unit: 1 };
const size = { width: 840, plotHeight: 400 };
const plotted = { size, title: "loss_1", x, yLabel: "loss", logX: false, logY: true, ends: null };

it("writes the line as it is drawn, with its gaps, colour, dash, band and name", () => {
  const text = pgfplots({ ...plotted, lines: [{ line, name: "run_a" }] });
  expect(text).toContain("\\definecolor{run0}{HTML}{0A84E0}");
  expect(text).toContain("title={loss\\_1}, xlabel={Step}, ylabel={loss}, unbounded coords=jump");
  expect(text).toContain("ymode=log");
  expect(text).not.toContain("xmode=log");
  expect(text).toContain(
    "\\addplot[run0, thick, dash pattern=on 7pt off 4pt] coordinates {(0,0.5) (1,nan) (2,1e-9)};",
  );
  expect(text).toContain("fill between[of=low0 and high0]");
  expect(text).toContain("\\addlegendentry{run\\_a}");
});

it("counts from the axis's origin in its unit", () => {
  const late = { ...line, x: column(100, 160, 190), band: null };
  const x = { label: "Wall time (min)", origin: 100, unit: 60 };
  const text = pgfplots({ ...plotted, x, lines: [{ line: late, name: "a" }] });
  expect(text).toContain("coordinates {(0,0.5) (1,nan) (1.5,1e-9)};");
  expect(text).toContain("xlabel={Wall time (min)}");
});

it("sets names as they are, whatever is in them", () => {
  expect(latexText("a\\b_{c}^d~%#$&\n\ne")).toBe(
    "a\\textbackslash{}b\\_\\{c\\}\\textasciicircum{}d\\textasciitilde{}\\%\\#\\$\\& e",
  );
});

it("has the size and the line width that were chosen", () => {
  const lines = [{ line, name: "a" }];
  const chosen = { width: 400, plotHeight: 200 };
  const text = pgfplots({ ...plotted, lines, lineWidth: 4, size: chosen });
  expect(text).toContain("width=300pt, height=150pt");
  expect(text).toContain("\\addplot[run0, line width=3pt, ");
  expect(pgfplots({ ...plotted, lines })).not.toContain("height=");
});

it("writes bars with their names, and the ends of a spread", () => {
  const values = [
    { name: "run_a", colour: "#0a84e0", value: 0.5, spread: [0.4, 0.6] as const },
    { name: "b", colour: "red", value: Number.NaN, spread: null },
  ];
  const text = pgfplotsBars({ title: "acc", values, isLog: false, size });
  expect(text).toContain("yticklabels={{run\\_a},{b}}");
  expect(text).toContain("\\addplot[fill=run0, draw=none] coordinates {(0.5,0)};");
  expect(text).toContain("coordinates {(0.4,0) (0.6,0)};");
  expect(text).not.toContain("fill=run1");
});
