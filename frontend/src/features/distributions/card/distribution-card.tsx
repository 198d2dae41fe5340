/** A tag's card: how the values of each run shown are distributed, and what is under the pointer. */
import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import type { Histograms, HistogramsQuery } from "../../../api/histograms";
import type { Tag } from "../../../api/types";
import { dashLengths } from "../../../lib/colour/line-dashes";
import type { ShortName } from "../../../lib/lists/shortener";
import { appliedTheme } from "../../../state/base/theme";
import { inListedOrder, listedRuns, runPlaces } from "../../../state/runs/listed-order";
import { runLabelsAmong } from "../../../state/runs/run-labels";
import { runColours, runDash, runName, shownRuns } from "../../../state/runs/runs";
import { navigableCard, useFocusable } from "../../../state/shell/focused-card";
import { chooseStep, step, stepRange } from "../../../state/tags/selected-step";
import { ErrorState } from "../../../ui/feedback/error-state";
import { useInViewport } from "../../../ui/lists/use-in-viewport";
import { useHistograms } from "../data/use-histograms";
import * as messages from "../messages";
import * as view from "../options/tab-options";
import { composeFacets, type Look, type RunLook, withPicked } from "../plot/facet";
import { CardFoot } from "./card-footer";
import { CardHeader } from "./card-header";
import { DistributionPlot, useSize } from "./distribution-plot";
import { StepTable } from "./step-table";
import { distributionSummary } from "./text-summary";
import type { Reading } from "./tooltip-text";

/** How much there is room for. */
interface Detail {
  readonly steps: number;
  readonly bins: number;
  readonly runs: number;
}

const CARD: Detail = { steps: 60, bins: 96, runs: view.MOST_RUNS };
const FULL_SCREEN: Detail = { steps: 240, bins: 240, runs: 9 };

/** How each run of a card is drawn, and its name by what those of the card share. */
function looksOf(runs: readonly string[]): (run: string) => RunLook {
  const labelOf = runLabelsAmong(runs);
  return (run) => ({ ...labelOf(run), dash: dashLengths(runDash(run)) });
}

/** The first of the runs shown that have the tag, or may have it: as many as there is room for. */
function useRequestedRuns(tag: Tag, most: number) {
  const shown = listedRuns.value;
  return useMemo(() => {
    const having = new Set(tag.runs);
    const requested = shown
      .filter(({ id, first_wall_time }) => having.has(id) || first_wall_time === null)
      .map(({ id }) => id);
    return { requested: requested.slice(0, most), more: Math.max(0, requested.length - most) };
  }, [tag, shown, most]);
}

/** The facets with nothing picked, and with the steps that were. */
function useFacets(
  histograms: Histograms | null,
  exact: Histograms | null,
  look: Look,
  size: Size,
) {
  const picked = { step: step.value, held: view.heldStep.value };
  const [slots, theme, names] = [runColours.value, appliedTheme.value, shownRuns.value];
  const places = runPlaces.value;
  // Slots, theme and names are what looksOf reads.
  const ground = useMemo(() => {
    if (histograms === null || size === null) return [];
    const series = inListedOrder(histograms.series, ({ run }) => run, places);
    const lookOf = looksOf(series.map(({ run }) => run));
    return composeFacets({ ...histograms, series }, look, lookOf, size);
  }, [histograms, ...Object.values(look), size, slots, theme, names, places]);
  const facets = useMemo(
    () => withPicked(ground, exact, picked),
    [ground, exact, picked.step, picked.held],
  );
  return { ground, facets };
}

type Size = ReturnType<typeof useSize>;

/** The exact steps that are drawn in front of the others. */
function pickedSteps(): number[] | null {
  const steps = [step.value, view.heldStep.value].filter((each) => each !== null);
  return steps.length === 0 ? null : steps;
}

function Waiting({ runs }: { runs: number }) {
  const text = runs === 0 ? messages.noRunHasTag : messages.runCount(runs);
  return (
    <div class="distribution-waiting" role="status">
      {text}
    </div>
  );
}

/** How all cards are drawn now. */
function lookNow(): Look {
  return {
    mode: view.mode.value,
    axis: view.axis.value,
    isLog: view.logCounts.value,
    tails: view.tails.value,
    isStacked: view.isStacked.value,
  };
}

/** What is drawn, and `exact`: the steps that were picked, if any. */
function useAnswers(
  { tag }: Tag,
  runs: readonly string[],
  { steps, bins }: Detail,
  isVisible: boolean,
) {
  const query: HistogramsQuery = {
    tag,
    runs,
    range: stepRange.value,
    steps,
    at: null,
    bins,
    superseded: view.showsSuperseded.value,
  };
  const drawn = useHistograms(query, isVisible);
  const picked = pickedSteps();
  const exactly = { ...query, range: null, at: picked, bins: 0, runs: picked ? runs : [] };
  const { histograms } = useHistograms(exactly, isVisible);
  return { ...drawn, exact: picked === null ? null : histograms };
}

interface PlotProps extends ReturnType<typeof useFacets> {
  readonly size: Size;
  readonly onRead: (reading: Reading | null) => void;
}

function Plot({ ground, facets, size, onRead }: PlotProps) {
  if (size === null || facets.length === 0) return null;
  return (
    <DistributionPlot
      ground={ground}
      facets={facets}
      size={size}
      theme={appliedTheme.value}
      onRead={onRead}
      onChoose={chooseStep}
    />
  );
}

interface DistributionCardProps {
  readonly tag: Tag;
  /** What tells it from the cards beside it; without one, its whole name does. */
  readonly title?: ShortName | undefined;
  readonly full?: boolean;
}

export function DistributionCard({ tag, title, full = false }: DistributionCardProps) {
  const element = useRef<HTMLElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const size = useSize(plot);
  const detail = full ? FULL_SCREEN : CARD;
  const { requested, more } = useRequestedRuns(tag, detail.runs);
  const isCovered = !full && view.fullScreenTag.value !== null;
  const isVisible = useInViewport(element) && !isCovered;
  const { histograms, exact, error, retry } = useAnswers(tag, requested, detail, isVisible);
  const { ground, facets } = useFacets(histograms, exact, lookNow(), size);
  const reading = useSignal<Reading | null>(null);
  const read = (next: Reading | null): void => {
    reading.value = next;
  };
  const summary = useMemo(
    () => (histograms === null ? "" : distributionSummary(histograms, runName)),
    [histograms],
  );
  useFocusable(element, view.reached, tag.tag, full);
  return (
    <article
      class="distribution-card"
      aria-label={tag.tag}
      ref={element}
      {...navigableCard(tag.tag)}
    >
      <CardHeader {...{ tag, title, histograms, facets, size, full }} />
      {error !== null && (
        <ErrorState title={messages.tagFailed(tag.tag)} error={error} onRetry={retry} />
      )}
      <div class="distribution-plot" ref={plot}>
        {facets.length === 0 && error === null && <Waiting runs={requested.length} />}
        <Plot ground={ground} facets={facets} size={size} onRead={read} />
      </div>
      <p class="ui-visually-hidden">{summary}</p>
      <CardFoot facets={facets} reading={reading} more={more} />
      {full && histograms !== null && <StepTable histograms={histograms} />}
    </article>
  );
}
