/** How large cards are, so that the facets of the runs on them can be read. */
import type { CardSize, CardSizes, Grid } from "../../../lib/lists/card-layout";
import { FACET_GAP, facetRows } from "../plot/facet-layout";

interface Sizes extends CardSizes {
  /** Of a facet, in CSS pixels. */
  readonly facetWidth: number;
  readonly facetHeight: number;
}

const SIZES: Record<CardSize, Sizes> = {
  S: {
    leastWidth: 280,
    mostWidth: 560,
    mostColumns: 8,
    leastPlot: 170,
    mostPlot: 260,
    plotByWidth: 0.6,
    facetWidth: 120,
    facetHeight: 120,
  },
  M: {
    leastWidth: 380,
    mostWidth: 900,
    mostColumns: 5,
    leastPlot: 230,
    mostPlot: 380,
    plotByWidth: 0.6,
    facetWidth: 160,
    facetHeight: 150,
  },
  L: {
    leastWidth: 560,
    mostWidth: 1600,
    mostColumns: 3,
    leastPlot: 340,
    mostPlot: 520,
    plotByWidth: 0.6,
    facetWidth: 220,
    facetHeight: 220,
  },
};

function lengthOf(facets: number, each: number): number {
  return facets * (each + FACET_GAP) - FACET_GAP;
}

/** The sizes of cards with up to `facets` facets, which stand side by side or two by two. */
export function cardSizes(size: CardSize, facets: number): CardSizes {
  const { facetWidth, facetHeight: _, ...sizes } = SIZES[size];
  const wanted = lengthOf(facets % 2 === 0 ? 2 : facets, facetWidth);
  // Four are two rows: a wider card makes the higher one less narrow.
  const leastWidth = Math.max(sizes.leastWidth * (facets > 3 ? 1.16 : 1), wanted);
  return { ...sizes, leastWidth, mostWidth: Math.max(sizes.mostWidth, leastWidth) };
}

/** The height of a plot with up to `facets` facets, in pixels: each row of them can be read. */
export function plotHeight(size: CardSize, facets: number, grid: Grid): number {
  const { facetWidth, facetHeight } = SIZES[size];
  const rows = facetRows(facets, grid.cardWidth, facetWidth);
  // Four beside each other would be narrow where two by two have room.
  const least = facets > 3 ? Math.max(2, rows) : rows;
  return Math.max(grid.plotHeight, lengthOf(least, facetHeight));
}
