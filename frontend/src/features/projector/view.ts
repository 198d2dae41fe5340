/** What the viewer chose on the tab, all of it in the address but for the way points are turned. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Distance, Isolation } from "../../api/projector";
import type { Bookmark } from "../../api/types";
import { parseTextFilter } from "../../lib/filter/text-filter";
import { commitHistory, urlText } from "../../state/address/url-state";
import { parseIsolation, printIsolation } from "./isolation";
import { FRONT, type Turn } from "./points";

export type Method = "pca" | "umap" | "custom";

/** `RUN#INDEX`; empty for the first there is. */
export const embeddingKey = urlText("projector.of");

const methodText = urlText("projector.by");
export const method: ReadonlySignal<Method> = computed(() => {
  const text = methodText.value;
  return text === "umap" || text === "custom" ? text : "pca";
});

const dimensionsText = urlText("projector.in");
/** Custom axes are two. */
export const dimensions: ReadonlySignal<2 | 3> = computed(() =>
  dimensionsText.value === "2" || method.value === "custom" ? 2 : 3,
);

/** The column that colours points; empty for the default, `-` for none. */
export const colourBy = urlText("projector.colour");

/** The column with the labels of points; empty for the first. */
export const labelBy = urlText("projector.label");
const labelsText = urlText("projector.labels");
/** Whether points have their labels beside them, where there is room. */
export const hasLabels: ReadonlySignal<boolean> = computed(() => labelsText.value === "on");

const sphericalText = urlText("projector.spherical");
export const isSpherical: ReadonlySignal<boolean> = computed(() => sphericalText.value === "on");

const distanceText = urlText("projector.distance");
export const distance: ReadonlySignal<Distance> = computed(() =>
  distanceText.value === "euclidean" ? "euclidean" : "cosine",
);

export const NEIGHBOUR_COUNTS = [5, 10, 20, 50, 100, 200] as const;
const countText = urlText("projector.count");
export const neighbourCount: ReadonlySignal<number> = computed(
  () => NEIGHBOUR_COUNTS.find((count) => String(count) === countText.value) ?? 20,
);

const onlyText = urlText("projector.only");
/** The points apart from the others; null for all. */
export const isolation: ReadonlySignal<Isolation | null> = computed(() =>
  parseIsolation(onlyText.value),
);

/** What is searched for at the ends of the custom axes. */
export const axisEnds = {
  left: urlText("projector.left"),
  right: urlText("projector.right"),
  bottom: urlText("projector.bottom"),
  top: urlText("projector.top"),
} as const;
export type AxisEnd = keyof typeof axisEnds;

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
  onlyText.value = "";
  commitHistory();
}

function faceFront(): void {
  turn.value = { ...turn.peek(), yaw: 0, pitch: 0 };
}

export function setMethod(next: Method): void {
  methodText.value = next;
  if (dimensions.peek() === 2) faceFront();
  commitHistory();
}

export function setDimensions(next: "2" | "3"): void {
  dimensionsText.value = next;
  if (next === "2") faceFront();
  commitHistory();
}

export function setColour(column: string): void {
  colourBy.value = column;
  commitHistory();
}

export function setLabel(column: string): void {
  labelBy.value = column;
  commitHistory();
}

export function showLabels(shown: boolean): void {
  labelsText.value = shown ? "on" : "";
  commitHistory();
}

export function setSpherical(spherical: boolean): void {
  sphericalText.value = spherical ? "on" : "";
  commitHistory();
}

export function isolate(next: Isolation | null): void {
  onlyText.value = next === null ? "" : printIsolation(next);
  turn.value = FRONT;
  commitHistory();
}

/** Shows what a view that was saved shows. */
export function goToBookmark({ method, dimensions, colour_by, row }: Bookmark): void {
  methodText.value = method;
  dimensionsText.value = dimensions === 2 ? "2" : "3";
  turn.value = dimensions === 2 ? { ...turn.peek(), yaw: 0, pitch: 0 } : FRONT;
  colourBy.value = colour_by;
  pointText.value = row === null ? "" : String(row);
  onlyText.value = "";
  commitHistory();
}

export function setDistance(next: Distance): void {
  distanceText.value = next;
  commitHistory();
}

export function setNeighbourCount(next: number): void {
  countText.value = String(next);
  commitHistory();
}

export function choosePoint(row: number | null): void {
  pointText.value = row === null ? "" : String(row);
  commitHistory();
}
