/** Sections laid out as rows of the content: a header, then its cards a few to a row. */
import type { Tag } from "../../api/types";
import { stackRows } from "../../lib/window-range";
import type { Section } from "./tags";

export type CardRow =
  | { readonly kind: "header"; readonly section: Section; readonly folded: boolean }
  | { readonly kind: "cards"; readonly key: string; readonly tags: readonly Tag[] };

export interface CardRows {
  readonly rows: readonly CardRow[];
  /** Pixels from the top; row i spans from edges[i] to edges[i + 1]. */
  readonly edges: Float64Array;
}

const LEAST_CARD_PX = 380;
const MOST_CARD_PX = 900;
const MOST_COLUMNS = 5;
const LEAST_PLOT_PX = 230;
const MOST_PLOT_PX = 380;

export interface Grid {
  readonly columns: number;
  /** Pixels. */
  readonly cardWidth: number;
  readonly plotHeight: number;
}

/** As many columns as fit and as the largest section fills. */
export function gridFor(width: number, gap: number, sections: readonly Section[]): Grid {
  const fitting = Math.floor((width + gap) / (LEAST_CARD_PX + gap));
  const filled = Math.max(...sections.map(({ tags }) => tags.length), 1);
  const columns = Math.max(1, Math.min(fitting, filled, MOST_COLUMNS));
  const cardWidth = Math.min(MOST_CARD_PX, Math.floor((width - (columns - 1) * gap) / columns));
  const wanted = Math.round(cardWidth * 0.6);
  return {
    columns,
    cardWidth,
    plotHeight: Math.min(MOST_PLOT_PX, Math.max(LEAST_PLOT_PX, wanted)),
  };
}

export function layOutCards(
  sections: readonly Section[],
  folded: ReadonlySet<string>,
  columns: number,
  heights: { readonly header: number; readonly cards: number },
): CardRows {
  const rows = sections.flatMap((section): CardRow[] => {
    const isFolded = folded.has(section.prefix);
    const header = { kind: "header", section, folded: isFolded } as const;
    return isFolded ? [header] : [header, ...cardRows(section, columns)];
  });
  return { rows, edges: stackRows(rows.map(({ kind }) => heights[kind])) };
}

function cardRows({ prefix, tags }: Section, columns: number): CardRow[] {
  return Array.from({ length: Math.ceil(tags.length / columns) }, (_, row) => ({
    kind: "cards",
    key: `${prefix}/${row}`,
    tags: tags.slice(row * columns, (row + 1) * columns),
  }));
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
