/**
 * Cameras that outlive their drawing: one per graph while the page is open, and the one of the
 * graph on show in the address. A drawing seen as it opens has none, and opens anew.
 */
import type { ReadonlySignal } from "@preact/signals";
import { clamp } from "../../../lib/geometry/geometry";
import { urlText } from "../../../state/address/url-state";
import { MAX_SCALE, MIN_SCALE, type Outlook, rounded } from "../scene/camera";

const address = urlText("camera");
const keptByGraph = new Map<string, Outlook>();
/** Where the viewer looks, as the address says it; empty for where it opens. */
export const chosenCameraText: ReadonlySignal<string> = address;
/** The address says where to look only until the viewer has looked around. */
let isFromAddress = true;

export function findKeptCamera(graph: string): Outlook | undefined {
  const outlook = isFromAddress ? parseCamera(address.peek()) : keptByGraph.get(graph);
  isFromAddress = false;
  keepCamera(graph, outlook);
  return outlook;
}

export function keepCamera(graph: string, outlook: Outlook | undefined): void {
  if (outlook === undefined) keptByGraph.delete(graph);
  else keptByGraph.set(graph, outlook);
  address.value = outlook === undefined ? "" : printCamera(outlook);
}

/** `-12,340.5,0.8512,1062,672`: view pixels of the world's origin, the zoom, the view's size. */
export function printCamera({ camera, size }: Outlook): string {
  const { x, y, scale } = rounded(camera);
  const numbers = size === undefined ? [x, y, scale] : [x, y, scale, size.width, size.height];
  return numbers.join(",");
}

/** Undefined for what is no camera; an address can hold anything. */
export function parseCamera(text: string): Outlook | undefined {
  const numbers = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const [x, y, scale, width, height] = numbers;
  if (!numbers.every(Number.isFinite)) return undefined;
  const camera = { x, y, scale: clamp(scale, MIN_SCALE, MAX_SCALE) };
  if (numbers.length === 3) return { camera, size: undefined };
  if (numbers.length !== 5 || width < 1 || height < 1) return undefined;
  return { camera, size: { width, height } };
}
