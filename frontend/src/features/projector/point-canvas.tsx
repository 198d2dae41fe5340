/** The points on a canvas: dragged to turn (or move, in two dimensions), wheeled to come nearer. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useViewport } from "../../ui/lists/use-viewport";
import { besidePoint, uncovered } from "./labels";
import { type Cloud, FRONT, pointAt, type Seen, seen } from "./points";
import * as view from "./view";

const RADIUS = 3.5;
const REACH = 12;
const MAX_NEIGHBOURS_NAMED = 10;
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
  /** Rows that were searched for; null when nothing is. */
  readonly found: ReadonlySet<number> | null;
  readonly near: ReadonlySet<number>;
  readonly chosen: number | null;
  readonly pictures: Pictures | null;
  readonly summary: string;
  /** Repaints when it changes. */
  readonly theme: string;
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
  for (const row of order) {
    const [x, y] = [at.x[row] ?? 0, at.y[row] ?? 0];
    context.globalAlpha = alphaOf(row, props);
    if (props.pictures !== null) paintPicture(context, props.pictures, row, x, y);
    else {
      context.fillStyle = props.colourOf(row);
      context.beginPath();
      context.arc(x, y, RADIUS * nearness(row), 0, 2 * Math.PI);
      context.fill();
    }
  }
  paintLabels(context, at, props, size.width);
}

/** A ring and a word for the point chosen; words for the neighbours that have room, nearest first. */
function paintLabels(
  context: CanvasRenderingContext2D,
  at: Seen,
  props: PointCanvasProps,
  room: number,
): void {
  const { chosen, near, labelOf } = props;
  if (chosen === null) return;
  const style = getComputedStyle(document.documentElement);
  context.globalAlpha = 1;
  context.font = `12px ${style.getPropertyValue("--font")}`;
  context.strokeStyle = style.getPropertyValue("--page").trim();
  context.fillStyle = style.getPropertyValue("--text").trim();
  context.lineWidth = 3;
  const labels = [chosen, ...[...near].slice(0, MAX_NEIGHBOURS_NAMED)].map((row) => {
    const text = labelOf(row);
    const { width } = context.measureText(text);
    return { text, x: besidePoint(at.x[row] ?? 0, width, room), y: at.y[row] ?? 0, width };
  });
  for (const { text, x, y } of uncovered(labels, LABEL_PX)) {
    context.strokeText(text, x, y + 4);
    context.fillText(text, x, y + 4);
  }
  context.lineWidth = 2;
  context.strokeStyle = context.fillStyle;
  context.beginPath();
  context.arc(at.x[chosen] ?? 0, at.y[chosen] ?? 0, RADIUS + 4, 0, 2 * Math.PI);
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
  const { cloud, isFlat, summary } = props;
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
    view.choosePoint(pointAt(at, input.clientX - box.left, input.clientY - box.top, REACH));
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
    </div>
  );
}
