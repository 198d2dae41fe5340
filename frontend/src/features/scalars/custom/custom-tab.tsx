/** Charts of several tags: those that runs laid out, and those that viewers made here. */
import { computed, type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { PatternMatches } from "../../../api/types";
import { getLayouts, getPatternMatches } from "../../../api/values";
import { shownRuns } from "../../../state/runs/runs";
import { listVersion, seriesVersion } from "../../../state/server/connection";
import { liveQuery, useLive } from "../../../state/server/live-query";
import { QueryCache } from "../../../state/server/query-cache";
import { useQuery } from "../../../state/server/use-query";
import { Button } from "../../../ui/controls/button";
import { ExportButton } from "../../../ui/export/export-button";
import { EmptyState } from "../../../ui/feedback/empty-state";
import { ErrorState } from "../../../ui/feedback/error-state";
import { Skeleton } from "../../../ui/feedback/skeleton";
import { lazyPart } from "../../../ui/layout/lazy-part";
import { TabToolbar } from "../../../ui/layout/tab-toolbar";
import { ToolbarOptions } from "../../../ui/layout/toolbar-options";
import { CardGrid } from "../card-grid";
import { FullScreenCard } from "../full-screen-card";
import * as messages from "../messages";
import { pinned } from "../options/card-options";
import { type Section, withPinned } from "../options/sections";
import { fullScreenCard } from "../options/tab-options";
import { allTags, useTags } from "../options/tags";
import { ChartTools, FitButton } from "../toolbar/chart-controls";
import { ScalarParts } from "../toolbar/export-menu";
import { loggedSections, ownSection } from "./chart-cards";
import { ChartForm } from "./chart-form";
import type { OwnChart } from "./parse-layout";
import { loadOwnCharts, ownCharts, putChart, removeChart } from "./saved-charts";
import "../scalars.css";
import "./custom.css";

const AfterCards = lazyPart(async () => (await import("../after-cards")).AfterCards);

const MAX_PATTERNS = 50;

/** The tag under which runs log their layouts. */
const LAYOUT_TAG = "custom_scalars__config__";
const layoutsVersion = computed(() =>
  listVersion.value === null ? null : seriesVersion(LAYOUT_TAG, []),
);
const layouts = liveQuery(getLayouts, { version: layoutsVersion });

const MAX_IDLE = 20;
const patternMatches = new QueryCache<readonly string[], PatternMatches>({
  fetch: getPatternMatches,
  version: () => listVersion.value,
  maxIdle: MAX_IDLE,
});

/** The chart in the form; null when there is none. */
type Editing = Signal<OwnChart | null>;

function newChart(): OwnChart {
  return {
    id: crypto.getRandomValues(new Uint32Array(2)).join("-"),
    title: "",
    patterns: [],
    margins: [],
  };
}

/** Every point behind the charts. */
function ExportMenu({ sections }: { sections: readonly Section[] }) {
  const cards = sections.flatMap((section) => section.cards);
  const tag = [...new Set(cards.flatMap(({ tags }) => tags.map((one) => one.tag)))];
  if (tag.length === 0) return null;
  const run = shownRuns.value.map(({ id }) => id);
  const what = messages.tagAndRunCount(tag.length, run.length);
  return (
    <ExportButton>
      <ScalarParts
        parts={[{ title: messages.exportTheseCharts(what), name: "charts", tag, run }]}
      />
    </ExportButton>
  );
}

interface ToolbarProps {
  readonly editing: Editing;
  readonly sections: readonly Section[];
}

function Toolbar({ editing, sections }: ToolbarProps) {
  return (
    <TabToolbar label={messages.customCharts}>
      <Button
        icon="plus"
        onClick={() => {
          editing.value = newChart();
        }}
      >
        {messages.newChart}
      </Button>
      <ToolbarOptions>
        <ChartTools />
      </ToolbarOptions>
      <ExportMenu sections={sections} />
      <FitButton />
    </TabToolbar>
  );
}

function Nothing() {
  return (
    <EmptyState title={messages.noCustomCharts}>
      <p>{messages.customChartsHint}</p>
      <h3>{messages.fromPyTorch}</h3>
      <pre>{'writer.add_custom_scalars_multilinechart(["loss/train", "loss/test"])'}</pre>
    </EmptyState>
  );
}

/** All charts by their headings; null until the layouts are known. */
function useSections(editing: Editing): readonly Section[] | null {
  const answer = layouts.data.value;
  const own = ownCharts.value;
  const all = useMemo(() => new Map(allTags.value.map((tag) => [tag.tag, tag])), [allTags.value]);
  const patterns = [...new Set(own.flatMap((chart) => chart.patterns))].slice(0, MAX_PATTERNS);
  const { data } = useQuery(patternMatches, patterns.length === 0 ? null : patterns);
  const first = pinned.value;
  return useMemo(() => {
    if (answer === null) return null;
    const edit = (chart: OwnChart): void => {
      editing.value = chart;
    };
    const made = ownSection(own, data, all, { edit, remove: removeChart });
    return withPinned([made, ...loggedSections(answer, all)], [], first);
  }, [answer, own, data, all, first]);
}

function Form({ editing }: { editing: Editing }) {
  const chart = editing.value;
  if (chart === null) return null;
  const close = (): void => {
    editing.value = null;
  };
  const keep = (saved: OwnChart): void => {
    putChart(saved);
    close();
  };
  const tags = allTags.value.map(({ tag }) => tag);
  return <ChartForm key={chart.id} chart={chart} tags={tags} onKeep={keep} onCancel={close} />;
}

export function CustomTab() {
  useLive(layouts);
  useTags();
  const editing = useSignal<OwnChart | null>(null);
  const sections = useSections(editing);
  useEffect(() => void loadOwnCharts(), []);
  if (sections === null) {
    const error = layouts.error.value;
    if (error === null) return <Skeleton text={messages.loadingLayouts} />;
    return <ErrorState title={messages.layoutsFailed} error={error} onRetry={layouts.retry} />;
  }
  const full = fullScreenCard.value;
  const cards = sections.flatMap((section) => section.cards);
  const unread = layouts.data.value?.unread ?? [];
  return (
    <div class="scalar-tab">
      <div class="ui-tab-column" inert={full !== null}>
        <Toolbar editing={editing} sections={sections} />
        <Form editing={editing} />
        {unread.map((message) => (
          <p key={message} class="scalar-custom-note">
            {messages.layoutFailed(message)}
          </p>
        ))}
        {cards.length > 0 ? (
          <CardGrid sections={sections} />
        ) : (
          editing.value === null && <Nothing />
        )}
      </div>
      <AfterCards />
      {full !== null && <FullScreenCard card={full} spec={cards.find(({ id }) => id === full)} />}
    </div>
  );
}
