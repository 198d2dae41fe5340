import { expect, it } from "vitest";
import { gridFor } from "../../../lib/lists/card-layout";
import { facetRects } from "../plot/facet-layout";
import { cardSizes, plotHeight } from "./card-sizes";

const GAP_PX = 12;
const TAGS = Array.from({ length: 20 }, (_, at) => at);

/** The cards of size M in a content of some width, and the least facet on them. */
function cardsIn(width: number, facets: number) {
  const sections = [{ key: "layer", title: "layer", cards: TAGS }];
  const grid = gridFor(width, GAP_PX, sections, cardSizes("M", facets));
  const height = plotHeight("M", facets, grid);
  const rects = facetRects(facets, grid.cardWidth, height);
  const [first] = rects;
  return { columns: grid.columns, width: first?.width ?? 0, height: first?.height ?? 0 };
}

// Beside the run table of windows of 1920, 1440 and 390 pixels.
it.each([1588, 1108, 358])("draws facets that can be read in %d pixels", (width) => {
  for (const facets of [1, 2, 3, 4]) {
    const facet = cardsIn(width, facets);
    expect(facet.height).toBeGreaterThanOrEqual(140);
    expect(facet.width).toBeGreaterThanOrEqual(160);
  }
});

it("fills the width with as many cards as have room", () => {
  expect([1, 2, 3, 4].map((facets) => cardsIn(1588, facets).columns)).toEqual([4, 4, 3, 3]);
  expect([1, 2, 3, 4].map((facets) => cardsIn(358, facets).columns)).toEqual([1, 1, 1, 1]);
});

it("leaves cards of one run as high as they are wide enough for", () => {
  const grid = { columns: 1, cardWidth: 500, plotHeight: 300 };
  expect(plotHeight("M", 1, grid)).toBe(300);
  expect(plotHeight("S", 4, { ...grid, cardWidth: 330, plotHeight: 200 })).toBe(250);
});
