/**
 * The filters of the tab: a brush on a column lets through the rows whose cells lie in it, in every
 * view at once.
 *
 * In the address: `brush=h:lr=0.001..0.1`, `brush=h:opt=["adam","sgd"]`.
 */
import { type Brush, isLetThrough } from "../model/axis";
import type { SessionTable } from "../model/session-table";

export type Brushes = ReadonlyMap<string, Brush>;

export function parseBrushes(texts: readonly string[]): Brushes {
  const brushes = new Map<string, Brush>();
  for (const text of texts) {
    const parsed = parseRange(text) ?? parseWords(text);
    if (parsed !== null) brushes.set(parsed.key, parsed.brush);
  }
  return brushes;
}

interface Parsed {
  readonly key: string;
  readonly brush: Brush;
}

function parseRange(text: string): Parsed | null {
  const [, key = "", from, to] = /^(.+)=([^=[\]]+)\.\.([^=[\]]+)$/s.exec(text) ?? [];
  const brush = { kind: "range", from: Number(from), to: Number(to) } as const;
  const isRange = !Number.isNaN(brush.from) && !Number.isNaN(brush.to);
  return key !== "" && isRange ? { key, brush } : null;
}

function parseWords(text: string): Parsed | null {
  const [, key = "", list = ""] = /^(.+?)=(\[.*\])$/s.exec(text) ?? [];
  try {
    const words: unknown = JSON.parse(list);
    if (!Array.isArray(words)) return null;
    return { key, brush: { kind: "words", words: words.map(String) } };
  } catch {
    return null;
  }
}

export function printBrushes(brushes: Brushes): string[] {
  return [...brushes].map(([key, brush]) =>
    brush.kind === "range"
      ? `${key}=${brush.from}..${brush.to}`
      : `${key}=${JSON.stringify(brush.words)}`,
  );
}

/** Which rows every brush lets through; one on a column that is not there lets all. */
export function rowsLetThrough({ rows, columns }: SessionTable, brushes: Brushes): boolean[] {
  const filters = columns.flatMap(({ key, cells }) => {
    const brush = brushes.get(key);
    return brush === undefined ? [] : [{ brush, cells }];
  });
  return rows.map((_, row) =>
    filters.every(({ brush, cells }) => isLetThrough(brush, cells[row] ?? null)),
  );
}
