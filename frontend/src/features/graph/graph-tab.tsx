/** The graph tab: which graph, its drawing, its outline, and the states before and without. */
import { effect, signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Graph } from "../../api/types";
import { bytesText } from "../../lib/number-text";
import { type Query, valuesOf } from "../../lib/query";
import { firstGraph } from "../../state/first-graph";
import { broughtGraph } from "../../state/graph-files";
import { reading } from "../../state/live";
import { type NamedView, shownView } from "../../state/named-views";
import { preference } from "../../state/preference";
import { runsError, runsLoaded } from "../../state/runs";
import { whenReplayed } from "../../state/undo";
import { EmptyState } from "../../ui/empty-state";
import { Failure } from "../../ui/failure";
import { Skeleton } from "../../ui/skeleton";
import { Answers } from "./answers";
import { BringButton } from "./bring-button";
import { cameraIn } from "./camera";
import { ChoiceTools } from "./choice-tools";
import { ChoicesPanel } from "./choices-panel";
import { ColourBar } from "./colour/colour-bar";
import { HotSpotsPanel } from "./colour/hot-spots";
import { chooseGraph, chosenGraph, nameOnceUsed, selectedNode } from "./expansion";
import { ExportMenu } from "./export-menu";
import { FindButton, FindPanel } from "./find/find-panel";
import { type Followed, follow, graphKey } from "./followed-graph";
import { GraphCanvas, holdInPlace, measure, releasePivot, toggleInPlace } from "./graph-canvas";
import { useInspector } from "./graph-inspector";
import { GraphKeys } from "./graph-keys";
import { graphs, useGraphs } from "./graph-list";
import { GraphNotes } from "./graph-notes";
import { GraphProgress } from "./graph-progress";
import { graphTitle } from "./graph-title";
import { GraphToolbar } from "./graph-toolbar";
import { HiddenTold } from "./hidden-told";
import { parseCamera } from "./kept-camera";
import { Legend } from "./legend";
import { followLikely } from "./likely-next";
import { Minimap } from "./minimap";
import { NodeMenu } from "./node-menu";
import { Opening } from "./opening";
import { OpeningMenu, OpeningProgress } from "./opening-menu";
import { Outline } from "./outline";
import { PathBar } from "./path-bar";
import { type ShownGraph, useShownGraph } from "./shown-graph";
import type { Stage } from "./stage";
import { StyleMenu } from "./style-menu";
import { TraceBar } from "./trace/trace-bar";
import { Viewed } from "./viewed";
import "./colour/colour-palette.css";
import "./palette.css";
import "./graph.css";
import "./graph-panels.css";

const isPanelOpen = signal(false);
const isOutlinePinned = preference<boolean>("graph-outline", false);

export function GraphTab() {
  const followed = useRef<Followed | undefined>(undefined);
  useGraphs();
  useBroughtGraph();
  const answer = graphs.data.value;
  if (answer === null) {
    const error = graphs.error.value;
    if (error === null) return <Skeleton text="Asking which graphs there are" />;
    return (
      <Failure title="The list of graphs could not be read" error={error} onRetry={graphs.retry} />
    );
  }
  // Which runs are shown says which graph is.
  if (!runsLoaded.value && runsError.value === null)
    return <Skeleton text="Asking which runs there are" />;
  followed.current = follow(followed.current, answer.graphs, chosenGraph.value, firstGraph);
  if (followed.current === undefined) {
    const isOver = !reading.value && !answer.reading;
    return isOver ? <NoGraph /> : <Skeleton text="No graph has been read so far" />;
  }
  const { graph, visit } = followed.current;
  if (graph.reading) return <Skeleton text={parsingText(graph)} />;
  return <OneGraph key={visit} graph={graph} graphs={answer.graphs} />;
}

/** How large it is; how many ops are in it is known when it is parsed. */
function parsingText(graph: Graph): string {
  return `Parsing the graph ${graphTitle(graph)}: ${bytesText(graph.bytes)}`;
}

/** Chooses a graph that the viewer has brought, once it is among those listed. */
function useBroughtGraph(): void {
  useSignalEffect(() => {
    if (broughtGraph.value !== "") graphs.retry();
  });
  useSignalEffect(() => {
    const wanted = broughtGraph.value;
    if (!graphs.data.value?.graphs.some(({ id }) => id === wanted)) return;
    chooseGraph(wanted);
    broughtGraph.value = "";
  });
}

function NoGraph() {
  return (
    <EmptyState title="No graph in these runs">
      <p>
        One of these writes a graph; it appears here by itself. Or drop a file with a graph on this
        page.
      </p>
      <BringButton />
      <h3>TensorFlow</h3>
      <pre>
        {"writer = tf.summary.create_file_writer(logdir)\n"}
        {"with writer.as_default():\n"}
        {"    tf.summary.graph(step.get_concrete_function(x).graph)"}
      </pre>
      <h3>Keras</h3>
      <pre>{"model.fit(x, y, callbacks=[keras.callbacks.TensorBoard(logdir)])"}</pre>
      <h3>PyTorch</h3>
      <pre>{"SummaryWriter(logdir).add_graph(model, example_input)"}</pre>
    </EmptyState>
  );
}

interface OneGraphProps {
  readonly graph: Graph;
  readonly graphs: readonly Graph[];
}

/** Waits for what was kept of the graph: it says what to open first. */
function OneGraph({ graph, graphs }: OneGraphProps) {
  const shown = useShownGraph(graph).value;
  const isShown = shown !== null;
  const isToBeNamed = graphs.length > 1 && shown?.graph.id === graph.id;
  useEffect(
    () => (isToBeNamed ? effect(() => nameOnceUsed(graph.id)) : undefined),
    [graph.id, isToBeNamed],
  );
  useEffect(() => {
    // What is lost of a graph that has changed since the last visit is listed there.
    if (shown && shown.memory.unmatched.peek().length > 0) isPanelOpen.value = true;
  }, [isShown]);
  if (shown === null) return <Skeleton text="Reading what was kept of this graph" />;
  return <DrawnGraph shown={shown} graphs={graphs} />;
}

interface DrawnGraphProps {
  readonly shown: ShownGraph;
  readonly graphs: readonly Graph[];
}

function DrawnGraph({ shown: { graph, memory, view }, graphs: all }: DrawnGraphProps) {
  useEffect(() => whenReplayed(holdWhatChanges), []);
  useSignalEffect(() => restoreCamera(shownView.value, stage.peek()));
  const stage = useSignal<Stage | null>(null);
  const viewed = useMemo(() => new Viewed(view, stage), [view, stage]);
  useEffect(() => () => viewed.dispose(), [viewed]);
  const opening = useMemo(() => new Opening(view, stage), [view, stage]);
  useEffect(() => () => void opening.cancel(), [opening]);
  useEffect(() => followLikely(view), [view]);
  const answers = useMemo(() => new Answers(graph.id, view, stage), [view, stage]);
  useEffect(() => () => answers.dispose(), [answers]);
  const visible = view.visible.value;
  const visit = (name: string): void => void answers.visit(name);
  useInspector({ graph, view, measured: answers.measured, onVisit: visit });
  return (
    <div class="graph-tab">
      <GraphToolbar graphs={all} graph={graph} stage={stage} isOutlinePinned={isOutlinePinned}>
        <ChoiceTools isPanelOpen={isPanelOpen} unmatched={memory.unmatched.value.length} />
        <FindButton />
        <OpeningMenu view={view} opening={opening} />
        <StyleMenu />
        <ExportMenu
          graph={graph}
          view={view}
          stage={stage}
          colouring={answers.colouring}
          measure={measure}
        />
      </GraphToolbar>
      <PathBar view={view} viewed={viewed} onVisit={visit} />
      <div class="graph-body">
        {visible && (
          <Outline
            top={visible.top}
            selected={selectedNode.value}
            isPinned={isOutlinePinned.value}
            onSelect={visit}
            onToggle={toggleInPlace}
          />
        )}
        <div class="graph-drawing">
          <GraphCanvas graph={graph.id} view={view} stage={stage} />
          <GraphProgress view={view} graph={graph} />
          <OpeningProgress opening={opening} />
          <GraphNotes graph={graph} />
          <div class="graph-told">
            <HiddenTold hidden={view.hidden.value} />
            <TraceBar tracing={answers.tracing} />
          </div>
          <FindPanel finding={answers.finding} />
          <NodeMenu view={view} />
          <Minimap scene={view.scene} stage={stage} measure={measure} />
        </div>
        <ChoicesPanel graph={graph} view={view} memory={memory} isOpen={isPanelOpen} />
      </div>
      <HotSpotsPanel
        key={graphKey(graph)}
        graph={graph.id}
        view={view}
        measured={answers.measured}
        goTo={(place) => answers.goTo(place)}
      />
      <ColourBar colouring={answers.colouring} measured={answers.measured} />
      <Legend />
      <GraphKeys view={view} stage={stage} />
    </div>
  );
}

/** A view under a name has a camera too; where it has none, all of the drawing is shown. */
function restoreCamera(view: NamedView | null, stage: Stage | null): void {
  if (view === null) return;
  const camera = new URLSearchParams(view.search).get("camera");
  const outlook = camera === null ? undefined : parseCamera(camera);
  stage?.restore(outlook && cameraIn(outlook, stage.viewSize.peek()), true);
}

/** Undoing opens or closes as a click does: the scope's corner stays where it is. */
function holdWhatChanges(before: Query, after: Query): void {
  const [from, to] = [valuesOf(before, "open"), valuesOf(after, "open")];
  const changed = [...to.filter((name) => !from.includes(name)), ...from].find(
    (name) => from.includes(name) !== to.includes(name),
  );
  if (changed === undefined) releasePivot();
  else holdInPlace(changed);
}
