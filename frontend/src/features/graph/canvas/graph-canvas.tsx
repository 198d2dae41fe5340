/** The canvas and everything that happens on it. */
import { effect, type Signal, signal, untracked } from "@preact/signals";
import type { CSSProperties } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Point } from "../../../lib/geometry/geometry";
import { appliedTheme } from "../../../state/base/theme";
import { nodeMenu } from "../node-menu/node-menu-state";
import { openScopes, selectedNode, selectNode } from "../options/expansion";
import { directionText, drawingStyle } from "../options/layout-options";
import { measureText } from "../render/text-metrics";
import type { Hit } from "../scene/hit-test";
import { debugScene } from "../scene/snapshot";
import { enclosingNames } from "../scope/model";
import { findAnchor, toggleInPlace } from "../session/anchor";
import { findKeptCamera, keepCamera } from "../session/camera-memory";
import type { GraphView } from "../session/graph-session";
import { hoveredNode } from "../session/hover";
import { listenToPointers, type PointerActions } from "../viewport/pointer-gestures";
import { Stage } from "../viewport/viewport";
import { tipText } from "./tooltip-text";

/** The name under the pointer and where to say it. */
interface Tip {
  readonly text: string;
  readonly at: Point;
}

interface GraphCanvasProps {
  readonly graph: string;
  readonly view: GraphView;
  readonly stage: Signal<Stage | null>;
}

export function GraphCanvas({ graph, view, stage: shared }: GraphCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const tip = useRef(signal<Tip | null>(null)).current;
  useEffect(() => {
    if (canvas.current === null) return;
    const stage = new Stage(canvas.current, measureText, findKeptCamera(graph));
    shared.value = stage;
    const stops = [
      followSize(canvas.current, stage),
      listenToPointers(canvas.current, pointerActions(canvas.current, stage, tip)),
      publishScene(stage),
    ];
    return () => {
      for (const stop of stops) stop();
      stage.dispose();
      shared.value = null;
    };
  }, [shared, tip]);
  // A newer graph of the same place is drawn in the place of the one before.
  useEffect(() => {
    const stage = shared.peek();
    if (stage === null) return;
    const forgetPointer = (): void => point(canvas.current, undefined, tip);
    const stops = [followView(view, stage), followCamera(view, stage, graph, forgetPointer)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [graph, view, shared, tip]);
  return (
    <>
      <canvas
        ref={canvas}
        class="graph-canvas"
        tabIndex={0}
        role="img"
        aria-label={`Drawing of the graph, ${directionText(drawingStyle.value)}; the outline lists the same nodes and edges`}
      />
      {tip.value !== null && (
        <div class="graph-tip" style={tipPlace(tip.value.at, canvas.current)}>
          {tip.value.text}
        </div>
      )}
    </>
  );
}

/** Beside the pointer, on the side where the drawing has more room. */
function tipPlace({ x, y }: Point, canvas: HTMLCanvasElement | null): CSSProperties {
  const { clientWidth = 0, clientHeight = 0 } = canvas ?? {};
  return {
    ...(x > clientWidth / 2 ? { right: `${clientWidth - x + 10}px` } : { left: `${x + 14}px` }),
    ...(y > clientHeight / 2 ? { bottom: `${clientHeight - y + 10}px` } : { top: `${y + 16}px` }),
  };
}

function followSize(canvas: HTMLCanvasElement, stage: Stage): () => void {
  let windowSize = "";
  const read = (): void => {
    const size = { width: canvas.clientWidth, height: canvas.clientHeight };
    const before = windowSize;
    windowSize = `${innerWidth} ${innerHeight}`;
    stage.resize(size, windowSize === before ? "panel" : "window");
  };
  read();
  const observer = new ResizeObserver(read);
  observer.observe(canvas);
  return () => observer.disconnect();
}

/** Keeps the camera for the next time, and forgets what was pointed at before it moved. */
function followCamera(
  view: GraphView,
  stage: Stage,
  graph: string,
  forgetPointer: () => void,
): () => void {
  return effect(() => {
    view.scene.value;
    stage.camera.value;
    if (stage.shown === undefined) return;
    keepCamera(graph, stage.chosenOutlook);
    untracked(forgetPointer);
  });
}

function followView(view: GraphView, stage: Stage): () => void {
  const stops = [
    effect(() => {
      const scene = view.scene.value;
      if (scene !== null) stage.show(scene, findAnchor(), view.stage.peek().stage !== "asking");
    }),
    effect(() => {
      appliedTheme.value;
      // After the document has its new theme.
      queueMicrotask(() => stage.readTheme());
    }),
    effect(() => {
      const hovered = hoveredNode.value || undefined;
      const selected = selectedNode.value || undefined;
      stage.emphasise({ hovered, selected, hoveredEdge: hoveredEdge.value });
    }),
    effect(() => {
      view.scene.value;
      stage.keepInView(view.findBox(selectedNode.value)?.name);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

const hoveredEdge = signal<string | undefined>(undefined);

function pointerActions(
  canvas: HTMLCanvasElement,
  stage: Stage,
  tip: Signal<Tip | null>,
): PointerActions {
  let clicked: Hit | undefined;
  return {
    pan: (dx, dy) => stage.panBy(dx, dy),
    zoom: (factor, at) => {
      stage.zoomBy(factor, at);
      point(canvas, stage.hitAt(at), tip, at);
    },
    click: (at) => {
      const hit = stage.hitAt(at);
      clicked = hit;
      stage.hold();
      if (hit?.kind === "button") toggleInPlace(hit.box.node.name);
      else if (hit?.kind === "cut") goTo(hit.cut.other, stage);
      else selectNode(hit?.kind === "annotation" ? hit.annotation.name : nameOf(hit));
    },
    doubleClick: () => {
      if (clicked?.kind !== "box" && clicked?.kind !== "inside") return;
      if (clicked.box.node.expandable) toggleInPlace(clicked.box.node.name);
    },
    menu: (at) => {
      const name = nameOf(stage.hitAt(at));
      if (name === "") return;
      const { left, top } = canvas.getBoundingClientRect();
      point(canvas, undefined, tip);
      canvas.focus({ preventScroll: true });
      nodeMenu.value = { name, x: left + at.x, y: top + at.y };
    },
    hover: (at) => point(canvas, at && stage.hitAt(at), tip, at),
  };
}

/** Selects a node that may be out of view, or in a closed scope. */
function goTo(name: string, stage: Stage): void {
  openScopes(enclosingNames(name));
  selectNode(name);
  stage.reveal(name);
}

/** Shows what the pointer is on, if it is on anything. */
function point(
  canvas: HTMLCanvasElement | null,
  found: Hit | undefined,
  tip: Signal<Tip | null>,
  at?: Point,
): void {
  // The ground of an open scope is ground: pointing at it says nothing about the scope.
  const hit = found?.kind === "inside" ? undefined : found;
  hoveredNode.value = nameOf(hit);
  hoveredEdge.value = hit?.kind === "edge" ? hit.edge.key : undefined;
  if (canvas) canvas.dataset.pointing = found?.kind ?? "ground";
  tip.value = at && hit ? { text: tipText(hit), at } : null;
}

function nameOf(hit: Hit | undefined): string {
  return hit === undefined || hit.kind === "edge" ? "" : hit.box.node.name;
}

function publishScene(stage: Stage): () => void {
  window.scopeboard = {
    scene: () => {
      const scene = stage.shown;
      return scene === undefined ? null : debugScene(scene, stage.camera.peek());
    },
    boxCount: () => stage.shown?.boxes.length ?? 0,
  };
  return () => {
    delete window.scopeboard;
  };
}
