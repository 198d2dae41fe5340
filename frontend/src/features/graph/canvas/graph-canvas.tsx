/** The canvas and everything that happens on it. */
import { effect, type Signal, signal, untracked } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import type { Point } from "../../../lib/geometry/geometry";
import { lateCode } from "../../../state/base/late-code";
import { appliedTheme } from "../../../state/base/theme";
import * as messages from "../messages";
import type { Outlook } from "../options/camera";
import { directionText } from "../options/layout-options";
import type { Hit } from "../scene/hit-test";
import { edgeName, enclosingNames, parseEdgeName } from "../scope/model";
import type { GraphSession } from "../session/graph-session";
import { useSession } from "../session/session-context";
import { listenToPointers, type PointerActions } from "../viewport/pointer-gestures";
import { Viewport } from "../viewport/viewport";
import type { Pointed } from "./hover-tip";
import { HoverTip, SelectedNode } from "./late-words";

/** For tests alone: it comes when one of them wants a scene. */
const snapshotCode = lateCode(() => import("../scene/snapshot"));

export function GraphCanvas({ viewport: shared }: { readonly viewport: Signal<Viewport | null> }) {
  const session = useSession();
  const { options, services } = session;
  // The canvas and its camera stay when a newer graph comes in the place of the one before.
  const current = useRef(session);
  current.current = session;
  const canvas = useRef<HTMLCanvasElement>(null);
  const pointed = useRef(signal<Pointed | null>(null)).current;
  const id = useId();
  useEffect(() => {
    if (canvas.current === null) return;
    const viewport = new Viewport(
      canvas.current,
      services.measure,
      options.camera.find(session.graph.id),
    );
    shared.value = viewport;
    const stops = [
      followSize(canvas.current, viewport),
      listenToPointers(
        canvas.current,
        pointerActions(canvas.current, viewport, pointed, () => current.current),
      ),
      publishScene(viewport, () => current.current),
    ];
    return () => {
      for (const stop of stops) stop();
      viewport.dispose();
      shared.value = null;
    };
  }, [shared, pointed]);
  // A newer graph of the same place is drawn in the place of the one before.
  useEffect(() => {
    const viewport = shared.peek();
    if (viewport === null) return;
    const forgetPointer = (): void => point(session, canvas.current, undefined, pointed);
    const stops = [
      followSession(session, viewport),
      followCamera(session, viewport, forgetPointer),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [session, shared, pointed]);
  // Its scope may still be on its way.
  session.arrivals.value;
  const selected = session.findBox(options.selectedNode.value);
  const isOpen = session.expansion.opened.value.includes(selected?.name ?? "");
  // Another for each node and state: readers say what is new under a name that is new.
  const selectedId = `${id}${isOpen ? "open" : "closed"}${selected?.name.replaceAll(/\s/g, "_")}`;
  return (
    <>
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the keys of an application are its own */}
      <canvas
        ref={canvas}
        class="graph-canvas"
        tabIndex={0}
        data-skip-target
        // Readers leave the keys to it, and read the node that these have led to.
        role="application"
        aria-activedescendant={selected && selectedId}
        aria-label={messages.canvasLabel(
          directionText(session.scene.value?.style ?? options.layout.style.value),
        )}
      >
        {selected !== undefined && (
          <SelectedNode
            id={selectedId}
            node={selected}
            isOpen={isOpen}
            notes={options.marks.notes.value}
          />
        )}
      </canvas>
      {pointed.value !== null && <HoverTip {...pointed.value} />}
    </>
  );
}

function followSize(canvas: HTMLCanvasElement, viewport: Viewport): () => void {
  let windowSize = "";
  const read = (): void => {
    const size = { width: canvas.clientWidth, height: canvas.clientHeight };
    const before = windowSize;
    windowSize = `${innerWidth} ${innerHeight}`;
    viewport.resize(size, windowSize === before ? "panel" : "window");
  };
  read();
  const observer = new ResizeObserver(read);
  observer.observe(canvas);
  return () => observer.disconnect();
}

/** Keeps the camera for the next time, and forgets what was pointed at before it moved. */
function followCamera(
  session: GraphSession,
  viewport: Viewport,
  forgetPointer: () => void,
): () => void {
  return effect(() => {
    session.scene.value;
    viewport.camera.value;
    if (viewport.shown === undefined) return;
    session.options.camera.set(session.graph.id, outlookOf(session, viewport));
    untracked(forgetPointer);
  });
}

/** The camera that the viewer chose, for a link, and what the drawing is laid out for. */
function outlookOf({ canvas }: GraphSession, { chosenOutlook }: Viewport): Outlook | undefined {
  return chosenOutlook && { ...chosenOutlook, canvas };
}

function followSession(session: GraphSession, viewport: Viewport): () => void {
  const { hover, options } = session;
  const stops = [
    effect(() => {
      const scene = session.scene.value;
      if (scene !== null)
        viewport.show(scene, session.anchor, session.status.peek().phase !== "loading");
    }),
    effect(() => {
      appliedTheme.value;
      // After the document has its new theme.
      queueMicrotask(() => viewport.readTheme());
    }),
    effect(() => {
      const hovered = hover.node.value || undefined;
      const selected = options.selectedNode.value || undefined;
      const selectedEdge = options.selectedEdge.value || undefined;
      viewport.emphasise({ hovered, selected, hoveredEdge: hover.edge.value, selectedEdge });
    }),
    effect(() => {
      session.scene.value;
      const edge = parseEdgeName(options.selectedEdge.value);
      const ends = edge === undefined ? [] : [edge.target, edge.source];
      const selected = session.findBox(options.selectedNode.value)?.name;
      viewport.keepInView(selected ?? ends.find((end) => viewport.isSeen(end)));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function pointerActions(
  canvas: HTMLCanvasElement,
  viewport: Viewport,
  pointed: Signal<Pointed | null>,
  session: () => GraphSession,
): PointerActions {
  let clicked: Hit | undefined;
  return {
    pan: (dx, dy) => viewport.panBy(dx, dy),
    zoom: (factor, at) => {
      viewport.zoomBy(factor, at);
      point(session(), canvas, viewport.hitAt(at), pointed, at);
    },
    click: (at) => {
      const hit = viewport.hitAt(at);
      clicked = hit;
      viewport.hold();
      if (hit?.kind === "button") session().toggleInPlace(hit.box.node.name);
      else if (hit?.kind === "cut") goTo(session(), hit.cut.other, viewport);
      else if (hit?.kind === "edge") session().options.selectEdge(edgeName(hit.edge));
      else session().options.select(hit?.kind === "annotation" ? hit.annotation.name : nameOf(hit));
    },
    doubleClick: () => {
      if (clicked?.kind !== "box" && clicked?.kind !== "inside") return;
      const { isOpen, node } = clicked.box;
      if (isOpen && clicked.kind === "box") viewport.reveal(node.name, "zoomTo");
      else if (node.expandable) session().toggleInPlace(node.name);
    },
    menu: (at) => {
      const name = nameOf(viewport.hitAt(at));
      if (name === "") return;
      point(session(), canvas, undefined, pointed);
      canvas.focus({ preventScroll: true });
      session().menu.value = { name, ...inWindow(at, canvas) };
    },
    hover: (at) => point(session(), canvas, at && viewport.hitAt(at), pointed, at),
  };
}

/** Selects a node that may be out of view, or in a closed scope. */
function goTo({ expansion, options }: GraphSession, name: string, viewport: Viewport): void {
  expansion.open(enclosingNames(name));
  options.select(name);
  viewport.reveal(name);
}

/** Shows what the pointer is on, if it is on anything. */
function point(
  { hover }: GraphSession,
  canvas: HTMLCanvasElement | null,
  found: Hit | undefined,
  pointed: Signal<Pointed | null>,
  at?: Point,
): void {
  // The ground of an open scope is ground: pointing at it says nothing about the scope.
  const hit = found?.kind === "inside" ? undefined : found;
  hover.point(nameOf(hit));
  hover.edge.value = hit?.kind === "edge" ? hit.edge.key : undefined;
  if (canvas) canvas.dataset.pointing = found?.kind ?? "ground";
  pointed.value = at && hit && canvas ? { hit, ...inWindow(at, canvas) } : null;
}

function inWindow({ x, y }: Point, canvas: HTMLCanvasElement): Point {
  const { left, top } = canvas.getBoundingClientRect();
  return { x: left + x, y: top + y };
}

function nameOf(hit: Hit | undefined): string {
  return hit === undefined || hit.kind === "edge" ? "" : hit.box.node.name;
}

function publishScene(viewport: Viewport, session: () => GraphSession): () => void {
  const published = {
    scene: () => {
      const scene = viewport.shown;
      if (scene === undefined) return null;
      snapshotCode.load()?.catch(() => undefined);
      return snapshotCode.module.peek()?.sceneSnapshot(scene, viewport.camera.peek()) ?? null;
    },
    boxCount: () => viewport.shown?.boxes.length ?? 0,
    selected: () => session().options.selectedNode.peek(),
    signs: () => viewport.signsInView(),
  };
  window.scopeboard = published;
  return () => {
    if (window.scopeboard === published) delete window.scopeboard;
  };
}
