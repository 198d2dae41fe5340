/** How a kind of node looks: its shape, and the colours of its ground and its border. */

import type { NodeFill } from "../scene/node-fill";
import { isGroup, type ScopeNode } from "../scope/model";
import type { PaintedBand } from "./draw-colour-bands";
import { filledLook } from "./fill-style";
import type { Palette } from "./theme";

/** `pill` for what is an op, `stack` for several of them, `frame` for what is called. */
export type Shape = "pill" | "box" | "stack" | "frame";

export interface NodeLook {
  readonly shape: Shape;
  readonly fill: string;
  readonly line: string;
  /** A colour that the viewer gave. */
  readonly tint: string | undefined;
  /** What it is coloured by, over the ground; nothing where that is one colour. */
  readonly bands: readonly PaintedBand[];
}

const SHAPES: Readonly<Record<ScopeNode["kind"], Shape>> = {
  op: "pill",
  metanode: "box",
  series: "stack",
  role_group: "stack",
  stack: "stack",
  prefix_group: "stack",
  flow_group: "stack",
  block: "stack",
  function: "frame",
};

export function nodeLook(
  { kind }: Pick<ScopeNode, "kind">,
  tint: string | undefined,
  by: NodeFill | undefined,
  palette: Palette,
): NodeLook {
  const shape = SHAPES[kind];
  const [fill, line] = coloursOf(shape, palette);
  const own = { shape, fill, line: tint ?? line, tint, bands: [] };
  // The viewer's own colour says more than any of the colourings.
  return tint === undefined && by !== undefined ? { ...own, ...filledLook(by, palette) } : own;
}

function coloursOf(shape: Shape, palette: Palette): [fill: string, line: string] {
  switch (shape) {
    case "pill":
      return [palette.op, palette.opLine];
    case "stack":
      return [palette.series, palette.seriesLine];
    case "frame":
      return [palette.function, palette.functionLine];
    default:
      return [palette.metanode, palette.metanodeLine];
  }
}

/** The border of an open node: a function's differs from a name scope's. */
export function scopeLine({ kind }: ScopeNode, palette: Palette): string {
  if (kind === "function") return palette.functionLine;
  return isGroup(kind) ? palette.seriesLine : palette.scopeLine;
}
