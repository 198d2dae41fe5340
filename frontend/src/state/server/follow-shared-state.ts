/** Shows changes of the shared documents by other clients on this page. */
import { computed, effect } from "@preact/signals";
import { getSavedState } from "../../api/resources";
import { status } from "./connection";
import { liveQuery } from "./live-query";
import { refreshDocuments } from "./shared-document";

/** Changes whenever a part of what viewers saved does; null until the server has answered. */
const revision = computed(() => status.value?.state_revision ?? null);

/** Begins to follow what others save. Call once. */
export function followSavedState(): void {
  const saved = liveQuery(getSavedState, { version: revision });
  // What there is at first is read part by part, as each is wanted.
  saved.enabled.value = false;
  let first: number | null = null;
  effect(() => {
    first ??= revision.value;
    if (revision.value !== first) saved.enabled.value = true;
  });
  effect(() => {
    const state = saved.data.value;
    if (state !== null) refreshDocuments(state.revisions);
  });
}
