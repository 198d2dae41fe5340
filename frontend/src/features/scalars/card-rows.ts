/** Sections laid out as rows of the content: a header, then its cards a few to a row. */
import type { Tag } from "../../api/types";
import { stackRows } from "../../lib/window-range";
import type { Section } from "./sections";

export type CardRow =
  | { readonly kind: "header"; readonly section: Section; readonly folded: boolean }
  | { readonly kind: "cards"; readonly key: string; readonly tags: readonly Tag[] };

export interface CardRows {
  readonly rows: readonly CardRow[];
  /** Pixels from the top; row i spans from edges[i] to edges[i + 1]. */
  readonly edges: Float64Array;
}

const LEAST_CARD_PX = 336;
/** A lone chart wider than this is a wall. */
const MOST_CARD_PX = 760;
const MOST_COLUMNS = 6;

const LEAST_PLOT_PX = 210;
const MOST_PLOT_PX = 320;

export interface Grid {
  readonly columns: number;
  /** Pixels. */
  readonly cardWidth: number;
  readonly plotHeight: number;
}

/** As many columns as fit and as the largest section fills; wider cards have higher plots. */
export function gridFor(width: number, gap: number, sections: readonly Section[]): Grid {
  const fitting = Math.floor((width + gap) / (LEAST_CARD_PX + gap));
  const filled = Math.max(...sections.map(({ tags }) => tags.length), 1);
  const columns = Math.max(1, Math.min(fitting, filled, MOST_COLUMNS));
  const cardWidth = Math.min(MOST_CARD_PX, Math.floor((width - (columns - 1) * gap) / columns));
  const plotHeight = Math.min(MOST_PLOT_PX, Math.max(LEAST_PLOT_PX, Math.round(cardWidth / 2)));
  return { columns, cardWidth, plotHeight };
}

export function layOutCards(
  sections: readonly Section[],
  folded: ReadonlySet<string>,
  columns: number,
  heights: { readonly header: number; readonly cards: number },
): CardRows {
  const rows: CardRow[] = [];
  for (const section of sections) {
    const isFolded = folded.has(section.prefix);
    rows.push({ kind: "header", section, folded: isFolded });
    if (isFolded) continue;
    for (let at = 0; at < section.tags.length; at += columns) {
      const key = `${section.prefix}/${at}`;
      rows.push({ kind: "cards", key, tags: section.tags.slice(at, at + columns) });
    }
  }
  return { rows, edges: stackRows(rows.map(({ kind }) => heights[kind])) };
}

/** The row that holds the tag's card; -1 when it is folded away or filtered out. */
export function rowOfTag({ rows }: CardRows, tag: string): number {
  return rows.findIndex((row) => row.kind === "cards" && row.tags.some((own) => own.tag === tag));
}

/** The tag of the card that follows in the order of reading, or the first or last at the ends. */
export function neighbourTag(
  { rows }: CardRows,
  tag: string | null,
  direction: 1 | -1,
): string | null {
  const tags = rows.flatMap((row) => (row.kind === "cards" ? row.tags : []));
  const at = tags.findIndex((own) => own.tag === tag);
  const next = at < 0 ? 0 : Math.max(0, Math.min(tags.length - 1, at + direction));
  return tags[next]?.tag ?? null;
}
