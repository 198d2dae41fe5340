/** The tensors of the selected line, beside it in the drawing; the card has all of them, as links. */
import type { ReadonlySignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { FlowingTensor, Graph } from "../../../api/types";
import type { Point, Rect } from "../../../lib/geometry/geometry";
import { nameWithin, useTensors } from "../inspector/flowing-tensors";
import * as lateMessages from "../late/messages";
import { isHorizontal } from "../layout/request";
import { forEachPiece } from "../layout/route/route-curve";
import type { Camera } from "../options/camera";
import { annotationRows } from "../scene/annotation-rows";
import { visibleWorld, worldRectToView, worldToView } from "../scene/camera";
import { highlightedEdges, NO_HIGHLIGHT } from "../scene/highlight";
import type { Scene } from "../scene/scene";
import { type EdgeEnds, edgeName, parseEdgeName } from "../scope/model";
import { useSession } from "../session/session-context";
import type { Viewport } from "../viewport/viewport";
import { joined } from "./node-text";
import { placeList, type Surroundings } from "./place-list";
import "./edge-tensors.css";

/** Rows beside a line: a list as long as the drawing is high would hide it. */
const MOST_ROWS = 6;
/** CSS pixels between the list and the edges of the view. */
const MARGIN = 8;
/** CSS pixels between points of a line. */
const STEP = 16;

export interface EdgeTensorsProps {
  readonly graph: Graph;
  readonly viewport: ReadonlySignal<Viewport | null>;
}

export function EdgeTensors({ graph, viewport }: EdgeTensorsProps) {
  const session = useSession();
  const { selectedEdge, selectedNode } = session.options;
  const edge = parseEdgeName(selectedEdge.value);
  const drawn = viewport.value;
  if (edge === undefined || selectedNode.value !== "" || drawn === null) return null;
  return <List key={selectedEdge.value} graph={graph} edge={edge} viewport={drawn} />;
}

interface ListProps {
  readonly graph: Graph;
  readonly edge: EdgeEnds;
  readonly viewport: Viewport;
}

function List({ graph, edge, viewport }: ListProps) {
  const list = useRef<HTMLUListElement>(null);
  const session = useSession();
  const { data } = useTensors(graph, edge);
  const scene = session.scene.value;
  const [camera, size] = [viewport.camera.value, viewport.viewSize.value];
  useLayoutEffect(() => {
    const shown = list.current;
    if (shown === null || scene === null) return;
    const view = {
      x: MARGIN,
      y: MARGIN,
      width: size.width - 2 * MARGIN,
      height: size.height - 2 * MARGIN,
    };
    const { offsetWidth: width, offsetHeight: height } = shown;
    const covers = panelsBeside(shown);
    const around = { ...drawnAround(scene, camera, size, edgeName(edge)), view, covers };
    const place = placeList({ width, height }, around);
    shown.classList.toggle("unplaced", place === undefined);
    if (place) shown.style.transform = `translate(${place.x}px, ${place.y}px)`;
  }, [data, scene, camera, size]);
  if (data === null || data.tensors.length === 0) return null;
  const rows = data.tensors.slice(0, data.total > MOST_ROWS ? MOST_ROWS - 1 : MOST_ROWS);
  return (
    // The card beside it is for readers.
    <ul class="graph-edge-tensors unplaced" ref={list} aria-hidden="true">
      {rows.map((tensor) => (
        <Row key={rowKey(tensor)} edge={edge} tensor={tensor} />
      ))}
      {rows.length < data.total && <li>{lateMessages.moreInCard(data.total - rows.length)}</li>}
    </ul>
  );
}

function rowKey({ source, port, target, slot }: FlowingTensor): string {
  return `${source}\n${port}\n${target}\n${slot}`;
}

interface RowProps {
  readonly edge: EdgeEnds;
  readonly tensor: FlowingTensor;
}

function Row({ edge, tensor }: RowProps) {
  const { source, port, target, slot, kind, label, dtype, layout, sharding } = tensor;
  const from = `${nameWithin(source, edge.source)}${port === null ? "" : `:${port}`}`;
  const to = `${nameWithin(target, edge.target)}${slot === null ? "" : `:${slot}`}`;
  return (
    <li>
      <span class="graph-edge-tensor-ends">
        <span>{from}</span>
        {" → "}
        <span>{to}</span>
      </span>
      {kind !== "control" && (
        <span class="graph-edge-tensor-facts">{joined([label, dtype, layout, sharding])}</span>
      )}
    </li>
  );
}

function panelsBeside(shown: HTMLElement): Rect[] {
  const area = shown.parentElement;
  if (area === null) return [];
  const { left, top } = area.getBoundingClientRect();
  return [...area.querySelectorAll("[data-covers], .graph-minimap")].map((panel) => {
    const { x, y, width, height } = panel.getBoundingClientRect();
    return { x: x - left, y: y - top, width, height };
  });
}

/** The line and what is in view around it. */
function drawnAround(
  scene: Scene,
  camera: Camera,
  size: { readonly width: number; readonly height: number },
  name: string,
): Pick<Surroundings, "line" | "boxes"> {
  const keys = highlightedEdges(scene, { ...NO_HIGHLIGHT, selectedEdge: name });
  const line = scene.edges
    .filter(({ key }) => keys.has(key))
    .flatMap(({ worldPoints }) => pointsOf(worldPoints, camera, isHorizontal(scene.style)));
  const worldArea = visibleWorld(camera, size);
  const near = scene.boxIndex.near(worldArea).flatMap((id) => scene.boxes[id] ?? []);
  const drawn = near.flatMap((box) => [...(box.isOpen ? [] : [box]), ...annotationRows(box)]);
  const boxes = drawn.map(({ worldRect }) => worldRectToView(camera, worldRect));
  return { line, boxes };
}

/** Points of a route in the view, a step apart or less. */
function pointsOf(worldPoints: Float64Array, camera: Camera, horizontal: boolean): Point[] {
  const points: Point[] = [];
  const visit = (x0: number, y0: number, x1: number, y1: number): void => {
    const from = worldToView(camera, { x: x0, y: y0 });
    const to = worldToView(camera, { x: x1, y: y1 });
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP));
    for (let at = 0; at < steps; at++) {
      const part = at / steps;
      points.push({ x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) });
    }
  };
  forEachPiece(worldPoints, 0, worldPoints.length / 2, visit, horizontal);
  return points;
}
