/** A match in words: what it is called, what it is and where it is. */
import type { GraphMatch } from "../../../../api/types";
import { boundaryAfter } from "../../../../lib/format/characters";
import * as lateMessages from "../../late/messages";
import * as messages from "../messages";

/** Letters of a path that have room in a row. */
const MAX_PATH_LENGTH = 46;

const KINDS: Readonly<Record<GraphMatch["kind"], string>> = {
  op: messages.opKind,
  metanode: messages.nameScope,
  series: messages.seriesNode,
  role_group: messages.roleGroup,
  stack: messages.stack,
  prefix_group: messages.prefixGroup,
  flow_group: messages.flowGroup,
  block: messages.block,
  function: messages.functionKind,
  constant: messages.constant,
  summary: messages.summary,
  folded: messages.folded,
};

/** A PyTorch op has the name of its result, and its box its type. */
function hasTypeAsLabel({ kind, op }: GraphMatch): boolean {
  return kind === "op" && op.includes("::");
}

export function matchLabel(match: GraphMatch): string {
  const { name, op } = match;
  return hasTypeAsLabel(match) ? op.slice(op.lastIndexOf("::") + 2) : lastPart(name);
}

/** The op type, and what else it is than an op; where the label is the type, the name. */
export function kindText(match: GraphMatch): string {
  const { name, kind, op } = match;
  if (op === "") return KINDS[kind];
  if (hasTypeAsLabel(match)) return lastPart(name);
  return kind === "op" ? op : `${op}, ${KINDS[kind]}`;
}

/** The scope around it, and for what is drawn small the node that it stands beside. */
export function placeText({ name, node, scopes }: GraphMatch): string {
  const around = scopes.at(-1) ?? "";
  const place = around === "" ? messages.topLevel : lateMessages.inScope(endOf(around));
  return node === name ? place : lateMessages.besideNode(lastPart(node), place);
}

/** The end of a long path says most. */
function endOf(path: string): string {
  return path.length <= MAX_PATH_LENGTH
    ? path
    : `…${path.slice(boundaryAfter(path, path.length + 1 - MAX_PATH_LENGTH))}`;
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
