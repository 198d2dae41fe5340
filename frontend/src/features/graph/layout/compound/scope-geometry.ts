/**
 * The second half of a layout: coordinates of one scope, given its plan and the real sizes of
 * its children. Here y grows along the flow and the scope's box has its corner at (0, 0).
 */
import type { Rect } from "../../../../lib/geometry/geometry";
import type { Bands } from "../coordinates/rank-bands";
import { FIRST, LAST } from "../core/flat-graph";
import type { Steps } from "../core/resumable";
import { pick } from "../core/typed-arrays";
import type { Detours } from "../fold/wrap-layers";
import { ABSENT } from "../request";
import { type LabelPlaces, placeLabels } from "../route/place-labels";
import { type Boxes, type Routes, routeEdges } from "../route/route-edges";
import { NODE_GAP, PART_GAP, SCOPE_HEADER, SCOPE_PADDING } from "../spacing";
import type { Extent } from "./arrange-groups";
import {
  type ChildSizes,
  footprintHeight,
  measurePart,
  type PartGeometry,
  type Style,
  stretchPart,
} from "./component-geometry";
import type { FlowRequest, Insets } from "./flow-direction";
import { borderOf, type PartPlan, type PlacedGroup, type ScopePlan } from "./plan-scope";
import { fillShelves, type Placed } from "./shelf-packing";

/** A group of parts and isolated nodes with the places its shelves give them. */
interface PackedGroup {
  readonly group: PlacedGroup;
  readonly block: Placed;
  readonly placed: Placed;
  readonly width: number;
  readonly height: number;
}

/** A laid-out scope: `boxes` by anchor (middle), for children and then ports. */
export interface ScopeGeometry {
  readonly width: number;
  readonly height: number;
  readonly boxes: Boxes;
  /** The lines between the boxes; they are made when they are wanted first. */
  readonly draw: () => Steps<ScopeLines>;
}

/** The lines of a scope, by its own edge numbers. */
export interface ScopeLines {
  readonly routes: Routes;
  readonly labels: LabelPlaces;
}

export function* layOutScope(
  request: FlowRequest,
  plan: ScopePlan,
  sizes: ChildSizes,
  style: Style,
): Steps<ScopeGeometry> {
  const layout = new ScopeLayout(request, plan, sizes, style);
  const geometry = yield* layout.place();
  let drawn: ScopeLines | undefined;
  const draw = function* (): Steps<ScopeLines> {
    drawn ??= yield* layout.draw(geometry.height);
    return drawn;
  };
  return { ...geometry, draw };
}

class ScopeLayout {
  private readonly boxes: Boxes;
  private readonly partRoutes: (() => Routes)[] = [];
  private readonly insets: Insets;
  private readonly partGap: number;
  private readonly nodeGap: number;

  constructor(
    private readonly request: FlowRequest,
    private readonly plan: ScopePlan,
    private readonly sizes: ChildSizes,
    private readonly style: Style,
  ) {
    const count = request.childCount + request.portLeaves.length;
    const withPorts = (values: Float64Array): Float64Array => {
      const all = new Float64Array(count);
      all.set(values);
      return all;
    };
    this.boxes = {
      x: new Float64Array(count),
      y: new Float64Array(count),
      width: withPorts(sizes.width),
      height: withPorts(sizes.height),
    };
    this.insets = request.insets;
    this.partGap = style.spread * PART_GAP;
    this.nodeGap = style.spread * NODE_GAP;
  }

  /** The part with ports stands first, then what has none, then the columns of extracts. */
  *place(): Steps<Omit<ScopeGeometry, "draw">> {
    const { plan, insets } = this;
    const parts: PartGeometry[] = [];
    for (const part of plan.parts) {
      parts.push(yield* this.measure(part));
      yield;
    }
    const main = plan.hasPorts ? parts[0] : undefined;
    const groups = plan.groups.map((group) => this.packGroup(group, parts));
    const rows = this.inFlow(plan.rows).map((row) => row.map((group) => groups[group]));
    const rest = extentOfRows(rows, this.partGap);
    const mainWidth = main?.width ?? 0;
    const between = mainWidth > 0 && rest.width > 0 ? this.partGap : 0;
    const inside = mainWidth + between + rest.width;
    const width = Math.max(inside + insets.before + insets.after, this.request.leastWidth);
    const height = Math.max(this.heightFor(main, rest.height), this.request.leastHeight);
    const left = insets.before + (width - inside - insets.before - insets.after) / 2;
    if (main) this.placeMain(main, left, height);
    const room = height - insets.first - insets.last - rest.height;
    this.placeRows(rows, parts, left + mainWidth + between, insets.first + room / 2, rest.width);
    return { width, height, boxes: this.boxes };
  }

  /** What runs between the boxes once they have been placed in a scope of this height. */
  *draw(height: number): Steps<ScopeLines> {
    const routes = this.joinRoutes();
    yield;
    return { routes, labels: this.placeLabels(routes, height) };
  }

  /** The row that is read first comes last where the flow runs upwards. */
  private inFlow<Row>(rows: readonly Row[]): readonly Row[] {
    return this.request.isUpwards ? rows.toReversed() : rows;
  }

  /** Rows one above the other, each in the middle of the width. */
  private placeRows(
    rows: readonly (readonly PackedGroup[])[],
    parts: readonly PartGeometry[],
    left: number,
    first: number,
    width: number,
  ): void {
    let bottom = first;
    for (const row of rows) {
      const extent = extentOfRows([row], this.partGap);
      let at = left + (width - extent.width) / 2;
      for (const group of row) {
        this.placeGroup(group, parts, at, bottom + (extent.height - group.height) / 2);
        at += group.width + this.partGap;
      }
      bottom += extent.height + this.partGap;
    }
  }

  /** The scope's height: room for all parts between its borders. */
  private heightFor(main: PartGeometry | undefined, restHeight: number): number {
    const { first, last } = this.insets;
    const rest = restHeight > 0 ? restHeight + first + last : 0;
    if (!main) return Math.max(rest, first + last);
    const below = this.hasPin(FIRST) ? 0 : first;
    const above = this.hasPin(LAST) ? 0 : last;
    return Math.max(rest, below + main.height + above);
  }

  private hasPin(pin: number): boolean {
    return this.plan.hasPorts && this.plan.parts[0].part.graph.pin.includes(pin);
  }

  /** What it is with everything closed, unless something in it is open. */
  private *measure(plan: PartPlan): Steps<PartGeometry> {
    const { request, sizes, style } = this;
    const isOpen = plan.part.nodes.some((v) => request.openScope[v] >= 0);
    const border = borderOf(request, plan.part);
    const measured = isOpen ? yield* measurePart(request, sizes, plan, border, style) : plan.closed;
    return stretchPart(measured, this.plan.stretch);
  }

  /** The part with ports: its first and last rank lie on the borders of the scope. */
  private placeMain(main: PartGeometry, left: number, height: number): void {
    const bottom = this.hasPin(FIRST) ? 0 : this.insets.first;
    const [low, high] = [main.bands.low.slice(), main.bands.high.slice()];
    const top = low.length - 1;
    if (this.hasPin(LAST)) low[top] = high[top] = height - bottom;
    this.placePart(0, { ...main, bands: { low, high } }, left, bottom);
  }

  private placePart(index: number, geometry: PartGeometry, left: number, bottom: number): void {
    const { part, dag, layered } = this.plan.parts[index];
    const { boxes } = this;
    const across = left - geometry.left;
    const bands: Bands = {
      low: geometry.bands.low.map((y) => y + bottom),
      high: geometry.bands.high.map((y) => y + bottom),
    };
    for (let i = 0; i < part.nodes.length; i++) {
      const r = layered.rank[i];
      boxes.x[part.nodes[i]] = geometry.x[i] + across;
      boxes.y[part.nodes[i]] = (bands.low[r] + bands.high[r]) / 2;
    }
    this.partRoutes[index] = () =>
      routeEdges(layered, dag, part.graph.source, {
        bands,
        slots: {
          atLow: geometry.slots.atLow.map((x) => x + across),
          atHigh: geometry.slots.atHigh.map((x) => x + across),
        },
        boxes: this.localBoxes(part.nodes),
        detours: moveDetours(geometry.detours, across, bottom),
        lanes: geometry.lanes,
        stems: geometry.stems,
        tracks: geometry.tracks,
      });
  }

  private localBoxes(nodes: Int32Array): Boxes {
    const { x, y, width, height } = this.boxes;
    return {
      x: pick(x, nodes),
      y: pick(y, nodes),
      width: pick(width, nodes),
      height: pick(height, nodes),
    };
  }

  private packGroup(group: PlacedGroup, parts: readonly PartGeometry[]): PackedGroup {
    const { request, sizes } = this;
    const { isolated, isolatedShelves, shelves } = group;
    const width = Float64Array.from(
      isolated,
      (v) => sizes.width[v] + request.roomBefore[v] + request.roomAfter[v],
    );
    const height = Float64Array.from(isolated, (v) => footprintHeight(request, sizes, v));
    const block = fillShelves(isolatedShelves, width, height, this.nodeGap, request.isUpwards);
    const all = [...parts, block];
    const placed = fillShelves(
      shelves,
      Float64Array.from(all, (each) => each.width),
      Float64Array.from(all, (each) => each.height),
      this.partGap,
      request.isUpwards,
    );
    return { group, block, placed, width: placed.width, height: placed.height };
  }

  private placeGroup(
    { group, block, placed }: PackedGroup,
    parts: readonly PartGeometry[],
    left: number,
    bottom: number,
  ): void {
    for (const i of group.shelves.flat(2)) {
      const [x, y] = [left + placed.x[i], bottom + placed.y[i]];
      if (i === parts.length) this.placeIsolated(group, block, x, y);
      else this.placePart(i, parts[i], x, y);
    }
  }

  private placeIsolated(
    { isolated }: PlacedGroup,
    block: Placed,
    left: number,
    bottom: number,
  ): void {
    const { request, sizes, boxes } = this;
    isolated.forEach((v, i) => {
      boxes.x[v] = left + block.x[i] + request.roomBefore[v] + sizes.width[v] / 2;
      boxes.y[v] = bottom + block.y[i] + footprintHeight(request, sizes, v) / 2;
    });
  }

  /** The routes of all parts, by the scope's own edge numbers. */
  private joinRoutes(): Routes {
    const count = this.request.source.length;
    const pointStart = new Int32Array(count + 1);
    const all = this.partRoutes.map((routes) => routes());
    this.forEachRoute(all, (e, points) => {
      pointStart[e + 1] = points.length / 2;
    });
    for (let e = 0; e < count; e++) pointStart[e + 1] += pointStart[e];
    const joined = new Float64Array(2 * pointStart[count]);
    this.forEachRoute(all, (e, points) => joined.set(points, 2 * pointStart[e]));
    return { pointStart, points: joined };
  }

  private forEachRoute(
    routes: readonly Routes[],
    visit: (e: number, points: Float64Array) => void,
  ): void {
    this.plan.parts.forEach(({ part }, index) => {
      const { pointStart, points } = routes[index];
      for (let i = 0; i < part.edges.length; i++) {
        visit(part.edges[i], points.subarray(2 * pointStart[i], 2 * pointStart[i + 1]));
      }
    });
  }

  private placeLabels(routes: Routes, scopeHeight: number): LabelPlaces {
    const { x, y, width, height } = this.boxes;
    const obstacles: Rect[] = [];
    for (let v = 0; v < this.request.childCount; v++) {
      if (this.request.role[v] === ABSENT) continue;
      const before = this.request.roomBefore[v];
      const tall = Math.max(height[v], this.request.annotationHeight[v]);
      obstacles.push({
        x: x[v] - width[v] / 2 - before,
        y: y[v] - tall / 2,
        width: width[v] + before + this.request.roomAfter[v],
        height: tall,
      });
    }
    const { insets, leastWidth, leastHeight } = this.request;
    if (insets.last > SCOPE_PADDING) {
      const y = scopeHeight - SCOPE_HEADER;
      obstacles.push({ x: 0, y, width: leastWidth, height: SCOPE_HEADER });
    }
    if (insets.first > SCOPE_PADDING) {
      obstacles.push({ x: 0, y: 0, width: leastWidth, height: SCOPE_HEADER });
    }
    if (insets.before > SCOPE_PADDING) {
      obstacles.push({ x: 0, y: 0, width: SCOPE_HEADER, height: leastHeight });
    }
    return placeLabels(routes, this.request, obstacles);
  }
}

function extentOfRows(rows: readonly (readonly PackedGroup[])[], gap: number): Extent {
  let width = 0;
  let height = -gap;
  for (const row of rows) {
    width = Math.max(
      width,
      row.reduce((sum, group) => sum + group.width + gap, -gap),
    );
    height += gap + row.reduce((most, group) => Math.max(most, group.height), 0);
  }
  return { width, height: Math.max(0, height) };
}

function moveDetours(detours: Detours, x: number, y: number): Detours {
  return new Map(
    Array.from(detours, ([segment, detour]) => [
      segment,
      { x: detour.x + x, top: detour.top + y, bottom: detour.bottom + y },
    ]),
  );
}
