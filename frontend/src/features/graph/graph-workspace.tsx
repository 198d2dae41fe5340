/** A graph with all that stands around its drawing: tools, outline, panels, legends. */
import { type Signal, signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Graph } from "../../api/types";
import { type Query, valuesOf } from "../../lib/browser/query-string";
import { type NamedView, shownView } from "../../state/address/saved-views";
import { whenReplayed } from "../../state/address/undo";
import { preference } from "../../state/base/local-preference";
import { GraphCanvas } from "./canvas/graph-canvas";
import { HiddenTold } from "./canvas/hidden-notice";
import { Legend } from "./canvas/legend";
import { Minimap } from "./canvas/minimap";
import { MissingTold } from "./canvas/missing-node-notice";
import { GraphNotes } from "./canvas/parse-warnings";
import { GraphProgress } from "./canvas/progress-overlay";
import { ExportMenu } from "./export/export-menu";
import { ChoicesPanel } from "./extraction-panel/extraction-panel";
import { useInspector } from "./inspector/use-graph-inspector";
import { GraphKeys } from "./keyboard";
import { NodeMenu } from "./node-menu/node-menu";
import { selectedNode } from "./options/expansion";
import { Outline } from "./outline/outline";
import { ColourBar } from "./overlays/colour/colour-bar";
import { Answers } from "./overlays/overlays";
import { HotSpotsPanel } from "./overlays/profile/hot-spots";
import { FindButton, FindPanel } from "./overlays/search/search-panel";
import { TraceBar } from "./overlays/trace/trace-bar";
import { measureText } from "./render/text-metrics";
import { cameraIn } from "./scene/camera";
import { clearAnchor, setAnchor, toggleInPlace } from "./session/anchor";
import { Opening } from "./session/bulk-expand";
import { parseCamera } from "./session/camera-memory";
import { graphKey } from "./session/displayed-graph";
import type { GraphView } from "./session/graph-session";
import { followLikely } from "./session/prefetch";
import type { ShownGraph } from "./session/use-displayed-graph";
import { Viewed } from "./session/view-history";
import { PathBar } from "./toolbar/breadcrumb-bar";
import { OpeningMenu, OpeningProgress } from "./toolbar/expand-menu";
import { GraphToolbar } from "./toolbar/graph-toolbar";
import { StyleMenu } from "./toolbar/layout-menu";
import { ChoiceTools } from "./toolbar/undo-buttons";
import type { Stage } from "./viewport/viewport";

const isPanelOpen = signal(false);
const isOutlinePinned = preference<boolean>("graph-outline", false);

/** The panel that lists, besides, what choices for an earlier graph no longer find. */
export function openChoicesPanel(): void {
  isPanelOpen.value = true;
}

interface DrawnGraphProps {
  readonly shown: ShownGraph;
  readonly graphs: readonly Graph[];
}

export function DrawnGraph({ shown, graphs }: DrawnGraphProps) {
  const { graph, memory, view } = shown;
  const parts = useParts(shown);
  const { answers, viewed, stage } = parts;
  const visit = (name: string): void => void answers.visit(name);
  useInspector({ graph, view, measured: answers.measured, onVisit: visit });
  return (
    <div class="graph-tab">
      <Tools shown={shown} graphs={graphs} parts={parts} />
      <PathBar view={view} viewed={viewed} onVisit={visit} />
      <div class="graph-body">
        <ShownOutline view={view} onVisit={visit} />
        <Drawing graph={graph} view={view} parts={parts} />
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

/** What lives as long as a graph is on show. */
interface Parts {
  readonly stage: Signal<Stage | null>;
  readonly viewed: Viewed;
  readonly opening: Opening;
  readonly answers: Answers;
}

function useParts({ graph, view }: ShownGraph): Parts {
  const stage = useSignal<Stage | null>(null);
  useEffect(() => whenReplayed(holdWhatChanges), []);
  useSignalEffect(() => restoreCamera(shownView.value, graph.id, view, stage.peek()));
  const viewed = useMemo(() => new Viewed(view, stage), [view, stage]);
  useEffect(() => () => viewed.dispose(), [viewed]);
  const opening = useMemo(() => new Opening(view, stage), [view, stage]);
  useEffect(() => () => void opening.cancel(), [opening]);
  useEffect(() => followLikely(view, stage), [view, stage]);
  const answers = useMemo(() => new Answers(graph.id, view, stage), [view, stage]);
  useEffect(() => () => answers.dispose(), [answers]);
  return { stage, viewed, opening, answers };
}

interface ToolsProps extends DrawnGraphProps {
  readonly parts: Parts;
}

function Tools({ shown: { graph, memory, view }, graphs, parts }: ToolsProps) {
  const { stage, opening, answers } = parts;
  return (
    <GraphToolbar graphs={graphs} graph={graph} stage={stage} isOutlinePinned={isOutlinePinned}>
      <ChoiceTools isPanelOpen={isPanelOpen} unmatched={memory.unmatched.value.length} />
      <FindButton />
      <OpeningMenu view={view} opening={opening} />
      <StyleMenu />
      <ExportMenu
        graph={graph}
        view={view}
        stage={stage}
        colouring={answers.colouring}
        measure={measureText}
      />
    </GraphToolbar>
  );
}

interface ShownOutlineProps {
  readonly view: GraphView;
  readonly onVisit: (name: string) => void;
}

function ShownOutline({ view, onVisit }: ShownOutlineProps) {
  const visible = view.visible.value;
  if (visible === undefined) return null;
  return (
    <Outline
      top={visible.top}
      selected={view.findBox(selectedNode.value)?.name ?? ""}
      isPinned={isOutlinePinned.value}
      onSelect={onVisit}
      onToggle={toggleInPlace}
    />
  );
}

interface DrawingProps {
  readonly graph: Graph;
  readonly view: GraphView;
  readonly parts: Parts;
}

/** The canvas, and what lies over it. */
function Drawing({ graph, view, parts: { stage, opening, answers } }: DrawingProps) {
  const making = view.stage.value;
  return (
    <div class="graph-drawing">
      <GraphCanvas graph={graph.id} view={view} stage={stage} />
      <GraphProgress view={view} graph={graph} />
      <OpeningProgress opening={opening} />
      <GraphNotes graph={graph} failure={making.stage === "failed" ? making.error : null} />
      <div class="graph-told">
        <HiddenTold hidden={view.hidden.value} />
        <TraceBar tracing={answers.tracing} />
        <MissingTold sought={answers.sought} />
      </div>
      <FindPanel finding={answers.finding} />
      <NodeMenu view={view} />
      <Minimap scene={view.scene} stage={stage} measure={measureText} />
    </div>
  );
}

/** A view under a name has a camera too; where it has none, the drawing is shown as it opens. */
function restoreCamera(
  shown: NamedView | null,
  graph: string,
  view: GraphView,
  stage: Stage | null,
): void {
  if (shown === null) return;
  const query = new URLSearchParams(shown.search);
  // Of another graph: the camera is for the drawing that comes in the place of this one.
  if ((query.get("graph") ?? graph) !== graph) return;
  shownView.value = null;
  if (query.get("tab") !== "graph") return;
  const outlook = parseCamera(query.get("camera") ?? "");
  const isSceneComing = view.stage.peek().stage !== "ready";
  stage?.restore(outlook && cameraIn(outlook, stage.viewSize.peek()), isSceneComing);
}

/** Undoing opens or closes as a click does: the scope's corner stays where it is. */
function holdWhatChanges(before: Query, after: Query): void {
  const [from, to] = [valuesOf(before, "open"), valuesOf(after, "open")];
  const changed = [...to.filter((name) => !from.includes(name)), ...from].find(
    (name) => from.includes(name) !== to.includes(name),
  );
  if (changed === undefined) clearAnchor();
  else setAnchor(changed);
}
