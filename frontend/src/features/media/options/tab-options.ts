/** What the viewer chose on the tab, all of it in the address. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { SampleId } from "../../../api/media";
import { parseTextFilter } from "../../../lib/filter/text-filter";
import { commitHistory, urlText } from "../../../state/address/url-state";
import { narrow } from "../../../state/shell/panels";

export const tagFilterText = urlText("media.tags");
export const tagFilter = computed(() => parseTextFilter(tagFilterText.value));

export const TILES = ["S", "M", "L"] as const;
export type Tile = (typeof TILES)[number];
const TILE_PX: Readonly<Record<Tile, number>> = { S: 112, M: 192, L: 320 };

const tileText = urlText("media.tile");
export const tile: ReadonlySignal<Tile> = computed(
  () => TILES.find((known) => known === tileText.value) ?? "M",
);
/** Two pictures of medium size stand side by side on a phone. */
const NARROW = 0.8;
/** The side of a square picture on the page, in CSS pixels. */
export const tilePx = computed(() => TILE_PX[tile.value] * (narrow.value ? NARROW : 1));

export function setTile(next: Tile): void {
  tileText.value = next;
  commitHistory();
}

const MAX_COLUMNS = 12;
const columnsText = urlText("media.steps");
/** How many steps stand side by side, up to the one chosen. */
export const columns: ReadonlySignal<number> = computed(() =>
  Math.min(MAX_COLUMNS, Math.max(1, Math.round(Number(columnsText.value)) || 1)),
);

export function setColumns(next: number): void {
  columnsText.value = String(next);
  commitHistory();
}

function percent(key: "media.brightness" | "media.contrast"): {
  get: ReadonlySignal<number>;
  text: ReturnType<typeof urlText>;
} {
  const text = urlText(key);
  const get = computed(() => Math.min(400, Math.max(0, Number(text.value) || 0)));
  return { get, text };
}

const bright = percent("media.brightness");
const contrasting = percent("media.contrast");
/** Per cent of what was logged. */
export const brightness = bright.get;
export const contrast = contrasting.get;
export const brightnessText = bright.text;
export const contrastText = contrasting.text;

export const isActualSize = urlText("media.actual");

export function toggleActualSize(): void {
  isActualSize.value = isActualSize.peek() === "" ? "1" : "";
  commitHistory();
}

/** Empty while all meshes are seen from the same side. */
export const areCamerasFree = urlText("media.cameras");

export function toggleCameras(): void {
  areCamerasFree.value = areCamerasFree.peek() === "" ? "free" : "";
  commitHistory();
}

export const MODES = ["one", "beside", "wipe", "difference"] as const;
export type Mode = (typeof MODES)[number];
const modeText = urlText("media.compare");
export const mode: ReadonlySignal<Mode> = computed(
  () => MODES.find((known) => known === modeText.value) ?? "beside",
);

export function setMode(next: Mode): void {
  modeText.value = next;
  commitHistory();
}

/** A sample in the address: `[tag, run, step, nth, sample]`. */
function parseSample(text: string): SampleId | null {
  try {
    const [tag, run, step, nth, sample] = JSON.parse(text) as unknown[];
    if (typeof tag !== "string" || typeof run !== "string") return null;
    const places = [step, nth, sample].map(Number);
    if (!places.every(Number.isSafeInteger)) return null;
    return { tag, run, step: places[0] ?? 0, nth: places[1] ?? 0, sample: places[2] ?? 0 };
  } catch {
    return null;
  }
}

function printSample(id: SampleId | null): string {
  return id === null ? "" : JSON.stringify([id.tag, id.run, id.step, id.nth, id.sample]);
}

const firstText = urlText("media.a");
const secondText = urlText("media.b");
/** The picture in the viewer, and the one it is compared with. */
export const first: ReadonlySignal<SampleId | null> = computed(() => parseSample(firstText.value));
export const second: ReadonlySignal<SampleId | null> = computed(() =>
  parseSample(secondText.value),
);

export function showInViewer(a: SampleId | null, b: SampleId | null): void {
  firstText.value = printSample(a);
  secondText.value = printSample(b);
  commitHistory();
}

/** Back to the cards; false where they are shown already. */
export function leaveViewer(): boolean {
  const isOpen = first.peek() !== null;
  if (isOpen) showInViewer(null, null);
  return isOpen;
}
