/** Files with graphs that a viewer brings. */
import { postBytes, resourceUrl } from "./client";
import type { DroppedGraphs } from "./types";

/** Sends a file, and returns the graphs it holds. Throws an ApiError that says why there are none. */
export function sendGraphFile(
  name: string,
  bytes: Blob,
  signal?: AbortSignal,
): Promise<DroppedGraphs> {
  return postBytes(resourceUrl("api/graphs", { name }), bytes, signal);
}
