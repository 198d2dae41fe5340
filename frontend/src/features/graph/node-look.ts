/** How a kind of node looks: its shape, and the colours of its ground and its border. */
import type { ScopeNode } from "./model";
import type { Palette } from "./palette";

/** `pill` for what is an op, `stack` for several of them, `frame` for what is called. */
export type Shape = "pill" | "box" | "stack" | "frame";

export interface NodeLook {
  readonly shape: Shape;
  readonly fill: string;
  readonly line: string;
  /** A colour that the viewer gave. */
  readonly tint: string | undefined;
}

const SHAPES: Readonly<Record<ScopeNode["kind"], Shape>> = {
  op: "pill",
  metanode: "box",
  series: "stack",
  function: "frame",
};

export function nodeLook({ kind }: ScopeNode, tint: string | undefined, palette: Palette) {
  const shape = SHAPES[kind];
  const [fill, line] = coloursOf(shape, palette);
  return { shape, fill, line: tint ?? line, tint } satisfies NodeLook;
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

/** The border of an open node: a function's is told from a name scope's. */
export function scopeLine({ kind }: ScopeNode, palette: Palette): string {
  if (kind === "function") return palette.functionLine;
  return kind === "series" ? palette.seriesLine : palette.scopeLine;
}
