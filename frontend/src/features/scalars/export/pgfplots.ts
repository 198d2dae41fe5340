/** A card as a drawing of LaTeX's pgfplots: as drawn, with its band and its legend. */

import { pointsAround } from "../../../chart/draw/trace";
import type { ChartLine, Range } from "../../../chart/model/chart-line";
import { dashLengths } from "../../../lib/colour/line-dashes";
import type { LatexAxis } from "./latex-axis";

const SPECIAL = new Map([
  ["\\", "\\textbackslash{}"],
  ["~", "\\textasciitilde{}"],
  ["^", "\\textasciicircum{}"],
]);

/** A text that LaTeX sets as it is. */
export function latexText(text: string): string {
  const plain = text.replace(/\s+/g, " ");
  return plain.replace(/[\\~^#$%&_{}]/g, (letter) => SPECIAL.get(letter) ?? `\\${letter}`);
}

function number(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  return String(Number(value.toPrecision(9)));
}

/** A place on the axis as LaTeX writes it. */
function placeOn({ origin, unit }: LatexAxis, value: number): string {
  return number((value - origin) / unit);
}

function coordinates(x: Float64Array, y: Float64Array, axis: LatexAxis): string {
  return Array.from(
    x,
    (value, nth) => `(${placeOn(axis, value)},${number(y[nth] as number)})`,
  ).join(" ");
}

/** `#0a84e0` as pgfplots names it; any other colour is black. */
function htmlColour(colour: string): string {
  return /^#[0-9a-f]{6}$/i.test(colour) ? colour.slice(1).toUpperCase() : "000000";
}

function dashOf({ dash }: ChartLine): string {
  const lengths = dashLengths(dash);
  if (lengths.length === 0) return "solid";
  const parts = lengths.map((length, at) => `${at % 2 === 0 ? "on" : "off"} ${length}pt`);
  return `dash pattern=${parts.join(" ")}`;
}

interface Plotted {
  readonly title: string;
  readonly x: LatexAxis;
  readonly yLabel: string;
  readonly logX: boolean;
  readonly logY: boolean;
  /** The ends of both axes where a part of them is shown; null for as far as lines reach. */
  readonly ends: { readonly x: Range; readonly y: Range } | null;
  readonly lines: readonly { readonly line: ChartLine; readonly name: string }[];
}

function plotOf(
  line: ChartLine,
  name: string,
  nth: number,
  { x: axis, ends }: Pick<Plotted, "x" | "ends">,
): string[] {
  // With the point before the part shown and the one after it: LaTeX clips lines at the edges.
  const rows: Range = ends === null ? [0, line.x.length] : pointsAround(line.x, ends.x);
  const points = (y: Float64Array) =>
    coordinates(line.x.subarray(...rows), y.subarray(...rows), axis);
  const colour = `run${nth}`;
  const band =
    line.band === null
      ? []
      : [
          `\\addplot[draw=none, forget plot, name path=low${nth}] coordinates {${points(line.band.min)}};`,
          `\\addplot[draw=none, forget plot, name path=high${nth}] coordinates {${points(line.band.max)}};`,
          `\\addplot[${colour}, opacity=0.15, forget plot] fill between[of=low${nth} and high${nth}];`,
        ];
  return [
    ...band,
    `\\addplot[${colour}, thick, ${dashOf(line)}] coordinates {${points(line.y)}};`,
    `\\addlegendentry{${latexText(name)}}`,
  ];
}

/** A `tikzpicture`; lines by the right axis are drawn by the left, as pgfplots has one. */
export function pgfplots({ title, x, yLabel, logX, logY, ends, lines }: Plotted): string {
  const limits = ends && [
    `xmin=${placeOn(x, ends.x[0])}`,
    `xmax=${placeOn(x, ends.x[1])}`,
    `ymin=${number(ends.y[0])}`,
    `ymax=${number(ends.y[1])}`,
  ];
  const options = [
    `title={${latexText(title)}}`,
    `xlabel={${latexText(x.label)}}`,
    `ylabel={${latexText(yLabel)}}`,
    "unbounded coords=jump",
    "grid=major",
    "legend style={font=\\footnotesize}",
    "legend cell align=left",
    "legend pos=outer north east", // inside, it would cover lines
    ...(limits ?? []),
    ...(logX ? ["xmode=log"] : []),
    ...(logY ? ["ymode=log"] : []),
  ];
  return [
    "% \\usepackage{pgfplots} \\pgfplotsset{compat=1.18} \\usepgfplotslibrary{fillbetween}",
    ...lines.map(({ line }, nth) => `\\definecolor{run${nth}}{HTML}{${htmlColour(line.colour)}}`),
    "\\begin{tikzpicture}",
    `\\begin{axis}[${options.join(", ")}]`,
    ...lines.flatMap(({ line, name }, nth) => plotOf(line, name, nth, { x, ends })),
    "\\end{axis}",
    "\\end{tikzpicture}",
    "",
  ].join("\n");
}
