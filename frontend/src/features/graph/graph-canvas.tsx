/** The canvas and everything that happens on it. */
import { effect, type Signal, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Point } from "../../lib/geometry";
import { appliedTheme } from "../../state/theme";
import { debugScene } from "./debug-scene";
import { selectedNode, selectNode, toggleScope } from "./expansion";
import type { GraphView } from "./graph-view";
import type { Hit } from "./hit-test";
import { listenToPointers } from "./pointer-input";
import type { SceneEdge } from "./scene";
import { Stage } from "./stage";
import { canvasMeasure } from "./text-measure";

/** Shared by the layout, which needs widths, and the drawing, which cuts what is too wide. */
export const measure = canvasMeasure();

/** The node pointed at, on the canvas or in a list; empty for none. */
export const hoveredNode = signal("");

/** The name under the pointer and where to say it. */
interface Tip {
  readonly text: string;
  readonly at: Point;
}

interface GraphCanvasProps {
  readonly view: GraphView;
  readonly stage: Signal<Stage | null>;
}

export function GraphCanvas({ view, stage: shared }: GraphCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const tip = useRef(signal<Tip | null>(null)).current;
  useEffect(() => {
    if (canvas.current === null) return;
    const stage = new Stage(canvas.current, measure);
    shared.value = stage;
    const stops = [
      followSize(canvas.current, stage),
      followView(view, stage),
      listenToPointers(canvas.current, pointerActions(canvas.current, stage, tip)),
      publishScene(stage),
    ];
    return () => {
      for (const stop of stops) stop();
      stage.dispose();
      shared.value = null;
    };
  }, [view, shared, tip]);
  return (
    <>
      <canvas
        ref={canvas}
        class="graph-canvas"
        tabIndex={0}
        role="img"
        aria-label="Drawing of the graph; the outline lists the same nodes and edges"
      />
      {tip.value !== null && (
        <div class="graph-tip" style={tipPlace(tip.value.at)}>
          {tip.value.text}
        </div>
      )}
    </>
  );
}

function tipPlace({ x, y }: Point): { left: string; top: string } {
  return { left: `${x + 14}px`, top: `${y + 16}px` };
}

function followSize(canvas: HTMLCanvasElement, stage: Stage): () => void {
  const read = (): void => stage.resize({ width: canvas.clientWidth, height: canvas.clientHeight });
  read();
  const observer = new ResizeObserver(read);
  observer.observe(canvas);
  return () => observer.disconnect();
}

/** The scope that was toggled last: its corner is held when the new scene arrives. */
let pivot: string | undefined;

/** Opens or closes a scope and holds its place on the screen. */
export function toggleInPlace(name: string): void {
  pivot = name;
  toggleScope(name);
}

function followView(view: GraphView, stage: Stage): () => void {
  const stops = [
    effect(() => {
      if (view.scene.value !== null) stage.show(view.scene.value, pivot);
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
): Parameters<typeof listenToPointers>[1] {
  return {
    pan: (dx, dy) => {
      tip.value = null;
      stage.panBy(dx, dy);
    },
    zoom: (factor, at) => stage.zoomBy(factor, at),
    click: (at) => {
      const hit = stage.hitAt(at);
      if (hit?.kind === "button") toggleInPlace(hit.box.node.name);
      else selectNode(nameOf(hit));
    },
    doubleClick: (at) => {
      const hit = stage.hitAt(at);
      const isBox = hit?.kind === "box" || hit?.kind === "inside";
      if (isBox && hit.box.node.expandable) toggleInPlace(hit.box.node.name);
    },
    hover: (at) => {
      const found = at && stage.hitAt(at);
      // The ground of an open scope is ground: pointing at it says nothing about the scope.
      const hit = found?.kind === "inside" ? undefined : found;
      hoveredNode.value = nameOf(hit);
      hoveredEdge.value = hit?.kind === "edge" ? hit.edge.key : undefined;
      canvas.dataset.pointing = hit?.kind ?? "ground";
      tip.value = at && hit ? { text: tipText(hit), at } : null;
    },
  };
}

function nameOf(hit: Hit | undefined): string {
  return hit === undefined || hit.kind === "edge" ? "" : hit.box.node.name;
}

function tipText(hit: Hit): string {
  if (hit.kind === "edge") return edgeText(hit.edge);
  if (hit.kind === "annotation") {
    const { op, name, shape } = hit.annotation;
    return [name, op, shape].filter(Boolean).join(" · ");
  }
  if (hit.kind === "button") return hit.box.isOpen ? "Close" : "Open";
  return [hit.box.node.name, hit.box.node.op].filter(Boolean).join(" · ");
}

function edgeText({ source, target, label, kind, tensors }: SceneEdge): string {
  const several =
    tensors > 1 ? `${tensors} ${kind === "control" ? "dependencies" : "tensors"}` : "";
  const what = kind === "control" ? `control ${several}` : (label ?? several);
  return `${source} → ${target}${what.trim() === "" ? "" : ` · ${what.trim()}`}`;
}

function publishScene(stage: Stage): () => void {
  window.scopeboard = {
    scene: () => {
      const { scene, camera } = stage.shown;
      return scene === undefined ? null : debugScene(scene, camera);
    },
  };
  return () => {
    delete window.scopeboard;
  };
}
