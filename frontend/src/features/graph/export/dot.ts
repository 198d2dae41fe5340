/** A drawing in the language of Graphviz: open scopes are clusters, their ports points. */
import type { SceneBox } from "../scene/scene";
import { type End, type Port, portKey, type ViewEdge, type ViewGraph } from "./drawn-graph";
import * as messages from "./messages";

const SHAPES: Readonly<Record<SceneBox["node"]["kind"], string>> = {
  op: "ellipse",
  metanode: "box",
  series: "box3d",
  role_group: "box3d",
  stack: "box3d",
  prefix_group: "box3d",
  flow_group: "box3d",
  block: "box3d",
  function: "component",
};
const RANK_DIRECTIONS = { "bottom-to-top": "BT", "top-down": "TB", "left-to-right": "LR" } as const;
const STYLES = { data: "solid", control: "dashed", reference: "solid" } as const;

/** `title` becomes the graph's name. Names from logs are quoted, whatever they hold. */
export function dotText({ boxes, edges, style }: ViewGraph, title: string): string {
  const ids = new PortIds(boxes);
  const insides = groupByScope(boxes);
  const ports = new Map(portsOf(edges).map((port) => [portKey(port), port]));
  const shown = new Set(boxes.map(({ node }) => node.name));
  // Boxes whose scopes are not exported are at the top.
  const top = boxes.filter(({ scope }) => !shown.has(scope));
  const lines = [
    `digraph ${quoted(title)} {`,
    `  rankdir=${RANK_DIRECTIONS[style.direction]};`,
    '  node [fontname="Helvetica", fontsize=11];',
    '  edge [fontname="Helvetica", fontsize=9];',
    ...top.flatMap((box) => boxLines(box, insides, [...ports.values()], ids, "  ")),
    ...edges.map((edge) => edgeLine(edge, ids)),
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

function boxLines(
  box: SceneBox,
  insides: ReadonlyMap<string, readonly SceneBox[]>,
  ports: readonly Port[],
  ids: PortIds,
  indent: string,
): string[] {
  const { name, label, kind, op, count } = box.node;
  if (!box.isOpen) {
    const countLabel = kind === "op" ? op : messages.opCount(count);
    const attributes = `label=${quoted(label)}, shape=${SHAPES[kind]}`;
    return [
      `${indent}${quoted(name)} [${attributes}, tooltip=${quoted(`${name}: ${countLabel}`)}];`,
    ];
  }
  const within = `${indent}  `;
  const own = ports.filter(({ scope }) => scope === name);
  return [
    `${indent}subgraph ${quoted(`cluster ${name}`)} {`,
    `${within}label=${quoted(label)};`,
    `${within}tooltip=${quoted(name)};`,
    ...own.map((port) => `${within}${quoted(ids.idOf(port))} [shape=point, width=0.04];`),
    ...(insides.get(name) ?? []).flatMap((child) => boxLines(child, insides, ports, ids, within)),
    `${indent}}`,
  ];
}

function edgeLine({ source, target, kind, label, tensors }: ViewEdge, ids: PortIds): string {
  const id = (end: End): string => quoted(end.port ? ids.idOf(end.port) : end.node);
  const attributes = [
    `style=${STYLES[kind]}`,
    ...(label === null ? [] : [`label=${quoted(label)}`]),
    ...(kind === "reference" ? ['color="#e08a1e"'] : []),
    // It ends where it does not go on.
    ...(target.port ? ["arrowhead=none"] : []),
    `tooltip=${quoted(flowText(kind, tensors))}`,
  ];
  return `  ${id(source)} -> ${id(target)} [${attributes.join(", ")}];`;
}

function flowText(kind: ViewEdge["kind"], tensors: number): string {
  if (kind !== "control") return messages.tensorCount(tensors);
  return messages.controlDependencies(tensors);
}

function portsOf(edges: readonly ViewEdge[]): Port[] {
  return edges.flatMap(({ source, target }) => [source, target].flatMap(({ port }) => port ?? []));
}

function groupByScope(boxes: readonly SceneBox[]): Map<string, SceneBox[]> {
  const groups = new Map<string, SceneBox[]>();
  for (const box of boxes) {
    const group = groups.get(box.scope);
    if (group) group.push(box);
    else groups.set(box.scope, [box]);
  }
  return groups;
}

/** Names for ports that no node has. */
class PortIds {
  private readonly byKey = new Map<string, string>();
  private readonly used: ReadonlySet<string>;

  constructor(boxes: readonly SceneBox[]) {
    this.used = new Set(boxes.map(({ node }) => node.name));
  }

  idOf(port: Port): string {
    const key = portKey(port);
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    let id = `port ${this.byKey.size}`;
    while (this.used.has(id)) id = `${id}'`;
    this.byKey.set(key, id);
    return id;
  }
}

/**
 * A string in DOT's quotes. A backslash before anything but a quote stays in the string, and labels
 * read some of these pairs as line breaks or the node's name: it is doubled, which labels undo.
 */
export function quoted(text: string): string {
  const plain = text.replaceAll("\0", "\ufffd").replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  return `"${plain.replaceAll("\r", "").replaceAll("\n", "\\n")}"`;
}
