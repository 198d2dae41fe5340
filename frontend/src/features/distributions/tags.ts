/** The histogram tags of the log directory, in sections by prefix. */
import { computed, type ReadonlySignal } from "@preact/signals";
import { getTags } from "../../api/resources";
import type { Tag } from "../../api/types";
import { grouped } from "../../lib/grouped";
import { reading } from "../../state/live";
import { followGeneration, useShown } from "../../state/resource";
import { shownRuns } from "../../state/runs";
import { fullScreenTag, tagFilter } from "./view";

const resource = followGeneration(() => getTags("histograms"));

export const tagsLoaded: ReadonlySignal<boolean> = computed(() => resource.data.value !== null);
export const tagsError = resource.error;
export const retryTags = resource.retry;

/** Keeps the tags current while a component is on the page. */
export function useTags(): void {
  useShown(resource);
}

const NO_TAGS: readonly Tag[] = [];
export const allTags: ReadonlySignal<readonly Tag[]> = computed(
  () => resource.data.value?.tags ?? NO_TAGS,
);

/** Tags that at least one run shown has; where they are being read still, any they may have. */
export const shownTags: ReadonlySignal<readonly Tag[]> = computed(() => {
  const shown = new Set(shownRuns.value.map(({ id }) => id));
  const found = allTags.value.filter(({ runs }) => runs.some((run) => shown.has(run)));
  return found.length === 0 && reading.value ? allTags.value : found;
});

/** Of those, the ones that pass the filter. */
export const filteredTags: ReadonlySignal<readonly Tag[]> = computed(() => {
  const { matches } = tagFilter.value;
  return shownTags.value.filter(({ tag }) => matches(tag));
});

/** The one tag whose card fills the page, or none if no run has it; null when no card does. */
export const fullTagOnly: ReadonlySignal<readonly Tag[] | null> = computed(() => {
  const full = fullScreenTag.value;
  return full === null ? null : allTags.value.filter(({ tag }) => tag === full);
});

export interface Section {
  /** Empty for tags without a "/". */
  readonly prefix: string;
  readonly tags: readonly Tag[];
}

const ORDER = new Intl.Collator("en", { numeric: true });

function prefixOf(tag: string): string {
  return tag.slice(0, Math.max(0, tag.indexOf("/")));
}

/** The tag without its section's prefix. */
export function shortTag(tag: string): string {
  return tag.slice(tag.indexOf("/") + 1) || tag;
}

/** `layer2` stands before `layer10`, and tags without a prefix before all others. */
export const sections: ReadonlySignal<readonly Section[]> = computed(() => {
  const byPrefix = grouped(filteredTags.value, ({ tag }) => prefixOf(tag));
  return [...byPrefix]
    .map(([prefix, tags]) => ({
      prefix,
      tags: [...tags].sort((one, other) => ORDER.compare(one.tag, other.tag)),
    }))
    .sort((one, other) => ORDER.compare(one.prefix, other.prefix));
});

/** The tags in the order of their cards. */
export const listedTags: ReadonlySignal<readonly Tag[]> = computed(() =>
  sections.value.flatMap(({ tags }) => tags),
);
