/** Sections laid out as rows of the content: a header, then its cards a few to a row. */
import { stackRows } from "../../lib/window-range";
import type { CardSpec } from "./card-spec";
import type { Section } from "./sections";

export type CardRow =
  | { readonly kind: "header"; readonly section: Section; readonly folded: boolean }
  | { readonly kind: "cards"; readonly key: string; readonly cards: readonly CardSpec[] };

export interface CardRows {
  readonly rows: readonly CardRow[];
  /** Pixels from the top; row i spans from edges[i] to edges[i + 1]. */
  readonly edges: Float64Array;
}

/** How close cards stand. */
export type Density = "S" | "M" | "L";

interface CardSizes {
  readonly leastWidth: number;
  /** A lone chart wider than this is a wall. */
  readonly mostWidth: number;
  readonly mostColumns: number;
  readonly leastPlot: number;
  readonly mostPlot: number;
}

/** In CSS pixels. */
const SIZES: Record<Density, CardSizes> = {
  S: { leastWidth: 236, mostWidth: 480, mostColumns: 10, leastPlot: 130, mostPlot: 200 },
  M: { leastWidth: 336, mostWidth: 760, mostColumns: 6, leastPlot: 210, mostPlot: 320 },
  L: { leastWidth: 560, mostWidth: 1600, mostColumns: 3, leastPlot: 320, mostPlot: 460 },
};

export interface Grid {
  readonly columns: number;
  /** Pixels. */
  readonly cardWidth: number;
  readonly plotHeight: number;
}

/** As many columns as fit and as the largest section fills; wider cards have higher plots. */
export function gridFor(
  width: number,
  gap: number,
  sections: readonly Section[],
  density: Density,
): Grid {
  const { leastWidth, mostWidth, mostColumns, leastPlot, mostPlot } = SIZES[density];
  const fitting = Math.floor((width + gap) / (leastWidth + gap));
  const filled = sections.reduce((most, { cards }) => Math.max(most, cards.length), 1);
  const columns = Math.max(1, Math.min(fitting, filled, mostColumns));
  const cardWidth = Math.min(mostWidth, Math.floor((width - (columns - 1) * gap) / columns));
  const plotHeight = Math.min(mostPlot, Math.max(leastPlot, Math.round(cardWidth / 2)));
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
    const isFolded = folded.has(section.key);
    rows.push({ kind: "header", section, folded: isFolded });
    if (isFolded) continue;
    for (let at = 0; at < section.cards.length; at += columns) {
      const key = `${section.key}/${at}`;
      rows.push({ kind: "cards", key, cards: section.cards.slice(at, at + columns) });
    }
  }
  return { rows, edges: stackRows(rows.map(({ kind }) => heights[kind])) };
}

/** The row that holds a card; -1 when it is folded away or filtered out. */
export function rowOfCard({ rows }: CardRows, id: string): number {
  return rows.findIndex((row) => row.kind === "cards" && row.cards.some((own) => own.id === id));
}

/** The id of the card that follows in the order of reading, or of the first or last at the ends. */
export function neighbourCard(
  { rows }: CardRows,
  id: string | null,
  direction: 1 | -1,
): string | null {
  const cards = rows.flatMap((row) => (row.kind === "cards" ? row.cards : []));
  const at = cards.findIndex((own) => own.id === id);
  const next = at < 0 ? 0 : Math.max(0, Math.min(cards.length - 1, at + direction));
  return cards[next]?.id ?? null;
}
