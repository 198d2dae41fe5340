import { expect, it } from "vitest";
import { plainLine } from "../../../chart/model/plain-line";
import { latexText, pgfplots } from "./pgfplots";

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
const plotted = { title: "loss_1", x, yLabel: "loss", logX: false, logY: true, ends: null };

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
