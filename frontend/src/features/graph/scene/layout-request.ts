/**
 * What is visible, as the engine wants it: names become indices, texts become widths.
 *
 * The engine's answer is by index too; the subject keeps what each index stands for.
 */

import {
  ABSENT,
  type BaselineScope,
  type CanvasShape,
  DEFAULT_CANVAS,
  DEFAULT_OPTIONS,
  IN_EXTRACT,
  type LayoutRequest,
  type LayoutStyle,
  LIBRARY,
  MAIN,
  MAX_FOLDED_NODES,
  OUT_EXTRACT,
  type ScopeRequest,
} from "../layout/request";
import { SLOT_GAP, SLOT_INSET } from "../layout/spacing";
import {
  type Direction,
  isExtractedLibrary,
  type ScopeBridge,
  type ScopeEdge,
  type ScopeNode,
} from "../scope/model";
import { nodeCount, scopesTopDown, type VisibleScope } from "../visible/visible-graph";
import { type AnnotationColumn, annotationColumn, type Side } from "./annotation-column";
import { metaedgeWidth } from "./edge-width";
import { seriesOf } from "./name-series";
import { BUTTON_ROOM, FONTS, type MeasureText, nodeSize, ROOM_FONTS, type Size } from "./node-size";
import {
  type ScopeWithBaseline,
  scopeWithBaseline,
  type WithBaseline,
} from "./scope-with-baseline";

/**
 * A place on a scope's border where one metaedge of the enclosing scopes enters or leaves.
 *
 * Data and reference edges share one: outside they may be parts of one metaedge.
 */
export interface Port {
  readonly direction: Direction;
  readonly isControl: boolean;
  /** The other end, named as a child of the lowest scope that holds both ends. */
  readonly neighbour: string;
}

/** An edge as drawn in one scope: an edge between children, or one between a child and a port. */
export interface Segment {
  readonly edge: Edge;
  readonly source: number;
  readonly target: number;
  /** The ends of the whole metaedge, as named in the lowest scope that holds both. */
  readonly sourceName: string;
  readonly targetName: string;
  readonly isDrawn: boolean;
  /** The edge in the baseline; undefined when it is not there. */
  readonly baseline: Edge | undefined;
}

/** One visible scope; nodes are its children, then its ports. */
export interface SubjectScope {
  readonly visible: VisibleScope;
  readonly children: readonly WithBaseline<ScopeNode>[];
  /** Per child, what stands beside it. */
  readonly before: readonly AnnotationColumn[];
  readonly after: readonly AnnotationColumn[];
  readonly ports: readonly Port[];
  readonly segments: readonly Segment[];
}

type Edge = ScopeEdge | ScopeBridge;
type EdgeOf = (segment: Segment) => Edge | undefined;
type Boxes = Pick<ScopeRequest, "boxWidth" | "boxHeight" | "lineRoom">;

export interface LayoutSubject {
  readonly scopes: readonly SubjectScope[];
  readonly request: LayoutRequest;
}

/** Beyond this the lines at a node draw closer together instead. */
const MAX_ROOM_FOR_LINES = 320;
/** Room on both sides of an edge label. */
const LABEL_PADDING = 4;
/** Bridges pull less than edges inside, so that a scope keeps its shape with and without them. */
const BRIDGE_WEIGHT = 0.25;
const CONTROL_WEIGHT = 0.5;

/** `first` is what is open at first, `top` itself where nothing else is open now. */
export function layoutSubject(
  top: VisibleScope,
  measure: MeasureText,
  options: LayoutStyle = DEFAULT_OPTIONS,
  canvas: CanvasShape = DEFAULT_CANVAS,
  first?: VisibleScope,
): LayoutSubject {
  const { builders, scopes } = requestScopes(top, measure);
  const request = { scopes, options, canvas };
  const isFew = first !== undefined && nodeCount(scopesTopDown(first)) <= MAX_FOLDED_NODES;
  if (!isFew) return { scopes: builders, request };
  const atFirst = first === top ? scopes : requestScopes(first, measure).scopes;
  return { scopes: builders, request: { ...request, first: atFirst } };
}

function requestScopes(
  top: VisibleScope,
  measure: MeasureText,
): { readonly builders: ScopeBuilder[]; readonly scopes: ScopeRequest[] } {
  const visible = scopesTopDown(top);
  const indexOf = new Map(visible.map((scope, index) => [scope.scope.name, index]));
  const builders = visible.map((scope) => new ScopeBuilder(scope, measure));
  for (const builder of builders) builder.addSegments();
  const find = (name: string): ScopeBuilder | undefined => {
    const index = indexOf.get(name);
    return index === undefined ? undefined : builders[index];
  };
  // Parents first: an edge without a bridge inside an open scope still gets a port there.
  const ends = builders.map((builder) => builder.connect(find));
  const indexIn = (name: string): number => indexOf.get(name) ?? -1;
  const scopes = builders.map((builder, index) => builder.request(ends[index], indexIn));
  return { builders, scopes };
}

interface PortEnds {
  readonly sourcePort: Int32Array;
  readonly targetPort: Int32Array;
}

class ScopeBuilder implements SubjectScope {
  readonly ports: Port[] = [];
  readonly segments: Segment[] = [];
  readonly before: readonly AnnotationColumn[];
  readonly after: readonly AnnotationColumn[];
  private readonly withBaseline: ScopeWithBaseline;
  private readonly childIndex: ReadonlyMap<string, number>;
  private readonly portIndex = new Map<string, number>();
  /** The ports of the baseline. */
  private readonly baselinePorts = new Set<number>();

  constructor(
    readonly visible: VisibleScope,
    private readonly measure: MeasureText,
  ) {
    const { scope, baseline = scope } = visible;
    this.withBaseline = scopeWithBaseline(scope, baseline);
    this.before = this.columns("before");
    this.after = this.columns("after");
    this.childIndex = new Map(this.children.map(({ item }, index) => [item.name, index]));
  }

  get children(): readonly WithBaseline<ScopeNode>[] {
    return this.withBaseline.nodes;
  }

  private columns(side: Side): AnnotationColumn[] {
    const { scope, open } = this.visible;
    return this.children.map(({ item }) => {
      return annotationColumn(scope, item, open.has(item.name), side, this.measure);
    });
  }

  addSegments(): void {
    for (const withBaseline of this.withBaseline.edges) {
      const edge = withBaseline.item;
      const source = this.childIndex.get(edge.source);
      const target = this.childIndex.get(edge.target);
      if (source === undefined || target === undefined) continue;
      const names = { sourceName: edge.source, targetName: edge.target };
      const { isDrawn, baseline } = withBaseline;
      this.segments.push({ edge, source, target, ...names, isDrawn, baseline });
    }
    if (this.visible.depth === 0) return;
    for (const bridge of this.withBaseline.bridges) this.addBridge(bridge);
  }

  private addBridge({ item: bridge, isDrawn, baseline }: WithBaseline<ScopeBridge>): void {
    const node = this.childIndex.get(bridge.node);
    if (node === undefined) return;
    const place = { ...bridge, isControl: bridge.kind === "control" };
    const port = this.children.length + this.portFor(place, baseline !== undefined);
    const own = this.visible.scope.name;
    const ends =
      bridge.direction === "in"
        ? { source: port, target: node, sourceName: bridge.neighbour, targetName: own }
        : { source: node, target: port, sourceName: own, targetName: bridge.neighbour };
    this.segments.push({ edge: bridge, ...ends, isDrawn, baseline });
  }

  /** The index of a port, made when there is none yet. */
  portFor({ direction, isControl, neighbour }: Port, isBaseline: boolean): number {
    const key = `${direction} ${isControl} ${neighbour}`;
    const index = this.portIndex.get(key) ?? this.ports.length;
    if (isBaseline) this.baselinePorts.add(index);
    if (index < this.ports.length) return index;
    this.portIndex.set(key, index);
    this.ports.push({ direction, isControl, neighbour });
    return index;
  }

  /** Per segment, the ports at which it goes on inside open children. */
  connect(find: (name: string) => ScopeBuilder | undefined): PortEnds {
    const { children } = this;
    const inside = (index: number): ScopeBuilder | undefined => {
      const name = children[index]?.item.name;
      return name !== undefined && this.visible.open.has(name) ? find(name) : undefined;
    };
    const portOf = (end: number, segment: Segment, direction: Direction): number => {
      const neighbour = direction === "out" ? segment.targetName : segment.sourceName;
      const isControl = segment.edge.kind === "control";
      const port = { direction, isControl, neighbour };
      return inside(end)?.portFor(port, segment.baseline !== undefined) ?? -1;
    };
    return {
      sourcePort: Int32Array.from(this.segments, (s) => portOf(s.source, s, "out")),
      targetPort: Int32Array.from(this.segments, (s) => portOf(s.target, s, "in")),
    };
  }

  request(ends: PortEnds, indexOf: (name: string) => number): ScopeRequest {
    const { measure } = this;
    const { scope, open } = this.visible;
    const [before, after] = [this.closedRooms("before"), this.closedRooms("after")];
    const sizes = this.children.map(({ item }) => nodeSize(item, measure));
    const bundle = bundlesOf(this.segments, this.children.length);
    const thickness = Float64Array.from(this.segments, ({ edge }) => metaedgeWidth(edge));
    const openIndex = ({ item: { name } }: WithBaseline<ScopeNode>): number => {
      return open.has(name) ? indexOf(name) : -1;
    };
    return {
      childCount: this.children.length,
      ...this.boxes(sizes, ({ edge }) => edge),
      roomBefore: Float64Array.from(before, (size) => size.width),
      roomAfter: Float64Array.from(after, (size) => size.width),
      annotationHeight: Float64Array.from(before, ({ height }, v) =>
        Math.max(height, after[v].height),
      ),
      openScope: Int32Array.from(this.children, openIndex),
      series: seriesOf(this.children.map(({ item }) => item.label)),
      role: Uint8Array.from([...this.children.map(roleOf), ...this.ports.map(() => MAIN)]),
      baseline: this.baseline(sizes),
      portLeaves: Uint8Array.from(this.ports, (port) => Number(port.direction === "out")),
      source: Int32Array.from(this.segments, (segment) => segment.source),
      target: Int32Array.from(this.segments, (segment) => segment.target),
      weight: Float64Array.from(this.segments, ({ edge }) => weightOf(edge)),
      cut: Uint8Array.from(this.segments, ({ edge, isDrawn }) => Number(edge.cut || !isDrawn)),
      thickness,
      labelWidth: Float64Array.from(this.segments, ({ edge }, e) => {
        return bundle[e] >= 0 && bundle[e] !== e ? 0 : labelWidth(edge.label, measure);
      }),
      bundle,
      ...ends,
      headerWidth: headerWidth(scope.name, measure),
    };
  }

  /**
   * The differences of the baseline; absent parts are left out. `drawn` are the sizes of the
   * children as they are drawn, most of which the baseline shares.
   */
  private baseline(drawn: readonly Size[]): BaselineScope {
    const { children, ports, segments, baselinePorts, measure } = this;
    const sizes = children.map(({ item, baseline = item }, v) => {
      return baseline === item ? drawn[v] : nodeSize(baseline, measure);
    });
    const portRoles = ports.map((_, port) => (baselinePorts.has(port) ? MAIN : ABSENT));
    return {
      ...this.boxes(sizes, ({ baseline }) => baseline),
      role: Uint8Array.from([...children.map(baselineRoleOf), ...portRoles]),
      weight: Float64Array.from(segments, ({ baseline, edge }) => weightOf(baseline ?? edge)),
      cut: Uint8Array.from(segments, ({ baseline }) => Number(baseline?.usual_cut ?? true)),
    };
  }

  /** Per child, its closed box and the room that its lines need. */
  private boxes(sizes: readonly Size[], edgeOf: EdgeOf): Boxes {
    return {
      boxWidth: Float64Array.from(sizes, ({ width }) => width),
      boxHeight: Float64Array.from(sizes, ({ height }) => height),
      lineRoom: roomForLines(this.segments, edgeOf, this.children.length),
    };
  }

  /** The room of what stands beside each child while it is closed. */
  private closedRooms(side: Side): Size[] {
    const { scope, open } = this.visible;
    return this.children.map(({ item }, v) => {
      if (!open.has(item.name)) return this[side][v].size;
      return annotationColumn(scope, item, false, side, this.measure).size;
    });
  }
}

function roleOf({ item, isDrawn }: WithBaseline<ScopeNode>): number {
  if (!isDrawn) return ABSENT;
  return isExtractedLibrary(item) ? LIBRARY : ROLES[item.role];
}

function baselineRoleOf({ baseline }: WithBaseline<ScopeNode>): number {
  if (baseline === undefined) return ABSENT;
  return isExtractedLibrary(baseline) ? LIBRARY : ROLES[baseline.usual_role];
}

const ROLES = { main: MAIN, in_extract: IN_EXTRACT, out_extract: OUT_EXTRACT } as const;

function weightOf(edge: Edge): number {
  const kind = edge.kind === "control" ? CONTROL_WEIGHT : 1 + Math.log2(edge.tensors);
  return "neighbour" in edge ? kind * BRIDGE_WEIGHT : kind;
}

/**
 * Per segment, the first of those that carry one tensor of the same shape from the same port; -1 for
 * what does so alone. They are drawn as one line that parts, with one label.
 */
function bundlesOf(segments: readonly Segment[], childCount: number): Int32Array {
  const firsts = new Map<string, number>();
  const bundle = new Int32Array(segments.length).fill(-1);
  segments.forEach(({ edge: { label, tensors, kind, cut }, source, isDrawn }, s) => {
    if (source < childCount || label === null || tensors !== 1 || cut || !isDrawn) return;
    const key = `${source} ${kind} ${label}`;
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, s);
    else bundle[s] = bundle[first] = first;
  });
  return bundle;
}

/** Per child, how much of the border of its box its lines take side by side. */
function roomForLines(
  segments: readonly Segment[],
  edgeOf: EdgeOf,
  childCount: number,
): Float64Array {
  const above = new Float64Array(childCount);
  const below = new Float64Array(childCount);
  for (const segment of segments) {
    const edge = edgeOf(segment);
    if (edge === undefined) continue;
    const room = metaedgeWidth(edge) + SLOT_GAP;
    if (segment.source < childCount) above[segment.source] += room;
    if (segment.target < childCount) below[segment.target] += room;
  }
  return above.map((width, v) => {
    return Math.min(MAX_ROOM_FOR_LINES, Math.max(width, below[v]) - SLOT_GAP + 2 * SLOT_INSET);
  });
}

function labelWidth(label: string | null, measure: MeasureText): number {
  return label === null ? 0 : Math.ceil(measure(label, ROOM_FONTS.edge)) + 2 * LABEL_PADDING;
}

/** An open scope is at least as wide as its name, its count and the button that closes it. */
function headerWidth(name: string, measure: MeasureText): number {
  const label = name.slice(name.lastIndexOf("/") + 1);
  return Math.ceil(measure(label, FONTS.metanode)) + BUTTON_ROOM + 70;
}
