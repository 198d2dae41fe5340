/** The pane of the graph before, beside that of the graph on show, and what keeps both in step. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Graph } from "../../../api/types";
import { type Shortcut, useShortcuts } from "../../../state/shell/shortcuts";
import { GraphCanvas } from "../canvas/graph-canvas";
import { ParseWarnings } from "../canvas/parse-warnings";
import { SlowProgress } from "../canvas/slow-progress";
import type { CardContext } from "../inspector/card-context";
import { useGraphInspector } from "../inspector/use-graph-inspector";
import { NodeMenu } from "../node-menu/node-menu";
import { beforeOptions } from "../options/before-options";
import { Overlays } from "../overlays/overlays";
import { comparisonId, graphKey } from "../session/displayed-graph";
import { GraphSession } from "../session/graph-session";
import { SessionProvider, useSession } from "../session/session-context";
import { changeCode } from "../viewport/change-code";
import type { Viewport } from "../viewport/viewport";
import { ComparedNodes } from "./counterparts";
import { PaneTitle } from "./pane-title";
import { Panes } from "./panes";
import "./panes.css";

export interface BeforePaneProps {
  readonly before: Graph;
  readonly after: Graph;
  /** The drawing of the graph after. */
  readonly viewport: Signal<Viewport | null>;
  readonly panes: Signal<Panes | null>;
  readonly keys: KeysOf;
}

/** The keys of a drawing. */
type KeysOf = (viewport: () => Viewport | null, session: GraphSession) => readonly Shortcut[];

/** Within the session of the graph after. */
export function BeforePane(props: BeforePaneProps) {
  const { before, after, viewport: besideViewport, panes, keys } = props;
  const beside = useSession();
  const viewport = useSignal<Viewport | null>(null);
  const key = graphKey(before);
  const session = useMemo(
    () =>
      new GraphSession(
        before,
        beforeOptions(beside.options.store, before.id),
        beside.services,
        beside.canvas,
      ),
    [beside, key],
  );
  useEffect(() => () => session.dispose(), [session]);
  const overlays = useMemo(() => new Overlays(session, viewport), [session, viewport]);
  useEffect(() => () => overlays.dispose(), [overlays]);
  useEffect(() => {
    const id = comparisonId(before, after);
    const made = new Panes(
      { side: "before", session, viewport },
      { side: "after", session: beside, viewport: besideViewport },
      new ComparedNodes(id, session.options),
      { id, fingerprint: before.fingerprint + after.fingerprint },
    );
    panes.value = made;
    // Where it cannot be had now, the drawings come without signs.
    changeCode
      .load()
      ?.then(() => [viewport, besideViewport].map((each) => each.peek()?.readTheme()))
      .catch(() => undefined);
    return () => {
      panes.value = null;
      made.dispose();
    };
  }, [session, beside, panes]);
  // Each canvas publishes its drawing for tests: this one has a name of its own.
  const published = useMemo(() => window.scopeboard, []);
  useEffect(() => {
    Object.assign(window, { scopeboardBefore: window.scopeboard, scopeboard: published });
    return () => {
      delete window.scopeboardBefore;
    };
  }, []);
  const box = usePaneInUse(panes);
  const { status } = session;
  const context: CardContext = {
    graph: before,
    measured: overlays.measured,
    onVisit: (name) => void overlays.visit(name),
    panes,
    side: "before",
  };
  const { selectedNode, selectedEdge } = beside.options;
  const isShownBeside = selectedNode.value !== "" || selectedEdge.value !== "";
  return (
    <SessionProvider value={session}>
      <PaneTitle side="before" graph={before} />
      <div class="graph-drawing graph-pane-drawing" ref={box}>
        <GraphCanvas viewport={viewport} />
        <SlowProgress graph={before} />
        {status.value.phase === "failed" && (
          <ParseWarnings graph={before} failure={status.value.error} />
        )}
        <NodeMenu viewport={viewport} />
        <PaneKeys viewport={viewport} panes={panes} keys={keys} />
        {!isShownBeside && <Card session={session} context={context} />}
      </div>
      <PaneTitle side="after" graph={after} />
    </SessionProvider>
  );
}

/** The inspector has the node of this pane where the other one has no counterpart. */
function Card({
  session,
  context,
}: {
  readonly session: GraphSession;
  readonly context: CardContext;
}) {
  useGraphInspector(session, context);
  return null;
}

/** Takes the pane that is pressed, turned or focused for the one in use. */
function usePaneInUse(panes: Signal<Panes | null>) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const lead = ({ target }: Event): void => {
      const made = panes.peek();
      if (made === null || !(target instanceof Element)) return;
      const isHere = box.current?.contains(target) ?? false;
      if (isHere || target.closest(".graph-panes, .graph-toolbar")) {
        made.leading.value = isHere ? "before" : "after";
      }
    };
    const kinds = ["pointerdown", "wheel", "focusin"] as const;
    for (const kind of kinds) addEventListener(kind, lead, { capture: true, passive: true });
    return () => {
      for (const kind of kinds) removeEventListener(kind, lead, { capture: true });
    };
  }, [panes]);
  return box;
}

interface PaneKeysProps extends Pick<BeforePaneProps, "panes" | "keys"> {
  readonly viewport: Signal<Viewport | null>;
}

/** The keys of the drawing act on this pane while it is in use. */
function PaneKeys({ viewport, panes, keys }: PaneKeysProps) {
  const session = useSession();
  const isInUse = (): boolean => panes.peek()?.leading.peek() === "before";
  useShortcuts(
    keys(() => viewport.peek(), session).map((shortcut) => ({
      ...shortcut,
      isLike: shortcut.keys,
      run: () => isInUse() && shortcut.run(),
      load: () => (isInUse() ? (shortcut.load?.() ?? null) : null),
    })),
    session,
  );
  return null;
}
