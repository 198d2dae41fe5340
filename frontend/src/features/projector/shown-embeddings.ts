/** The embeddings of the runs shown, by the names that viewers gave these. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Embedding } from "../../api/types";
import { identityById, runName, shownNames } from "../../state/runs/runs";
import { embeddings } from "../../state/tags/embeddings";

const byName = computed(
  () => new Map([...identityById.value.values()].map((run) => [run.name, run])),
);

/** Some programs write them into this directory of a run. */
const ASSETS = "/plugins/org_tensorflow_tensorboard_projector";

/** The name of the run whose directory has the embedding. */
function runOf({ run }: Embedding): string {
  return run.endsWith(ASSETS) ? run.slice(0, -ASSETS.length) : run;
}

/** What viewers call the run of an embedding. */
export function embeddingRunName(embedding: Embedding): string {
  const name = runOf(embedding);
  const identity = byName.value.get(name);
  return identity === undefined ? name : runName(identity.id);
}

/** Those of the runs shown; a directory without events is no run that could be hidden. */
export const shownEmbeddings: ReadonlySignal<readonly Embedding[]> = computed(() =>
  embeddings.value.filter((embedding) => {
    const name = runOf(embedding);
    return shownNames.value.has(name) || !byName.value.has(name);
  }),
);
