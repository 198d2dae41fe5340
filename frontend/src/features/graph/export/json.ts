/** A drawing as JSON, with the places of its nodes and the points of its lines. */
import type { Graph } from "../../../api/types";
import type { End, ViewGraph } from "./drawn-graph";
import * as messages from "./messages";

export function viewJson({ boxes, edges, style }: ViewGraph, graph: Graph): string {
  const { run, tag, kind, stage, fingerprint } = graph;
  const view = {
    about: messages.aboutJson,
    version: 1,
    graph: { run, tag, kind, stage, fingerprint, ops: graph.nodes },
    drawing: style,
    nodes: boxes.map(({ node, scope, isOpen, worldRect }) => ({
      name: node.name,
      label: node.label,
      scope,
      kind: node.kind,
      op: node.op,
      device: node.device,
      ops: node.count,
      role: node.role,
      open: isOpen,
      x: round(worldRect.x),
      y: round(worldRect.y),
      width: round(worldRect.width),
      height: round(worldRect.height),
    })),
    edges: edges.map(({ scope, source, target, kind, label, tensors, ...drawn }) => ({
      scope,
      source: writtenEnd(source),
      target: writtenEnd(target),
      kind,
      label,
      tensors,
      width: round(drawn.width),
      points: pointsOf(drawn.worldPoints),
      label_at: drawn.worldLabel ? [round(drawn.worldLabel.x), round(drawn.worldLabel.y)] : null,
    })),
  };
  return `${JSON.stringify(view, null, 1)}\n`;
}

function writtenEnd({ node, port }: End): string | object {
  if (port === undefined) return node;
  return { border_of: port.scope, direction: port.direction, other_end: port.neighbour };
}

/** Pairs of x and y. */
function pointsOf(worldPoints: Float64Array): [x: number, y: number][] {
  return Array.from({ length: worldPoints.length / 2 }, (_, i) => [
    round(worldPoints[2 * i] ?? 0),
    round(worldPoints[2 * i + 1] ?? 0),
  ]);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
