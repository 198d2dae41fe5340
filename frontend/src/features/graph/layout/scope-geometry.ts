/**
 * The second half of a layout: coordinates of one scope, given its plan and the real sizes of
 * its children. Here y grows along the flow and the scope's box has its corner at (0, 0).
 */
import type { Rect } from "../../../lib/geometry";
import type { Bands } from "./bands";
import { type Dag, FIRST, LAST } from "./flat-graph";
import { type LabelPlaces, placeLabels } from "./labels";
import {
  type ChildSizes,
  edgeThickness,
  footprintHeight,
  measurePart,
  type PartGeometry,
} from "./part-geometry";
import type { ScopeRequest } from "./request";
import { type Boxes, type Routes, routeEdges } from "./routing";
import type { PartPlan, ScopePlan } from "./scope-plan";
import { fillShelves } from "./shelves";
import { assignSlots, type PortOffsets, segmentThickness } from "./slots";
import { NODE_GAP, PART_GAP, SCOPE_HEADER, SCOPE_PADDING } from "./spacing";

/** A laid-out scope: `boxes` by anchor (middle), for children and then ports. */
export interface ScopeGeometry {
  readonly width: number;
  readonly height: number;
  readonly boxes: Boxes;
  readonly routes: Routes;
  readonly labels: LabelPlaces;
}

/** `isTop` marks the top level, which has neither border nor header. */
export function layOutScope(
  request: ScopeRequest,
  plan: ScopePlan,
  sizes: ChildSizes,
  isTop: boolean,
): ScopeGeometry {
  return new ScopeLayout(request, plan, sizes, isTop).run();
}

class ScopeLayout {
  private readonly boxes: Boxes;
  private readonly partRoutes: Routes[] = [];
  private readonly padding: number;
  private readonly header: number;

  constructor(
    private readonly request: ScopeRequest,
    private readonly plan: ScopePlan,
    private readonly sizes: ChildSizes,
    isTop: boolean,
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
    this.padding = isTop ? 0 : SCOPE_PADDING;
    this.header = isTop ? 0 : SCOPE_HEADER;
  }

  run(): ScopeGeometry {
    const { plan, padding } = this;
    const parts = plan.parts.map((part) => this.measure(part));
    const block = this.packLoose();
    const rest = fillShelves(
      plan.shelves,
      Float64Array.from([...parts.map((part) => part.width), block.width]),
      Float64Array.from([...parts.map((part) => part.height), block.height]),
      PART_GAP,
    );
    const main = plan.hasPorts ? parts[0] : undefined;
    const mainWidth = main?.width ?? 0;
    const between = mainWidth > 0 && rest.width > 0 ? PART_GAP : 0;
    const content = mainWidth + between + rest.width;
    const width = Math.max(content + 2 * padding, this.request.headerWidth);
    const height = this.heightFor(main, rest.height);
    const left = (width - content) / 2;
    if (main) this.placeMain(main, left, height);
    const restBottom = padding + (height - this.header - 2 * padding - rest.height) / 2;
    for (const shelf of plan.shelves) {
      for (const i of shelf.flat()) {
        const x = left + mainWidth + between + rest.x[i];
        if (i === parts.length) this.placeLoose(block, x, restBottom + rest.y[i]);
        else this.placePart(i, parts[i], x, restBottom + rest.y[i]);
      }
    }
    const routes = this.joinRoutes();
    return { width, height, boxes: this.boxes, routes, labels: this.placeLabels(routes, height) };
  }

  /** The scope's height: room for all parts between its borders. */
  private heightFor(main: PartGeometry | undefined, restHeight: number): number {
    const rest = restHeight > 0 ? restHeight + this.header + 2 * this.padding : 0;
    if (!main) return Math.max(rest, this.header + 2 * this.padding);
    const below = this.hasPin(FIRST) ? 0 : this.padding;
    const above = this.hasPin(LAST) ? 0 : this.header + this.padding;
    return Math.max(rest, below + main.height + above);
  }

  private hasPin(pin: number): boolean {
    return this.plan.hasPorts && this.plan.parts[0].part.graph.pin.includes(pin);
  }

  private measure(plan: PartPlan): PartGeometry {
    const { pin } = plan.part.graph;
    return measurePart(this.request, this.sizes, plan, {
      first: pin.includes(FIRST) ? this.padding : 0,
      last: pin.includes(LAST) ? this.header + this.padding : 0,
    });
  }

  /** The part with ports: its first and last rank lie on the borders of the scope. */
  private placeMain(main: PartGeometry, left: number, height: number): void {
    const bottom = this.hasPin(FIRST) ? 0 : this.padding;
    const { low, high } = main.bands;
    const top = low.length - 1;
    if (this.hasPin(LAST)) low[top] = high[top] = height - bottom;
    this.placePart(0, main, left, bottom);
  }

  private placePart(index: number, geometry: PartGeometry, left: number, bottom: number): void {
    const { part, dag, layered, order } = this.plan.parts[index];
    const { bands } = geometry;
    const x = geometry.x.map((value) => value - geometry.left + left);
    const shifted: Bands = {
      low: bands.low.map((y) => y + bottom),
      high: bands.high.map((y) => y + bottom),
    };
    for (let i = 0; i < part.nodes.length; i++) {
      const r = layered.rank[i];
      this.boxes.x[part.nodes[i]] = x[i];
      this.boxes.y[part.nodes[i]] = (shifted.low[r] + shifted.high[r]) / 2;
    }
    const detours = new Map(
      Array.from(geometry.detours, ([segment, { x, top, bottom: lowest }]) => [
        segment,
        { x: x - geometry.left + left, top: top + bottom, bottom: lowest + bottom },
      ]),
    );
    const local = this.localBoxes(part.nodes);
    const thickness = segmentThickness(layered, edgeThickness(this.request, part));
    const ports = this.portsOf(part.edges, dag);
    const slots = assignSlots(layered, order, x, local.width, thickness, ports);
    this.partRoutes[index] = routeEdges(layered, dag, part.graph.source, {
      bands: shifted,
      slots,
      boxes: local,
      detours,
    });
  }

  private localBoxes(nodes: Int32Array): Boxes {
    const pick = (values: Float64Array): Float64Array => Float64Array.from(nodes, (v) => values[v]);
    const { x, y, width, height } = this.boxes;
    return { x: pick(x), y: pick(y), width: pick(width), height: pick(height) };
  }

  private portsOf(edges: Int32Array, dag: Dag): PortOffsets {
    const { atSource, atTarget } = this.sizes.ports;
    return {
      atLow: Float64Array.from(edges, (e, i) => (dag.reversed[i] ? atTarget[e] : atSource[e])),
      atHigh: Float64Array.from(edges, (e, i) => (dag.reversed[i] ? atSource[e] : atTarget[e])),
    };
  }

  private packLoose(): ReturnType<typeof fillShelves> {
    const { loose, looseShelves } = this.plan;
    const width = Float64Array.from(
      loose,
      (v) => this.sizes.width[v] + this.request.roomBefore[v] + this.request.roomAfter[v],
    );
    const height = Float64Array.from(loose, (v) => footprintHeight(this.request, this.sizes, v));
    return fillShelves(looseShelves, width, height, NODE_GAP);
  }

  private placeLoose(block: ReturnType<typeof fillShelves>, left: number, bottom: number): void {
    this.plan.loose.forEach((v, i) => {
      const { width } = this.sizes;
      this.boxes.x[v] = left + block.x[i] + this.request.roomBefore[v] + width[v] / 2;
      this.boxes.y[v] = bottom + block.y[i] + footprintHeight(this.request, this.sizes, v) / 2;
    });
  }

  /** The routes of all parts, by the scope's own edge numbers. */
  private joinRoutes(): Routes {
    const count = this.request.source.length;
    const found = new Array<Float64Array>(count);
    this.plan.parts.forEach(({ part }, index) => {
      const { pointStart, points } = this.partRoutes[index];
      for (let i = 0; i < part.edges.length; i++) {
        found[part.edges[i]] = points.subarray(2 * pointStart[i], 2 * pointStart[i + 1]);
      }
    });
    const pointStart = new Int32Array(count + 1);
    for (let e = 0; e < count; e++) pointStart[e + 1] = pointStart[e] + found[e].length / 2;
    const points = new Float64Array(2 * pointStart[count]);
    for (let e = 0; e < count; e++) points.set(found[e], 2 * pointStart[e]);
    return { pointStart, points };
  }

  private placeLabels(routes: Routes, scopeHeight: number): LabelPlaces {
    const { x, y, width, height } = this.boxes;
    const obstacles: Rect[] = [];
    for (let v = 0; v < this.request.childCount; v++) {
      const before = this.request.roomBefore[v];
      const tall = Math.max(height[v], this.request.annotationHeight[v]);
      obstacles.push({
        x: x[v] - width[v] / 2 - before,
        y: y[v] - tall / 2,
        width: width[v] + before + this.request.roomAfter[v],
        height: tall,
      });
    }
    if (this.header > 0) {
      const strip = { x: 0, width: this.request.headerWidth, height: this.header };
      obstacles.push({ ...strip, y: scopeHeight - this.header });
    }
    return placeLabels(routes, this.request.labelWidth, obstacles);
  }
}
