/** The runs shown, side by side: what they were given, what they reached, and where they differ. */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { getComparison, getGraphCosts } from "../../../api/resources";
import type { Comparison, Graph, NodeCosts } from "../../../api/types";
import type { FileTable } from "../../../lib/format/table";
import { graphList } from "../../../state/graphs/graph-list";
import { listedRuns } from "../../../state/runs/listed-order";
import { useModels } from "../../../state/runs/model-list";
import { type RunModel, runModels } from "../../../state/runs/run-models";
import { baseline, experimentOf, runById } from "../../../state/runs/runs";
import { runsVersion } from "../../../state/server/connection";
import { QueryCache } from "../../../state/server/query-cache";
import { useEntries, useQuery } from "../../../state/server/use-query";
import { useWarnings, type Warning, warnings } from "../../../state/tags/warnings";
import { Button, IconButton } from "../../../ui/controls/button";
import { Checkbox } from "../../../ui/controls/checkbox";
import { SearchField } from "../../../ui/controls/search-field";
import { SegmentedControl } from "../../../ui/controls/segmented-control";
import { TableExportItems } from "../../../ui/export/table-export-items";
import { EmptyState } from "../../../ui/feedback/empty-state";
import { ErrorState } from "../../../ui/feedback/error-state";
import { Skeleton } from "../../../ui/feedback/skeleton";
import { TabToolbar } from "../../../ui/layout/tab-toolbar";
import {
  type ComparedSection,
  comparedGraphs,
  compareRuns,
  ofRuns,
  visibleSections,
} from "./comparison-rows";
import { ColumnsTable, RowsTable } from "./comparison-table";
import { ConfigurationDiff } from "./configuration-diff";
import { experimentTitle } from "./experiment-head";
import * as messages from "./messages";
import * as options from "./options";
import "./comparison.css";

/** Experiments that are drawn at once; a button draws as many more. */
const DRAWN = 100;

const LAYOUTS = [
  { value: "columns", text: messages.columns, tooltip: messages.columnsTitle },
  { value: "rows", text: messages.rows, tooltip: messages.rowsTitle },
  { value: "diff", text: messages.diff, tooltip: messages.diffTitle },
] as const;

const comparisons = new QueryCache<readonly string[], Comparison>({
  fetch: getComparison,
  version: runsVersion,
  maxIdle: 2,
});

const NO_GRAPHS: readonly Graph[] = [];
const NO_WARNINGS: readonly Warning[] = [];
const NO_MODELS: ReadonlyMap<string, RunModel> = new Map();
const NO_COUNTS: ReadonlyMap<string, number> = new Map();
/** Graphs whose parameters are counted, which the server has to open for it. */
const MAX_GRAPHS = 20;

const graphCosts = new QueryCache<string, NodeCosts>({
  fetch: getGraphCosts,
  version: () => 0, // another content has another id
  maxIdle: MAX_GRAPHS,
});

/** The numbers of parameters of the graphs compared, by the ids of the graphs. */
function useParameters(answer: Comparison, graphs: readonly Graph[]): ReadonlyMap<string, number> {
  const known = {
    runById: runById.value,
    graphs,
    parameters: NO_COUNTS,
    warnings: [],
    models: NO_MODELS,
  };
  const ids = [...new Set(comparedGraphs(answer, known))].slice(0, MAX_GRAPHS);
  const entries = useEntries(graphCosts, ids);
  const counts = entries.map(({ state }) => {
    const costs = state.value.data;
    return costs === null ? null : (costs.parameters ?? 0) + (costs.non_trainable ?? 0);
  });
  return useMemo(
    () => new Map(ids.flatMap((id, at) => (counts[at] ? [[id, counts[at]] as const] : []))),
    [ids.join(), counts.join()],
  );
}

/** The comparison as a file: a row for each experiment, a column for each name. */
export function comparisonTable(
  sections: readonly ComparedSection[],
  titles: readonly string[],
): FileTable {
  const rows = sections.flatMap((section) =>
    section.rows.map((row) => ({ ...row, title: `${section.title}: ${row.name}` })),
  );
  return {
    columns: [messages.name, ...rows.map(({ title }) => title)],
    rows: titles.map((title, at) => [title, ...rows.map(({ values }) => values[at] ?? null)]),
  };
}

interface ToolbarProps {
  readonly count: number;
  readonly table: () => FileTable;
}

function ComparisonToolbar({ count, table }: ToolbarProps) {
  const layout = options.layout.value ?? "columns";
  return (
    <TabToolbar label={messages.comparison}>
      <IconButton
        icon="arrow-left"
        label={messages.backToTable}
        onClick={() => options.setLayout(null)}
      />
      <span class="run-comparison-count">{messages.compared(count)}</span>
      <SegmentedControl
        label={messages.layout}
        value={layout}
        choices={LAYOUTS}
        onChange={options.setLayout}
      />
      {layout !== "diff" && (
        <Checkbox
          label={messages.differencesOnly}
          tooltip={messages.differencesOnlyTitle}
          checked={options.onlyDifferences.value}
          onChange={options.setOnlyDifferences}
        />
      )}
      {layout !== "diff" && (
        <SearchField
          label={messages.filterRows}
          placeholder={messages.filterRows}
          value={options.nameFilterText.value}
          error={options.nameFilter.value.error}
          onInput={(text) => {
            options.nameFilterText.value = text;
          }}
        />
      )}
      <TableExportItems label={messages.exportComparison} name="comparison" table={table} />
    </TabToolbar>
  );
}

/** The place of the baseline's experiment, else the first. */
function referencePlace(runs: readonly string[]): number {
  const name = baseline.value?.name;
  if (name === undefined) return 0;
  const training = experimentOf(name).name;
  const at = runs.findIndex((run) => {
    const own = runById.value.get(run)?.name;
    return own !== undefined && experimentOf(own).name === training;
  });
  return Math.max(0, at);
}

function Body({ answer }: { readonly answer: Comparison }) {
  const count = useSignal(DRAWN);
  const graphs = graphList();
  graphs.useList();
  const listed = graphs.data.value?.graphs ?? NO_GRAPHS;
  const parameters = useParameters(answer, listed);
  useWarnings();
  useModels();
  const models = runModels.value;
  const found = warnings.value ?? NO_WARNINGS;
  const known = { runById: runById.value, graphs: listed, parameters, warnings: found, models };
  const sections = useMemo(
    () => compareRuns(answer, known),
    [answer, known.runById, listed, parameters, found, models],
  );
  const all = answer.trainings.flatMap(({ runs }) => runs.slice(0, 1));
  const layout = options.layout.value;
  const visible = visibleSections(
    sections,
    options.nameFilter.value.matches,
    options.onlyDifferences.value && all.length > 1,
  );
  const runs = all.slice(0, count.value);
  const reference = referencePlace(all);
  const props = { sections: layout === "diff" ? sections : visible, runs, reference };
  return (
    <>
      <ComparisonToolbar
        count={all.length}
        table={() => comparisonTable(visible, all.map(experimentTitle))}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys have to reach it. */}
      <section class="run-comparison" tabIndex={0} aria-label={messages.comparison}>
        {layout === "diff" ? (
          <ConfigurationDiff {...props} />
        ) : visible.length === 0 ? (
          <p class="run-comparison-note">
            {options.nameFilterText.value === "" ? messages.noDifference : messages.noRowMatches}
          </p>
        ) : layout === "rows" ? (
          <RowsTable {...props} />
        ) : (
          <ColumnsTable {...props} />
        )}
        {all.length > runs.length && (
          <Button
            onClick={() => {
              count.value += DRAWN;
            }}
          >
            {messages.moreExperiments(Math.min(DRAWN, all.length - runs.length))}
          </Button>
        )}
        {answer.more_tags > 0 && (
          <p class="run-comparison-note">{messages.moreTags(answer.more_tags)}</p>
        )}
        {answer.more_logged > 0 && (
          <p class="run-comparison-note">{messages.moreLogged(answer.more_logged)}</p>
        )}
        {answer.more_texts > 0 && (
          <p class="run-comparison-note">{messages.moreTexts(answer.more_texts)}</p>
        )}
      </section>
    </>
  );
}

/** As many as the server takes in one request. */
const MAX_RUNS = 2000;

export function ComparisonView() {
  const ids = listedRuns.value.slice(0, MAX_RUNS).map(({ id }) => id);
  const key = ids.join();
  const { data, error } = useQuery(comparisons, ids.length === 0 ? null : ids);
  const answer = useMemo(() => data && ofRuns(data, new Set(ids)), [data, key]);
  if (ids.length === 0) {
    return (
      <EmptyState title={messages.nothingCompared}>
        <p>{messages.nothingComparedHint}</p>
        <Button onClick={() => options.setLayout(null)}>{messages.backToTable}</Button>
      </EmptyState>
    );
  }
  if (error !== null) return <ErrorState title={messages.comparisonFailed} error={error} />;
  if (answer === null) return <Skeleton text={messages.loadingComparison} />;
  return (
    <div class="ui-tab-column">
      <Body answer={answer} />
    </div>
  );
}
