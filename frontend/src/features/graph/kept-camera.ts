/**
 * Cameras that outlive their drawing: one per graph while the page is open, and the one of the
 * graph on show in the address. A drawing shown whole has none, and is fitted anew.
 */
import type { ReadonlySignal } from "@preact/signals";
import { clamp } from "../../lib/geometry";
import { urlText } from "../../state/url";
import { type Camera, LEAST_SCALE, MOST_SCALE, rounded } from "./camera";

const address = urlText("camera");
const keptByGraph = new Map<string, Camera>();
/** Where the viewer looks, as the address says it; empty for all of the drawing. */
export const chosenCameraText: ReadonlySignal<string> = address;
/** The address says where to look only until the viewer has looked around. */
let isFromAddress = true;

export function findKeptCamera(graph: string): Camera | undefined {
  const camera = isFromAddress ? parseCamera(address.peek()) : keptByGraph.get(graph);
  isFromAddress = false;
  keepCamera(graph, camera);
  return camera;
}

export function keepCamera(graph: string, camera: Camera | undefined): void {
  if (camera === undefined) keptByGraph.delete(graph);
  else keptByGraph.set(graph, camera);
  address.value = camera === undefined ? "" : printCamera(camera);
}

/** `-12,340.5,0.8512`: view pixels of the world's origin, and the zoom. */
export function printCamera(camera: Camera): string {
  const { x, y, scale } = rounded(camera);
  return [x, y, scale].join(",");
}

/** Undefined for what is no camera; an address can hold anything. */
export function parseCamera(text: string): Camera | undefined {
  const numbers = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const [x, y, scale] = numbers;
  if (numbers.length !== 3 || !numbers.every(Number.isFinite)) return undefined;
  return { x, y, scale: clamp(scale, LEAST_SCALE, MOST_SCALE) };
}
