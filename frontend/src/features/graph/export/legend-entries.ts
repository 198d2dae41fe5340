/** The entries of a picture's legend: those alone that the picture needs. */

import type { DrawingContext } from "../../../lib/canvas/drawing-context";
import * as messages from "../messages";
import * as changeMessages from "../overlays/changes/messages";
import { CHANGE_DASHES } from "../render/draw-changes";
import type { Brush } from "../render/draw-nodes";
import type { Palette } from "../render/theme";
import { fontOf } from "../scene/node-size";
import type { SceneBox, SceneEdge } from "../scene/scene";
import { CHANGE_KINDS, type ChangeKind } from "../scope/change-sign";
import { isGroup } from "../scope/model";

/** The width of every sample, in units of a caption of default size. */
export const KEY_WIDTH = 26;
const HALF_HEIGHT = 5.5;
const SAMPLE_TEXT = 8;

export interface Key {
  readonly text: string;
  /** Draws the sample from a left end, around a middle line, `unit` times its default size. */
  readonly draw: (brush: Brush, left: number, middle: number, unit: number) => void;
}

interface Entry extends Key {
  readonly isShown: (boxes: readonly SceneBox[], edges: readonly SceneEdge[]) => boolean;
}

type Colour = keyof { [K in keyof Palette as Palette[K] extends string ? K : never]: string };

const ENTRIES: readonly Entry[] = [
  {
    text: messages.nameScope,
    draw: box(4, "metanode", "metanodeLine"),
    isShown: hasKind("metanode"),
  },
  { text: messages.op, draw: box(HALF_HEIGHT, "op", "opLine"), isShown: hasKind("op") },
  {
    text: messages.seriesNode,
    draw: box(HALF_HEIGHT, "series", "seriesLine"),
    isShown: (boxes) => boxes.some(({ node }) => isGroup(node.kind)),
  },
  {
    text: messages.functionCall,
    draw: box(2, "function", "functionLine"),
    isShown: hasKind("function"),
  },
  {
    text: messages.auxiliaryNode,
    draw: box(3, "extract", "extractLine", [3, 2]),
    isShown: (boxes) => boxes.some(({ node }) => node.role !== "main"),
  },
  {
    text: messages.cutEdge,
    draw: line("cut", 1.2),
    isShown: (boxes) =>
      boxes.some(({ before, after }) => [...before.shown, ...after.shown].some(({ cut }) => cut)),
  },
  { text: messages.constant, draw: circle, isShown: hasAnnotation("constant") },
  { text: messages.summary, draw: bars, isShown: hasAnnotation("summary") },
  { text: messages.dataEdge, draw: line("edge", 2.5), isShown: hasEdge("data") },
  {
    text: messages.controlDependency,
    draw: line("control", 1, [3, 3]),
    isShown: hasEdge("control"),
  },
  { text: messages.referenceEdge, draw: line("reference", 1.5), isShown: hasEdge("reference") },
  ...CHANGE_KINDS.map((kind) => ({
    text: changeMessages.legend[kind],
    draw: outline(kind),
    isShown: (boxes: readonly SceneBox[]) => boxes.some(({ node }) => isOf(kind, node.change)),
  })),
];

/** The signs that stand for names where the drawing is small. */
export const SIGN_KEY: Key = {
  text: messages.signOfShare,
  draw: ({ context, palette }, left, middle, unit) => {
    swatch(context, palette.metanode, palette.metanodeLine, left, middle, unit);
    context.fillStyle = palette.text;
    context.font = fontOf("metanode", SAMPLE_TEXT * unit);
    context.textAlign = "center";
    context.fillText(messages.sampleShare, left + (KEY_WIDTH / 2) * unit, middle);
    context.textAlign = "left";
  },
};

export function keysFor(boxes: readonly SceneBox[], edges: readonly SceneEdge[]): Key[] {
  return ENTRIES.filter(({ isShown }) => isShown(boxes, edges));
}

function isOf(kind: ChangeKind, change: SceneBox["node"]["change"]): boolean {
  return change ? change.status === kind || change[kind] > 0 : false;
}

function hasKind(kind: SceneBox["node"]["kind"]): Entry["isShown"] {
  return (boxes) => boxes.some(({ node }) => node.kind === kind);
}

function hasAnnotation(kind: SceneBox["node"]["annotations"][number]["kind"]): Entry["isShown"] {
  return (boxes) => boxes.some(({ node }) => node.annotations.some((each) => each.kind === kind));
}

function hasEdge(kind: SceneEdge["kind"]): Entry["isShown"] {
  return (_, edges) => edges.some((edge) => edge.kind === kind);
}

/** A box in one colour, for what a colour means. */
export function swatch(
  context: DrawingContext,
  fill: string,
  border: string,
  left: number,
  middle: number,
  unit: number,
): void {
  context.fillStyle = fill;
  context.beginPath();
  const [width, height] = [KEY_WIDTH * unit, 2 * HALF_HEIGHT * unit];
  context.roundRect(left, middle - height / 2, width, height, 3 * unit);
  context.fill();
  stroke(context, border, 1.2 * unit, [], unit);
}

function box(radius: number, fill: Colour, border: Colour, dash: number[] = []): Key["draw"] {
  return ({ context, palette }, left, middle, unit) => {
    context.fillStyle = palette[fill];
    context.beginPath();
    const [width, height] = [KEY_WIDTH * unit, 2 * HALF_HEIGHT * unit];
    context.roundRect(left, middle - height / 2, width, height, radius * unit);
    context.fill();
    stroke(context, palette[border], 1.2 * unit, dash, unit);
  };
}

function outline(kind: ChangeKind): Key["draw"] {
  return ({ context, palette }, left, middle, unit) => {
    context.beginPath();
    const [width, height] = [KEY_WIDTH * unit, 2 * HALF_HEIGHT * unit];
    context.roundRect(left, middle - height / 2, width, height, 3 * unit);
    stroke(context, palette.changes[kind], 1.6 * unit, CHANGE_DASHES[kind], unit);
  };
}

function line(colour: Colour, width: number, dash: number[] = []): Key["draw"] {
  return ({ context, palette }, left, middle, unit) => {
    context.beginPath();
    context.moveTo(left, middle);
    context.lineTo(left + KEY_WIDTH * unit, middle);
    stroke(context, palette[colour], width * unit, dash, unit);
  };
}

function circle({ context, palette }: Brush, left: number, middle: number, unit: number): void {
  context.fillStyle = palette.op;
  context.beginPath();
  context.arc(left + (KEY_WIDTH / 2) * unit, middle, 3.5 * unit, 0, 2 * Math.PI);
  context.fill();
  stroke(context, palette.constant, 1.2 * unit, [], unit);
}

function bars({ context, palette }: Brush, left: number, middle: number, unit: number): void {
  context.fillStyle = palette.summary;
  [4, 8, 6].forEach((height, i) => {
    const x = left + (KEY_WIDTH / 2 - 4 + i * 3) * unit;
    context.fillRect(x, middle + (4.5 - height) * unit, 2.2 * unit, height * unit);
  });
}

function stroke(
  context: DrawingContext,
  colour: string,
  width: number,
  dash: readonly number[],
  unit: number,
): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.setLineDash(dash.map((length) => length * unit));
  context.stroke();
  context.setLineDash([]);
}
