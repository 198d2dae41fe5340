/** A table as the files that others read: CSV (RFC 4180), JSON, Markdown, and LaTeX. */

export type TableCell = number | string | boolean | null;

export interface FileTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly TableCell[])[];
}

export type TableFormat = "csv" | "json" | "markdown" | "latex";

/** The table as a file of that format, with a line break at its end. */
export function tableFile(table: FileTable, format: TableFormat): string {
  if (format === "csv") return csvFile(table);
  if (format === "markdown") return markdownFile(table);
  return format === "json" ? jsonFile(table) : latexFile(table);
}

function csvFile({ columns, rows }: FileTable): string {
  const lines = [columns, ...rows].map((cells) => cells.map(csvCell).join(","));
  return `${lines.join("\r\n")}\r\n`;
}

const FORMULA = /^(?:[\t\r]|[\s\p{Cc}\u00ad\u200b-\u200f\u2060]*[-=+@\uff0d\uff1d\uff0b\uff20])/u;
const SIGNED_NUMBER = /^[+-](?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|Infinity)$/;

/**
 * A spreadsheet would run a text that begins like a formula, also behind blanks and with full-width
 * signs; a quote in front keeps it a text. The server's `inert_text` does the same.
 */
export function inertText(text: string): string {
  return FORMULA.test(text) && !SIGNED_NUMBER.test(text) ? `'${text}` : text;
}

function csvCell(cell: TableCell): string {
  if (typeof cell !== "string") return plainText(cell);
  const text = inertText(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function plainText(cell: TableCell): string {
  return cell === null ? "" : String(cell);
}

/** Rows as objects; a column whose name an earlier one has is numbered. */
function jsonFile({ columns, rows }: FileTable): string {
  const seen = new Map<string, number>();
  const names = columns.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
  // A list of pairs keeps any name, `__proto__` among them.
  const objects = rows.map((cells) =>
    Object.fromEntries(cells.map((cell, at) => [names[at] ?? "", jsonCell(cell)])),
  );
  return `${JSON.stringify(objects, null, 2)}\n`;
}

/** As the server writes what JSON has no sign for. */
function jsonCell(cell: TableCell): TableCell {
  return typeof cell === "number" && !Number.isFinite(cell) ? String(cell) : cell;
}

/** Signs that Markdown would read, and what would end a cell or a line. */
function markdownText(text: string): string {
  return text.replace(/[\\`*_[\]<>|~]/g, (sign) => `\\${sign}`).replace(/\r?\n|\r/g, "<br>");
}

function markdownFile({ columns, rows }: FileTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const isNumeric = numericColumns({ columns, rows });
  return [
    line(columns.map(markdownText)),
    line(isNumeric.map((numeric) => (numeric ? "---:" : "---"))),
    ...rows.map((cells) => line(cells.map((cell) => markdownText(plainText(cell))))),
    "",
  ].join("\n");
}

const LATEX = new Map([
  ["\\", "\\textbackslash{}"],
  ["~", "\\textasciitilde{}"],
  ["^", "\\textasciicircum{}"],
  ["\n", " "],
]);

function latexText(text: string): string {
  return text.replace(/[\\~^\n&%$#_{}]/g, (sign) => LATEX.get(sign) ?? `\\${sign}`);
}

function latexCell(cell: TableCell): string {
  if (cell === null) return "--";
  if (typeof cell !== "number") return latexText(String(cell));
  if (!Number.isFinite(cell)) return Number.isNaN(cell) ? "NaN" : `$${cell > 0 ? "" : "-"}\\infty$`;
  const [digits, power] = String(Number(cell.toPrecision(6))).split("e");
  return power === undefined ? `$${digits}$` : `$${digits} \\times 10^{${Number(power)}}$`;
}

function latexFile({ columns, rows }: FileTable): string {
  const isNumeric = numericColumns({ columns, rows });
  const line = (cells: readonly string[]) => `${cells.join(" & ")} \\\\`;
  return [
    "% needs \\usepackage{booktabs}",
    `\\begin{tabular}{${isNumeric.map((numeric) => (numeric ? "r" : "l")).join("")}}`,
    "\\toprule",
    line(columns.map(latexText)),
    "\\midrule",
    ...rows.map((cells) => line(cells.map(latexCell))),
    "\\bottomrule",
    "\\end{tabular}",
    "",
  ].join("\n");
}

function numericColumns({ columns, rows }: FileTable): boolean[] {
  return columns.map((_, at) => rows.every((cells) => isNumberOrNone(cells[at] ?? null)));
}

function isNumberOrNone(cell: TableCell): boolean {
  return cell === null || typeof cell === "number";
}
