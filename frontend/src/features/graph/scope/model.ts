/**
 * The graph as sent: one scope at a time, field for field what the server's `graph/scope/answer.py`
 * says. Names are full paths from the root and are data: they key `Map`s, never objects.
 */
export type {
  Graph,
  Reason,
  Scope,
  ScopeAnnotation,
  ScopeBridge,
  ScopeEdge,
  ScopeNode,
} from "../../../api/types";

import type { Scope, ScopeBridge, ScopeEdge, ScopeNode } from "../../../api/types";

export type EdgeKind = ScopeEdge["kind"];
export type Direction = ScopeBridge["direction"];

const GROUPS: ReadonlySet<ScopeNode["kind"]> = new Set([
  "series",
  "role_group",
  "stack",
  "prefix_group",
  "flow_group",
  "block",
]);

/** Whether a kind of node is made up from others: no name in the graph stands for it. */
export function isGroup(kind: ScopeNode["kind"]): boolean {
  return GROUPS.has(kind);
}

/** Whether it is the function library, beside the main graph. */
export function isExtractedLibrary({ role, reason }: Pick<ScopeNode, "role" | "reason">): boolean {
  return role !== "main" && reason?.kind === "library";
}

/** The name of the scope that holds a node; the top level is the empty name. */
export function parentName(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf("/")));
}

/** What the name of a prefix group ends with, behind the prefix. */
export const PREFIX_ENDING = "*";

/** What requests all prefix groups in a scope, in the place of the name of a group. */
export function prefixRequest(scope: string): string {
  return scope === "" ? PREFIX_ENDING : `${scope}/${PREFIX_ENDING}`;
}

/** The scope of such a request; undefined for the name of a group. */
export function scopeOfRequest(name: string): string | undefined {
  return prefixRequest(parentName(name)) === name ? parentName(name) : undefined;
}

/** The scopes that hold a node, outermost first, without the top level. */
export function enclosingNames(name: string): string[] {
  const parts = name.split("/");
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join("/"));
}

/** The scope called `name`, or undefined when it has not arrived. */
export type FindScope = (name: string) => Scope | undefined;

/** A metaedge by its ends and kind. */
export type EdgeEnds = Pick<ScopeEdge, "source" | "target" | "kind">;

const KIND_NAMES: ReadonlySet<string> = new Set<EdgeKind>(["data", "control", "reference"]);

/** The name of a metaedge in the address: no name of a node has line breaks. */
export function edgeName({ source, target, kind }: EdgeEnds): string {
  return `${source}\n${target}\n${kind}`;
}

/** The ends and the kind of a metaedge, undefined for what is no name of one. */
export function parseEdgeName(name: string): EdgeEnds | undefined {
  const [source, target, kind, more] = name.split("\n");
  if (!source || !target || !isEdgeKind(kind) || more !== undefined) return undefined;
  return { source, target, kind };
}

function isEdgeKind(kind: string | undefined): kind is EdgeKind {
  return kind !== undefined && KIND_NAMES.has(kind);
}
