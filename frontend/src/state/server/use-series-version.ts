/** When a component has to request the series it shows again. */
import { computed } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { seriesVersion } from "./connection";

/** A tag in some runs; in all runs where none is named. */
export interface SeriesGroup {
  readonly tag: string;
  readonly runs: readonly string[];
}

/**
 * A text that changes when one of the series may have new points. The component that calls this is
 * drawn again then, and not for points of other series.
 */
export function useSeriesVersion(groups: readonly SeriesGroup[]): string {
  const key = JSON.stringify(groups.map(({ tag, runs }) => [tag, runs]));
  const version = useMemo(
    () => computed(() => groups.map(({ tag, runs }) => seriesVersion(tag, runs)).join()),
    [key],
  );
  return version.value;
}
