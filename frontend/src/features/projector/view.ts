/** What the viewer chose on the tab, all of it in the address but for the way points are turned. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Distance } from "../../api/projector";
import type { Bookmark } from "../../api/types";
import { parseTextFilter } from "../../lib/filter/text-filter";
import { commitHistory, urlText } from "../../state/address/url-state";
import { FRONT, type Turn } from "./points";

export type Method = "pca" | "umap";

/** `RUN#INDEX`; empty for the first there is. */
export const embeddingKey = urlText("projector.of");

const methodText = urlText("projector.by");
export const method: ReadonlySignal<Method> = computed(() =>
  methodText.value === "umap" ? "umap" : "pca",
);

const dimensionsText = urlText("projector.in");
export const dimensions: ReadonlySignal<2 | 3> = computed(() =>
  dimensionsText.value === "2" ? 2 : 3,
);

/** The column that colours points; empty for none. */
export const colourBy = urlText("projector.colour");

const distanceText = urlText("projector.distance");
export const distance: ReadonlySignal<Distance> = computed(() =>
  distanceText.value === "euclidean" ? "euclidean" : "cosine",
);

export const searchText = urlText("projector.search");
export const search = computed(() => parseTextFilter(searchText.value));

const pointText = urlText("projector.point");
/** The row that is looked at; null for none. */
export const point: ReadonlySignal<number | null> = computed(() =>
  /^\d+$/.test(pointText.value) ? Number(pointText.value) : null,
);

export const turn = signal<Turn>(FRONT);
/** Whether points are drawn as their pictures. */
export const hasPictures = signal(false);

export function chooseEmbedding(key: string): void {
  embeddingKey.value = key;
  pointText.value = "";
  commitHistory();
}

export function setMethod(next: Method): void {
  methodText.value = next;
  commitHistory();
}

export function setDimensions(next: "2" | "3"): void {
  dimensionsText.value = next;
  if (next === "2") turn.value = { ...turn.peek(), yaw: 0, pitch: 0 };
  commitHistory();
}

export function setColour(column: string): void {
  colourBy.value = column;
  commitHistory();
}

/** Shows what a view that was saved shows. */
export function goToBookmark({ method, dimensions, colour_by, row }: Bookmark): void {
  methodText.value = method;
  dimensionsText.value = dimensions === 2 ? "2" : "3";
  turn.value = dimensions === 2 ? { ...turn.peek(), yaw: 0, pitch: 0 } : FRONT;
  colourBy.value = colour_by;
  pointText.value = row === null ? "" : String(row);
  commitHistory();
}

export function setDistance(next: Distance): void {
  distanceText.value = next;
  commitHistory();
}

export function choosePoint(row: number | null): void {
  pointText.value = row === null ? "" : String(row);
  commitHistory();
}
