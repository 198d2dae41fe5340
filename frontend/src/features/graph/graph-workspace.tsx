/** A graph with all that stands around its drawing: tools, outline, panels, legends. */
import { type Signal, useSignal, useSignalEffect } from "@preact/signals";
import { useCallback, useEffect, useMemo } from "preact/hooks";
import type { Graph } from "../../api/types";
import { type Query, valuesOf } from "../../lib/browser/query-string";
import { isFirstViewDrawn, noteFirstView } from "../../state/shell/first-view";
import { GraphCanvas } from "./canvas/graph-canvas";
import { Legend } from "./canvas/legend";
import { GraphProgress } from "./canvas/progress-overlay";
import { ExportMenu } from "./export/export-menu";
import { useInspector } from "./inspector/use-graph-inspector";
import { GraphKeys } from "./keyboard";
import {
  ChoicesPanel,
  followLikely,
  GraphNotes,
  HiddenTold,
  HotSpotsPanel,
  Minimap,
  MissingTold,
  NodeMenu,
  Outline,
  TraceBar,
} from "./late-parts";
import { parseCamera } from "./options/camera";
import type { OpenedView } from "./options/option-store";
import { ColourBar } from "./overlays/colour/colour-bar";
import { Answers } from "./overlays/overlays";
import { FindButton } from "./overlays/search/find-button";
import { FindPanel } from "./overlays/search/search-panel";
import { cameraIn } from "./scene/camera";
import { Opening } from "./session/bulk-expand";
import { graphKey } from "./session/displayed-graph";
import type { GraphSession } from "./session/graph-session";
import { SessionProvider, useSession } from "./session/session-context";
import type { ShownGraph } from "./session/use-displayed-graph";
import { Viewed } from "./session/view-history";
import { PathBar } from "./toolbar/breadcrumb-bar";
import { OpeningMenu, OpeningProgress } from "./toolbar/expand-menu";
import { GraphToolbar } from "./toolbar/graph-toolbar";
import { StyleMenu } from "./toolbar/layout-menu";
import { ChoiceTools } from "./toolbar/undo-buttons";
import type { Stage } from "./viewport/viewport";

interface DrawnGraphProps {
  readonly shown: ShownGraph;
  readonly graphs: readonly Graph[];
}

export function DrawnGraph({ shown, graphs }: DrawnGraphProps) {
  const { graph, memory, session } = shown;
  const parts = useParts(session);
  const { answers, viewed, stage } = parts;
  const visit = (name: string): void => void answers.visit(name);
  useInspector(session, { graph, measured: answers.measured, onVisit: visit });
  const takeKeys = useKeysInUse(session);
  useSignalEffect(() => {
    if (session.stage.value.stage !== "asking" && session.scene.value !== null) noteFirstView();
  });
  const isDrawn = isFirstViewDrawn.value;
  return (
    <SessionProvider value={session}>
      <div class="graph-tab" onFocusIn={takeKeys} onPointerDown={takeKeys}>
        <Tools shown={shown} graphs={graphs} parts={parts} />
        <PathBar viewed={viewed} onVisit={visit} />
        <div class="graph-body">
          <ShownOutline onVisit={visit} />
          <Drawing graph={graph} parts={parts} />
          {isDrawn && <ChoicesPanel graph={graph} memory={memory} />}
        </div>
        {isDrawn && (
          <HotSpotsPanel
            key={graphKey(graph)}
            measured={answers.measured}
            goTo={(place) => answers.goTo(place)}
          />
        )}
        <ColourBar colouring={answers.colouring} measured={answers.measured} />
        <Legend />
        <GraphKeys stage={stage} />
      </div>
    </SessionProvider>
  );
}

/** Returns what makes this the workspace on which keys act, until it goes. */
function useKeysInUse({ options, services }: GraphSession): () => void {
  const { focused } = services;
  useEffect(
    () => () => {
      if (focused.peek() === options) focused.value = null;
    },
    [focused, options],
  );
  return () => {
    focused.value = options;
  };
}

/** What lives as long as a graph is on show. */
interface Parts {
  readonly stage: Signal<Stage | null>;
  readonly viewed: Viewed;
  readonly opening: Opening;
  readonly answers: Answers;
}

function useParts(session: GraphSession): Parts {
  const { openedView, history } = session.options;
  const stage = useSignal<Stage | null>(null);
  useEffect(
    () => history.whenReplayed((from, to) => holdWhatChanges(session, from, to)),
    [history, session],
  );
  useSignalEffect(() => restoreCamera(openedView, session, stage.peek()));
  const viewed = useMemo(() => new Viewed(session, stage), [session, stage]);
  useEffect(() => () => viewed.dispose(), [viewed]);
  const opening = useMemo(() => new Opening(session, stage), [session, stage]);
  useEffect(() => () => void opening.cancel(), [opening]);
  const isDrawn = isFirstViewDrawn.value;
  useEffect(() => (isDrawn ? followLikely(session, stage) : undefined), [isDrawn, session, stage]);
  const answers = useMemo(() => new Answers(session, stage), [session, stage]);
  useEffect(() => () => answers.dispose(), [answers]);
  return { stage, viewed, opening, answers };
}

interface ToolsProps extends DrawnGraphProps {
  readonly parts: Parts;
}

function Tools({ shown: { graph, memory }, graphs, parts }: ToolsProps) {
  const { stage, opening, answers } = parts;
  return (
    <GraphToolbar graphs={graphs} graph={graph} stage={stage}>
      <ChoiceTools unmatched={memory.unmatched.value.length} />
      <FindButton />
      <OpeningMenu opening={opening} />
      <StyleMenu />
      <ExportMenu graph={graph} stage={stage} colouring={answers.colouring} />
    </GraphToolbar>
  );
}

function ShownOutline({ onVisit }: { readonly onVisit: (name: string) => void }) {
  const session = useSession();
  const { panels, selectedNode } = session.options;
  const toggle = useCallback((name: string) => session.toggleInPlace(name), [session]);
  const visible = session.visible.value;
  if (visible === undefined || !isFirstViewDrawn.value) return null;
  return (
    <Outline
      top={visible.top}
      selected={session.findBox(selectedNode.value)?.name ?? ""}
      isPinned={panels.isOutlinePinned.value}
      onSelect={onVisit}
      onToggle={toggle}
    />
  );
}

interface DrawingProps {
  readonly graph: Graph;
  readonly parts: Parts;
}

/** The canvas, and what lies over it. */
function Drawing({ graph, parts: { stage, opening, answers } }: DrawingProps) {
  const making = useSession().stage.value;
  const isDrawn = isFirstViewDrawn.value;
  return (
    <div class="graph-drawing">
      <GraphCanvas stage={stage} />
      <GraphProgress graph={graph} />
      <OpeningProgress opening={opening} />
      {(isDrawn || making.stage === "failed") && (
        <GraphNotes graph={graph} failure={making.stage === "failed" ? making.error : null} />
      )}
      <div class="graph-told">
        {isDrawn && (
          <>
            <HiddenTold />
            <TraceBar tracing={answers.tracing} />
            <MissingTold sought={answers.sought} />
          </>
        )}
      </div>
      <FindPanel finding={answers.finding} />
      {isDrawn && (
        <>
          <NodeMenu />
          <Minimap stage={stage} />
        </>
      )}
    </div>
  );
}

/** A view under a name has a camera too; where it has none, the drawing is shown as it opens. */
function restoreCamera(
  openedView: Signal<OpenedView | null>,
  session: GraphSession,
  stage: Stage | null,
): void {
  const { id } = session.graph;
  const opened = openedView.value;
  if (opened === null) return;
  const query = new URLSearchParams(opened.search);
  // Of another graph: the camera is for the drawing that comes in the place of this one.
  if ((query.get("graph") ?? id) !== id) return;
  openedView.value = null;
  if (query.get("tab") !== "graph") return;
  const outlook = parseCamera(query.get("camera") ?? "");
  const isSceneComing = session.stage.peek().stage !== "ready";
  stage?.restore(outlook && cameraIn(outlook, stage.viewSize.peek()), isSceneComing);
}

/** Undoing opens or closes as a click does: the scope's corner stays where it is. */
function holdWhatChanges(session: GraphSession, before: Query, after: Query): void {
  const [from, to] = [valuesOf(before, "open"), valuesOf(after, "open")];
  session.anchor = [...to.filter((name) => !from.includes(name)), ...from].find(
    (name) => from.includes(name) !== to.includes(name),
  );
}
