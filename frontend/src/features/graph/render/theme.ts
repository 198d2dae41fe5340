import { CATEGORIES } from "../scene/node-fill";
import type { ChangeKind } from "../scope/change-sign";

/** How many depths of open scopes have a ground of their own. */
export const SCOPE_SHADES = 7;

/** The canvas's colours, as theme.css names them. */
export interface Palette {
  readonly ground: string;
  /** Fill of open scopes by depth; deeper ones go round again. */
  readonly scopes: readonly string[];
  readonly scopeLine: string;
  readonly metanode: string;
  readonly metanodeLine: string;
  readonly op: string;
  readonly opLine: string;
  readonly text: string;
  readonly textSoft: string;
  readonly edge: string;
  readonly edgeWide: string;
  readonly control: string;
  readonly reference: string;
  readonly constant: string;
  readonly summary: string;
  readonly function: string;
  readonly functionLine: string;
  readonly series: string;
  readonly seriesLine: string;
  readonly extract: string;
  readonly extractLine: string;
  readonly cut: string;
  /** Stubs of edges that are not drawn: paler than those that are. */
  readonly cutLine: string;
  readonly note: string;
  /** Of what became of a node or an edge in a comparison. */
  readonly changes: Readonly<Record<ChangeKind, string>>;
  readonly button: string;
  readonly accent: string;
  readonly accentWide: string;
  readonly found: string;
  readonly onFound: string;
  /** Grounds and borders of nodes that are coloured by category; `other` for further ones. */
  readonly categories: readonly Tint[];
  readonly other: Tint;
  /** Grounds of nodes that are coloured by an amount, from the least to the most. */
  readonly heat: readonly string[];
  readonly heatLine: string;
}

export interface Tint {
  readonly fill: string;
  readonly line: string;
}

/** Reads the colours in force at an element; to be called again only when the theme changes. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(`--graph-${name}`).trim();
  const tint = (name: string): Tint => ({ fill: colour(name), line: colour(`${name}-line`) });
  return {
    ground: colour("ground"),
    scopes: Array.from({ length: SCOPE_SHADES }, (_, at) => colour(`scope-${at + 1}`)),
    scopeLine: colour("scope-line"),
    metanode: colour("metanode"),
    metanodeLine: colour("metanode-line"),
    op: colour("op"),
    opLine: colour("op-line"),
    text: colour("text"),
    textSoft: colour("text-soft"),
    edge: colour("edge"),
    edgeWide: colour("edge-wide"),
    control: colour("control"),
    reference: colour("reference"),
    constant: colour("constant"),
    summary: colour("summary"),
    function: colour("function"),
    functionLine: colour("function-line"),
    series: colour("series"),
    seriesLine: colour("series-line"),
    extract: colour("extract"),
    extractLine: colour("extract-line"),
    cut: colour("cut"),
    cutLine: colour("cut-line"),
    note: colour("note"),
    changes: {
      added: colour("added"),
      removed: colour("removed"),
      changed: colour("changed"),
      moved: colour("moved"),
    },
    button: colour("button"),
    accent: colour("accent"),
    accentWide: colour("accent-wide"),
    found: colour("found"),
    onFound: colour("on-found"),
    categories: Array.from({ length: CATEGORIES }, (_, at) => tint(`category-${at + 1}`)),
    other: tint("category-other"),
    heatLine: colour("heat-line"),
    heat: [colour("heat-1"), colour("heat-2"), colour("heat-3")],
  };
}

/** What is behind the inside of `depth` open scopes. */
export function groundAt(palette: Palette, depth: number): string {
  if (depth === 0) return palette.ground;
  return palette.scopes[(depth - 1) % palette.scopes.length];
}
