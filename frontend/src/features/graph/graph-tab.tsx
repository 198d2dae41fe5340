/** The graph tab: which graph, and the states before and without. */
import { effect, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Graph } from "../../api/types";
import { firstGraph, mainGraph } from "../../state/graphs/default-graph";
import { type GraphList, graphList } from "../../state/graphs/graph-list";
import { type GraphPicker, graphPicker } from "../../state/graphs/graph-picker";
import { graphTitle } from "../../state/graphs/graph-title";
import { uploadedGraphId } from "../../state/graphs/uploaded-graphs";
import { runsError, runsLoaded } from "../../state/runs/runs";
import { reading } from "../../state/server/connection";
import { ErrorState } from "../../ui/feedback/error-state";
import { Skeleton } from "../../ui/feedback/skeleton";
import { GraphWorkspace } from "./graph-workspace";
import { NoGraph } from "./late-parts";
import * as messages from "./messages";
import { addressOptions } from "./options/address-options";
import { PANES } from "./options/comparison";
import type { GraphOptions } from "./options/graph-options";
import { pageServices } from "./page-services";
import {
  comparedWith,
  type DisplayedGraph,
  nextDisplayed,
  ownId,
  type ShownGraph,
} from "./session/displayed-graph";
import type { GraphServices } from "./session/graph-services";
import { useDisplayedGraph } from "./session/use-displayed-graph";
import "./render/categories.css";
import "./render/theme.css";
import "./graph.css";
import "./panels.css";

export function GraphTab() {
  const followed = useRef<DisplayedGraph | undefined>(undefined);
  const options = addressOptions();
  const { workers } = pageServices;
  const graphs = graphList();
  graphs.useList();
  // The next opening of the tab is quick then.
  useEffect(() => () => workers.warm(), [workers]);
  useUploadedGraph(graphs, options);
  const answer = graphs.data.value;
  // Which runs are shown says which graph is.
  const areRunsKnown = runsLoaded.value || runsError.value !== null;
  if (answer !== null && areRunsKnown) {
    const chosen = options.chosenGraph.value;
    followed.current = nextDisplayed(followed.current, answer.graphs, chosen, firstGraph);
  }
  useGraphPicker(answer?.graphs, followed.current?.graph, options);
  if (answer === null) {
    const error = graphs.error.value;
    if (error === null) return <Skeleton text={messages.loadingGraphs} />;
    return (
      <ErrorState title={messages.graphsFailed} error={error} onRetry={() => graphs.retry()} />
    );
  }
  if (!areRunsKnown) return <Skeleton text={messages.loadingRuns} />;
  if (followed.current === undefined) {
    const isOver = !reading.value && !answer.reading;
    return isOver ? <NoGraph /> : <Skeleton text={messages.waitingForGraph} />;
  }
  const { graph, revision: visit } = followed.current;
  if (graph.reading) return <Skeleton text={parsingText(graph)} />;
  const against = options.comparison.against.value;
  const before = answer.graphs.find(({ id }) => id === against);
  if (before?.reading) return <Skeleton text={parsingText(before)} />;
  if (against !== "" && before === undefined && !answer.reading) {
    return <NoGraph compared={options} />;
  }
  const beside =
    options.comparison.side.value === PANES && before?.id !== graph.id ? before : undefined;
  return (
    <OneGraph
      key={visit}
      graph={comparedWith(graph, beside ? undefined : before)}
      beside={beside}
      graphs={answer.graphs}
      options={options}
      services={pageServices}
    />
  );
}

/** How large it is; how many ops are in it is known when it is parsed. */
function parsingText(graph: Graph): string {
  return messages.parsingGraph(graphTitle(graph), graph.bytes);
}

/** Selects an uploaded graph, once it is in the list. */
function useUploadedGraph(graphs: GraphList, options: GraphOptions): void {
  useSignalEffect(() => {
    if (uploadedGraphId.value !== "") graphs.retry();
  });
  useSignalEffect(() => {
    const wanted = uploadedGraphId.value;
    if (!graphs.data.value?.graphs.some(({ id }) => id === wanted)) return;
    options.chooseGraph(wanted);
    uploadedGraphId.value = "";
  });
}

/** Makes the run table the list of graphs while the tab is open. */
function useGraphPicker(
  graphs: readonly Graph[] | undefined,
  shown: Graph | undefined,
  options: GraphOptions,
): void {
  useEffect(() => {
    if (graphs === undefined || shown === undefined) {
      graphPicker.value = null;
      return;
    }
    const choose: GraphPicker["choose"] = (wanted) => {
      const ofRuns = (runs: readonly { readonly name: string }[]): string | undefined =>
        mainGraph(graphs.filter(({ run }) => runs.some(({ name }) => name === run)))?.id;
      const id = typeof wanted === "string" ? wanted : ofRuns(wanted);
      if (id !== undefined && id !== shown.id) options.chooseGraph(id);
      return id !== undefined;
    };
    graphPicker.value = { graphs, shown, choose };
  }, [graphs, shown, options]);
  useEffect(
    () => () => {
      graphPicker.value = null;
    },
    [],
  );
}

interface OneGraphProps {
  readonly graph: ShownGraph;
  /** The graph before, in a pane of its own. */
  readonly beside: Graph | undefined;
  readonly graphs: readonly Graph[];
  readonly options: GraphOptions;
  readonly services: GraphServices;
}

/** Waits for the saved options of the graph, which set the scopes to open first. */
function OneGraph({ graph, beside, graphs, options, services }: OneGraphProps) {
  const shown = useDisplayedGraph(graph, options, services).value;
  const isShown = shown !== null;
  const isToBeNamed = graphs.length > 1 && shown?.graph.id === graph.id;
  useEffect(
    () => (isToBeNamed ? effect(() => options.nameGraphOnceUsed(ownId(graph.id))) : undefined),
    [graph.id, isToBeNamed, options],
  );
  useEffect(() => {
    // What is lost of a graph that has changed since the last visit is listed there.
    if (shown && shown.sync.staleOptions.peek().length > 0) {
      options.panels.isExtractionOpen.value = true;
    }
  }, [isShown]);
  if (shown === null) return <Skeleton text={messages.restoringView} />;
  return <GraphWorkspace shown={shown} graphs={graphs} beside={beside} />;
}
