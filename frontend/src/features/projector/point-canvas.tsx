/** The points on a canvas: dragged to turn (or move, in two dimensions), wheeled to come nearer. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useViewport } from "../../ui/lists/use-viewport";
import { besidePoint, uncovered } from "./labels";
import { type Cloud, FRONT, pointAt, rowAt, type Seen, seen } from "./points";
import * as view from "./view";

const RADIUS = 3.5;
const REACH = 12;
const MAX_NEIGHBOURS_NAMED = 10;
/** Where all points have labels; further ones would hardly find room. */
const MAX_LABELS = 400;
/** The height of a line of words at points. */
const LABEL_PX = 14;
const MIN_DRAG_PX = 4;
const TURN_PER_PX = 0.008;

export interface Pictures {
  readonly image: CanvasImageSource;
  readonly width: number;
  readonly height: number;
  /** In a row of the sprite. */
  readonly across: number;
  /** There is a picture for each vector, of which every so manieth is drawn. */
  readonly stride: number;
}

interface PointCanvasProps {
  readonly cloud: Cloud;
  readonly isFlat: boolean;
  readonly colourOf: (row: number) => string;
  readonly labelOf: (row: number) => string;
  /** Whether all points have labels, where there is room. */
  readonly hasLabels: boolean;
  /** Rows that were searched for; null when nothing is. */
  readonly found: ReadonlySet<number> | null;
  readonly near: ReadonlySet<number>;
  readonly chosen: number | null;
  readonly pictures: Pictures | null;
  readonly summary: string;
  /** Repaints when it changes. */
  readonly theme: string;
  /** What lies over the canvas. */
  readonly children: ComponentChildren;
}

function alphaOf(row: number, { found, near, chosen }: PointCanvasProps): number {
  if (row === chosen || near.has(row)) return 1;
  if (found !== null) return found.has(row) ? 1 : 0.12;
  return chosen === null ? 0.85 : 0.3;
}

function paintPicture(
  context: CanvasRenderingContext2D,
  { image, width, height, across, stride }: Pictures,
  row: number,
  x: number,
  y: number,
): void {
  const at = row * stride;
  const left = (at % across) * width;
  const top = Math.floor(at / across) * height;
  const scale = Math.max(1, 20 / Math.max(width, height));
  const [w, h] = [width * scale, height * scale];
  context.drawImage(image, left, top, width, height, x - w / 2, y - h / 2, w, h);
}

function paint(canvas: HTMLCanvasElement, at: Seen, props: PointCanvasProps, size: Size): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const ratio = devicePixelRatio;
  canvas.width = size.width * ratio;
  canvas.height = size.height * ratio;
  context.scale(ratio, ratio);
  context.imageSmoothingEnabled = false;
  const order = Uint32Array.from(at.x.keys()).sort(
    (a, b) => (at.depth[a] ?? 0) - (at.depth[b] ?? 0),
  );
  const nearness = (row: number) => (props.isFlat ? 1 : 0.75 + 0.35 * (at.depth[row] ?? 0));
  for (const point of order) {
    const row = rowAt(props.cloud, point);
    const [x, y] = [at.x[point] ?? 0, at.y[point] ?? 0];
    context.globalAlpha = alphaOf(row, props);
    if (props.pictures !== null) paintPicture(context, props.pictures, row, x, y);
    else {
      context.fillStyle = props.colourOf(row);
      context.beginPath();
      context.arc(x, y, RADIUS * nearness(point), 0, 2 * Math.PI);
      context.fill();
    }
  }
  paintLabels(context, at, props, size);
}

/**
 * The points that have labels, as far as there is room: the one chosen, its neighbours, nearest
 * first, and with labels everywhere those found, then all others from the front.
 */
function labelled(at: Seen, props: PointCanvasProps, size: Size): number[] {
  const { cloud, chosen, near, found, hasLabels } = props;
  if (chosen === null && !hasLabels) return [];
  const points = Array.from({ length: cloud.count }, (_, point) => point);
  const byRow = new Map(points.map((point) => [rowAt(cloud, point), point]));
  const first = [chosen ?? -1, ...[...near].slice(0, MAX_NEIGHBOURS_NAMED)].flatMap(
    (row) => byRow.get(row) ?? [],
  );
  if (!hasLabels) return first;
  const isInView = (point: number) => {
    const [x, y] = [at.x[point] ?? -1, at.y[point] ?? -1];
    return x >= 0 && x <= size.width && y >= 0 && y <= size.height;
  };
  const rest = points
    .filter((point) => isInView(point) && (found === null || found.has(rowAt(cloud, point))))
    .sort((a, b) => (at.depth[b] ?? 0) - (at.depth[a] ?? 0));
  return [...new Set([...first, ...rest])].slice(0, MAX_LABELS);
}

/** Words beside points, where they cover none that count more, and a ring about the one chosen. */
function paintLabels(
  context: CanvasRenderingContext2D,
  at: Seen,
  props: PointCanvasProps,
  size: Size,
): void {
  const { cloud, chosen, labelOf } = props;
  const points = labelled(at, props, size);
  const style = getComputedStyle(document.documentElement);
  context.globalAlpha = 1;
  context.font = `12px ${style.getPropertyValue("--font")}`;
  context.strokeStyle = style.getPropertyValue("--page").trim();
  context.fillStyle = style.getPropertyValue("--text").trim();
  context.lineWidth = 3;
  const labels = points.map((point) => {
    const text = labelOf(rowAt(cloud, point));
    const { width } = context.measureText(text);
    const x = besidePoint(at.x[point] ?? 0, width, size.width);
    return { text, x, y: at.y[point] ?? 0, width };
  });
  for (const { text, x, y } of uncovered(labels, LABEL_PX)) {
    context.strokeText(text, x, y + 4);
    context.fillText(text, x, y + 4);
  }
  const [ringed] = points;
  if (ringed === undefined || rowAt(cloud, ringed) !== chosen) return;
  context.lineWidth = 2;
  context.strokeStyle = context.fillStyle;
  context.beginPath();
  context.arc(at.x[ringed] ?? 0, at.y[ringed] ?? 0, RADIUS + 4, 0, 2 * Math.PI);
  context.stroke();
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Turns or moves what is seen while the pointer is down; a press without a drag chooses. */
function useDrag(isFlat: boolean, choose: (input: PointerEvent) => void) {
  const last = useRef<{ x: number; y: number; isDrag: boolean } | null>(null);
  return {
    onPointerDown: (input: PointerEvent) => {
      if (!(input.currentTarget instanceof Element)) return;
      input.currentTarget.setPointerCapture(input.pointerId);
      last.current = { x: input.clientX, y: input.clientY, isDrag: false };
    },
    onPointerMove: (input: PointerEvent) => {
      const from = last.current;
      if (from === null) return;
      const [dx, dy] = [input.clientX - from.x, input.clientY - from.y];
      if (!from.isDrag && Math.hypot(dx, dy) < MIN_DRAG_PX) return;
      last.current = { x: input.clientX, y: input.clientY, isDrag: true };
      const now = view.turn.peek();
      view.turn.value =
        isFlat || input.shiftKey
          ? { ...now, x: now.x + dx, y: now.y + dy }
          : { ...now, yaw: now.yaw + dx * TURN_PER_PX, pitch: now.pitch + dy * TURN_PER_PX };
    },
    onPointerUp: (input: PointerEvent) => {
      if (last.current?.isDrag === false) choose(input);
      last.current = null;
    },
  };
}

function zoomBy(factor: number): void {
  const now = view.turn.peek();
  view.turn.value = { ...now, zoom: Math.min(40, Math.max(0.3, now.zoom * factor)) };
}

const KEYS: Readonly<Record<string, () => void>> = {
  "+": () => zoomBy(1.25),
  "-": () => zoomBy(0.8),
  "0": () => {
    view.turn.value = FRONT;
  },
};

export function PointCanvas(props: PointCanvasProps) {
  const { cloud, isFlat, summary, children } = props;
  const { element, viewport } = useViewport();
  const canvas = useRef<HTMLCanvasElement>(null);
  const turn = view.turn.value;
  const size = { width: viewport.width, height: viewport.height };
  const at = useMemo(
    () => seen(cloud, turn, size.width, size.height),
    [cloud, turn, size.width, size.height],
  );
  useEffect(() => {
    if (canvas.current !== null && size.width > 0) paint(canvas.current, at, props, size);
  });
  const drag = useDrag(isFlat, (input) => {
    const box = canvas.current?.getBoundingClientRect();
    if (box === undefined) return;
    const point = pointAt(at, input.clientX - box.left, input.clientY - box.top, REACH);
    view.choosePoint(point === null ? null : rowAt(cloud, point));
  });
  return (
    <div class="projector-point-window" ref={element}>
      <canvas
        ref={canvas}
        class="projector-point-canvas"
        role="img"
        tabIndex={0}
        aria-label={summary}
        {...drag}
        onWheel={(wheel) => {
          wheel.preventDefault();
          zoomBy(Math.exp(-wheel.deltaY / 500));
        }}
        onKeyDown={(press) => {
          const run = KEYS[press.key];
          if (run === undefined) return;
          press.preventDefault();
          press.stopPropagation();
          run();
        }}
      />
      {children}
    </div>
  );
}
