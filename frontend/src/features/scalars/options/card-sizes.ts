/** How close cards stand, and how large they are then. */
import type { CardSize, CardSizes } from "../../../lib/lists/card-layout";

const HALF = { plotByWidth: 0.5 };

export const CARD_SIZES: Record<CardSize, CardSizes> = {
  S: { leastWidth: 236, mostWidth: 480, mostColumns: 10, leastPlot: 130, mostPlot: 200, ...HALF },
  M: { leastWidth: 336, mostWidth: 760, mostColumns: 6, leastPlot: 210, mostPlot: 320, ...HALF },
  L: { leastWidth: 560, mostWidth: 1600, mostColumns: 3, leastPlot: 320, mostPlot: 460, ...HALF },
};
