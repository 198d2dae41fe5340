/** A card as a drawing of LaTeX's pgfplots: as drawn, with its band and its legend. */

import { pointsAround } from "../../../chart/draw/trace";
import type { FigureSize } from "../../../chart/export/paper-page";
import type { ChartLine, Range } from "../../../chart/model/chart-line";
import { dashLengths } from "../../../lib/colour/line-dashes";
import { FIGURE_SIZE } from "../options/figure-size";
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
  /** In CSS pixels; without one, as thick as pgfplots calls it. */
  readonly lineWidth?: number | undefined;
  readonly size: FigureSize;
}

const PT_PER_PX = 0.75;

/** A length in CSS pixels as LaTeX writes it. */
function length(pixels: number): string {
  return `${number(pixels * PT_PER_PX)}pt`;
}

/** Nothing for the size that fits a column of most papers, which pgfplots has by itself. */
function sizeOptions({ width, plotHeight }: FigureSize): string[] {
  const isDefault = width === FIGURE_SIZE.width && plotHeight === FIGURE_SIZE.plotHeight;
  return isDefault ? [] : [`width=${length(width)}`, `height=${length(plotHeight)}`];
}

function plotOf(
  line: ChartLine,
  name: string,
  nth: number,
  { x: axis, ends, lineWidth }: Pick<Plotted, "x" | "ends" | "lineWidth">,
): string[] {
  // With the point before the part shown and the one after it: LaTeX clips lines at the edges.
  const rows: Range = ends === null ? [0, line.x.length] : pointsAround(line.x, ends.x);
  const points = (y: Float64Array) =>
    coordinates(line.x.subarray(...rows), y.subarray(...rows), axis);
  const colour = `run${nth}`;
  const thick = lineWidth === undefined ? "thick" : `line width=${length(lineWidth)}`;
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
    `\\addplot[${colour}, ${thick}, ${dashOf(line)}] coordinates {${points(line.y)}};`,
    `\\addlegendentry{${latexText(name)}}`,
  ];
}

/** A `tikzpicture`; lines by the right axis are drawn by the left, as pgfplots has one. */
export function pgfplots(plotted: Plotted): string {
  const { title, x, yLabel, logX, logY, ends, lines, lineWidth, size } = plotted;
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
    ...sizeOptions(size),
    ...(limits ?? []),
    ...(logX ? ["xmode=log"] : []),
    ...(logY ? ["ymode=log"] : []),
  ];
  return [
    "% \\usepackage{pgfplots} \\pgfplotsset{compat=1.18} \\usepgfplotslibrary{fillbetween}",
    ...lines.map(({ line }, nth) => `\\definecolor{run${nth}}{HTML}{${htmlColour(line.colour)}}`),
    "\\begin{tikzpicture}",
    `\\begin{axis}[${options.join(", ")}]`,
    ...lines.flatMap(({ line, name }, nth) => plotOf(line, name, nth, { x, ends, lineWidth })),
    "\\end{axis}",
    "\\end{tikzpicture}",
    "",
  ].join("\n");
}

interface PlottedBars {
  readonly title: string;
  readonly isLog: boolean;
  readonly size: FigureSize;
  readonly values: readonly {
    readonly name: string;
    readonly colour: string;
    readonly value: number;
    readonly spread: readonly [low: number, high: number] | null;
  }[];
}

/** A `tikzpicture` of horizontal bars, the first on top, with the ends of their spreads. */
export function pgfplotsBars({ title, isLog, size, values }: PlottedBars): string {
  const ticks = values.map((_, at) => String(at)).join(",");
  const names = values.map(({ name }) => `{${latexText(name)}}`).join(",");
  const options = [
    `title={${latexText(title)}}`,
    "xbar",
    "bar shift=0pt",
    "bar width=8pt",
    "y dir=reverse",
    `ytick={${ticks}}`,
    `yticklabels={${names}}`,
    "xmajorgrids",
    `ymin=-0.7, ymax=${values.length - 0.3}`,
    ...sizeOptions(size),
    ...(isLog ? ["xmode=log"] : ["extra x ticks={0}", "extra x tick labels={}"]),
  ];
  const plots = values.flatMap(({ value, spread }, at) => {
    if (!Number.isFinite(value) || (isLog && value <= 0)) return [];
    const bar = `\\addplot[fill=run${at}, draw=none] coordinates {(${number(value)},${at})};`;
    if (spread === null) return [bar];
    const [low, high] = spread.map(number);
    return [
      bar,
      `\\addplot[mark=|, black, sharp plot] coordinates {(${low},${at}) (${high},${at})};`,
    ];
  });
  return [
    "% \\usepackage{pgfplots} \\pgfplotsset{compat=1.18}",
    ...values.map(({ colour }, at) => `\\definecolor{run${at}}{HTML}{${htmlColour(colour)}}`),
    "\\begin{tikzpicture}",
    `\\begin{axis}[${options.join(", ")}]`,
    ...plots,
    "\\end{axis}",
    "\\end{tikzpicture}",
    "",
  ].join("\n");
}
