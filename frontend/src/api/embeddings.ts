/** The list of embeddings, apart from what is read of one: the page wants it on every tab. */
import { getJson } from "./client";
import type { Embeddings } from "./types";

export function getEmbeddings(signal?: AbortSignal): Promise<Embeddings> {
  return getJson("api/projector", signal);
}
