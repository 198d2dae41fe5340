/** At which steps the series listed have a tensor. */
import { useMemo } from "preact/hooks";
import { unionOfSteps } from "../../lib/algorithms/nearest-step";
import { useQuery } from "../../state/server/use-query";
import { useStepsInView } from "../../state/tags/selected-step";
import { stepsOfTags } from "../../state/tags/steps-of-tags";

/** The names of more make an address that servers refuse. */
const MAX_TAGS = 100;

/** Steps by tag and run, ascending; null while they are not known. */
export type SeriesSteps = ReadonlyMap<string, readonly number[]> | null;

export function seriesKey({ tag, run }: { readonly tag: string; readonly run: string }): string {
  return `${tag}\n${run}`;
}

/** The steps of the first tags; the keys for steps go through them. */
export function useSeriesSteps(tags: readonly string[]): SeriesSteps {
  const requested = [...new Set(tags)].slice(0, MAX_TAGS);
  const { data } = useQuery(stepsOfTags, { kind: "tensors", tags: requested });
  const steps = useMemo(
    () =>
      data === null
        ? null
        : new Map(data.series.map((one) => [seriesKey(one), unionOfSteps([one.step.map(Number)])])),
    [data],
  );
  useStepsInView(useMemo(() => unionOfSteps([...(steps?.values() ?? [])]), [steps]));
  return steps;
}
