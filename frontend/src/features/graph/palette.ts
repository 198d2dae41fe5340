/** The canvas's colours, as graph.css names them. */
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
  readonly note: string;
  readonly button: string;
  readonly accent: string;
  readonly accentWide: string;
}

/** Reads the colours in force at an element; to be called again only when the theme changes. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(`--graph-${name}`).trim();
  return {
    ground: colour("ground"),
    scopes: [colour("scope-1"), colour("scope-2"), colour("scope-3")],
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
    note: colour("note"),
    button: colour("button"),
    accent: colour("accent"),
    accentWide: colour("accent-wide"),
  };
}

/** What is behind the inside of `depth` open scopes. */
export function groundAt(palette: Palette, depth: number): string {
  if (depth === 0) return palette.ground;
  return palette.scopes[(depth - 1) % palette.scopes.length];
}
