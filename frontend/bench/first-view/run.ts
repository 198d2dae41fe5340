/**
 * Counts in drawings of the page what can be counted, and what Graphviz makes of the same boxes
 * and edges: drawings on standard input as JSON, an answer for each on standard output.
 */
import { readFileSync } from "node:fs";
import { forEachPiece } from "../../src/features/graph/layout/route/route-curve";
import { type Drawing, joinRoutes } from "../layout/drawing";
import { measureDrawing } from "../layout/metrics";
import { PeerOutcomes } from "../layout/peer-outcomes";
import { answerAsPeer } from "../layout/peer-process";
import type { Peer } from "../layout/peers";

/** One scope as the page has drawn it, in any unit. */
interface DrawnScope {
  readonly name: string;
  /** Whether its lines run from left to right, or back. */
  readonly horizontal: boolean;
  /** Four numbers each: corner, width, height. */
  readonly boxes: readonly (readonly number[])[];
  /** Indices of boxes. */
  readonly edges: readonly (readonly [source: number, target: number])[];
  /** The points of each edge's route, x and y in turn. */
  readonly routes: readonly (readonly number[])[];
}

export interface Counts {
  readonly crossings: number;
  readonly through: number;
  readonly overlaps: number;
  /** Of Graphviz; null when it failed. */
  readonly peerCrossings: number | null;
}

async function main(): Promise<void> {
  const [mode, argument, folder] = process.argv.slice(2);
  if (mode === "peer") await answerAsPeer(argument as Peer, folder);
  else countAll(new PeerOutcomes(argument, Number(folder)));
}

function countAll(outcomes: PeerOutcomes): void {
  const scopes = JSON.parse(readFileSync(0, "utf8")) as DrawnScope[];
  process.stdout.write(JSON.stringify(scopes.map((scope) => countOne(scope, outcomes))));
}

function countOne(scope: DrawnScope, outcomes: PeerOutcomes): Counts {
  const drawing = drawingOf(scope);
  const { crossings, edgesThroughNodes, overlaps } = measureDrawing(drawing);
  const { width, height, source, target } = drawing;
  const nodeCount = width.length;
  const peer = outcomes.get("dot", { name: scope.name, nodeCount, width, height, source, target });
  const peerCrossings = peer.metrics?.crossings ?? null;
  return { crossings, through: edgesThroughNodes, overlaps, peerCrossings };
}

function drawingOf({ boxes, edges, routes, horizontal }: DrawnScope): Drawing {
  const side = (at: number): Float64Array => Float64Array.from(boxes, (box) => box[at]);
  return {
    x: side(0),
    y: side(1),
    width: side(2),
    height: side(3),
    source: Int32Array.from(edges, ([source]) => source),
    target: Int32Array.from(edges, ([, target]) => target),
    ...joinRoutes(routes.map((route) => pieces(Float64Array.from(route), horizontal))),
  };
}

/** A route with its curves as the straight pieces that are drawn. */
function pieces(points: Float64Array, horizontal: boolean): number[] {
  const found = [points[0], points[1]];
  const draw = (_x0: number, _y0: number, x1: number, y1: number): number => found.push(x1, y1);
  forEachPiece(points, 0, points.length / 2, draw, horizontal);
  return found;
}

await main();
