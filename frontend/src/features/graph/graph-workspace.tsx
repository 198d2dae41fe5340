/** A graph with all that stands around its drawing: tools, outline, panels, legends. */
import { type Signal, useSignal, useSignalEffect } from "@preact/signals";
import { useCallback, useEffect, useMemo } from "preact/hooks";
import type { Graph } from "../../api/types";
import { isFirstViewDrawn, noteFirstView } from "../../state/shell/first-view";
import { GraphCanvas } from "./canvas/graph-canvas";
import { LegendBar } from "./canvas/legend-bar";
import { SlowProgress } from "./canvas/slow-progress";
import { ExportMenu } from "./export/export-menu";
import { useGraphInspector } from "./inspector/use-graph-inspector";
import { GraphKeys, graphShortcuts } from "./keyboard";
import {
  BeforePane,
  CompareButton,
  ComparisonPanel,
  EdgeTensors,
  ExpandProgress,
  ExtractionPanel,
  HiddenNotice,
  HotSpotsPanel,
  MetricBar,
  Minimap,
  MissingNodeNotice,
  NodeMenu,
  Outline,
  ParseWarnings,
  PrefixNotice,
  startLateWork,
  TraceBar,
  UndoButtons,
} from "./late-parts";
import { Overlays } from "./overlays/overlays";
import { FindButton } from "./overlays/search/find-button";
import { SearchPanel } from "./overlays/search/search-panel";
import type { Panes } from "./panes/panes";
import type { NodePath } from "./scene/visible-ancestor";
import { graphKey } from "./session/displayed-graph";
import type { GraphSession } from "./session/graph-session";
import { LateExpander } from "./session/late-expander";
import { SessionProvider, useSession } from "./session/session-context";
import type { GraphOnPage } from "./session/use-displayed-graph";
import { ViewHistory } from "./session/view-history";
import { BreadcrumbBar } from "./toolbar/breadcrumb-bar";
import { ExpandMenu } from "./toolbar/expand-menu";
import { GraphToolbar } from "./toolbar/graph-toolbar";
import { LayoutMenu } from "./toolbar/layout-menu";
import type { Viewport } from "./viewport/viewport";

interface DrawnGraphProps {
  readonly shown: GraphOnPage;
  readonly graphs: readonly Graph[];
  /** The graph before, where it has a pane of its own. */
  readonly beside?: Graph | undefined;
}

export function GraphWorkspace({ shown, graphs, beside }: DrawnGraphProps) {
  const { graph, sync: memory, session } = shown;
  const before = graph.before ?? beside;
  const controllers = useControllers(session);
  const { overlays, viewed, viewport } = controllers;
  const panes = useSignal<Panes | null>(null);
  const visit = (name: string): void => void overlays.visit(name);
  const goTo = (place: NodePath): void => overlays.goTo(place);
  useGraphInspector(session, { graph, measured: overlays.measured, onVisit: visit, panes });
  const enableKeys = useKeysInUse(session);
  useSignalEffect(() => {
    if (session.status.value.phase !== "loading" && session.scene.value !== null) noteFirstView();
  });
  const isDrawn = isFirstViewDrawn.value;
  return (
    <SessionProvider value={session}>
      <div class="graph-tab" onFocusIn={enableKeys} onPointerDown={enableKeys}>
        <Tools shown={shown} graphs={graphs} controllers={controllers} />
        <BreadcrumbBar viewed={viewed} onVisit={visit}>
          {isDrawn && <PrefixNotice />}
        </BreadcrumbBar>
        <div class="graph-body">
          <ShownOutline onVisit={visit} />
          <div class={beside ? "graph-panes two" : "graph-panes"}>
            {beside && !graph.before && (
              <BeforePane
                before={beside}
                after={graph}
                viewport={viewport}
                panes={panes}
                keys={graphShortcuts}
              />
            )}
            <CanvasArea graph={graph} controllers={controllers} />
          </div>
          {isDrawn && <ExtractionPanel graph={graph} memory={memory} />}
        </div>
        {isDrawn && (
          <HotSpotsPanel key={graphKey(graph)} measured={overlays.measured} goTo={goTo} />
        )}
        {before !== undefined && (
          <ComparisonPanel
            key={graphKey(before)}
            before={before}
            after={graph}
            panes={panes}
            goTo={goTo}
          />
        )}
        {isDrawn && <MetricBar session={overlays.colouring.metric} />}
        <LegendBar colouring={overlays.colouring} measured={overlays.measured} isDrawn={isDrawn} />
        <GraphKeys viewport={viewport} />
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
interface Controllers {
  readonly viewport: Signal<Viewport | null>;
  readonly viewed: ViewHistory;
  readonly expander: LateExpander;
  readonly overlays: Overlays;
}

function useControllers(session: GraphSession): Controllers {
  const viewport = useSignal<Viewport | null>(null);
  const viewed = useMemo(() => new ViewHistory(session, viewport), [session, viewport]);
  useEffect(() => () => viewed.dispose(), [viewed]);
  const expander = useMemo(() => new LateExpander(session, viewport), [session, viewport]);
  useEffect(() => () => void expander.made.peek()?.cancel(), [expander]);
  const isDrawn = isFirstViewDrawn.value;
  useEffect(
    () => (isDrawn ? startLateWork(session, viewport) : undefined),
    [isDrawn, session, viewport],
  );
  const overlays = useMemo(() => new Overlays(session, viewport), [session, viewport]);
  useEffect(() => () => overlays.dispose(), [overlays]);
  return { viewport, viewed, expander, overlays };
}

interface ToolsProps extends DrawnGraphProps {
  readonly controllers: Controllers;
}

function Tools({ shown: { graph, sync: memory }, graphs, controllers }: ToolsProps) {
  const { viewport, expander, overlays } = controllers;
  return (
    <GraphToolbar graphs={graphs} graph={graph} viewport={viewport}>
      {isFirstViewDrawn.value && (
        <>
          <CompareButton graphs={graphs} graph={graph} />
          <UndoButtons unmatched={memory.staleOptions.value.length} />
        </>
      )}
      <FindButton />
      <ExpandMenu expander={expander} />
      <LayoutMenu />
      <ExportMenu graph={graph} viewport={viewport} colouring={overlays.colouring} />
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

interface CanvasAreaProps {
  readonly graph: Graph;
  readonly controllers: Controllers;
}

/** The canvas, and what lies over it. */
function CanvasArea({ graph, controllers: { viewport, expander, overlays } }: CanvasAreaProps) {
  const status = useSession().status.value;
  const isDrawn = isFirstViewDrawn.value;
  return (
    <div class="graph-drawing">
      <GraphCanvas viewport={viewport} />
      <SlowProgress graph={graph} />
      {isDrawn && <ExpandProgress expander={expander} />}
      {(isDrawn || status.phase === "failed") && (
        <ParseWarnings graph={graph} failure={status.phase === "failed" ? status.error : null} />
      )}
      <div class="graph-notice-stack">
        {isDrawn && (
          <>
            <HiddenNotice />
            <TraceBar tracing={overlays.trace} />
            <MissingNodeNotice resolver={overlays.resolver} />
          </>
        )}
      </div>
      <SearchPanel finding={overlays.search} />
      {isDrawn && (
        <>
          <EdgeTensors graph={graph} viewport={viewport} />
          <NodeMenu viewport={viewport} />
          <Minimap viewport={viewport} />
        </>
      )}
    </div>
  );
}
