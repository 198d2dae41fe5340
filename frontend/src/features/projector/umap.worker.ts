/** UMAP apart from the page: vectors in, coordinates out as they settle. */
import { UMAP } from "umap-js";
import type { UmapAnswer, UmapQuestion } from "./umap-message";

interface Channel {
  onmessage: ((message: { data: UmapQuestion }) => void) | null;
  postMessage(answer: UmapAnswer): void;
}

// The compiler takes this file for page code, where `self` is a window.
const channel = self as unknown as Channel;

/** How many epochs one progress message covers. */
const EPOCHS_PER_MESSAGE = 20;

/** Mulberry32: the same vectors make the same drawing. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

channel.onmessage = ({ data: { vectors, dimensions, neighbours } }) => {
  const umap = new UMAP({
    nComponents: dimensions,
    nNeighbors: Math.min(neighbours, vectors.length - 1),
    random: seeded(42),
  });
  const epochs = umap.initializeFit(vectors as number[][]);
  for (let epoch = 1; epoch <= epochs; epoch += 1) {
    umap.step();
    if (epoch % EPOCHS_PER_MESSAGE === 0 || epoch === epochs) {
      const places = Float32Array.from(umap.getEmbedding().flat());
      channel.postMessage({ places, part: epoch / epochs });
    }
  }
};
