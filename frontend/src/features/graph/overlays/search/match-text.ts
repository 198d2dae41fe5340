/** A match in words: what it is called, what it is and where it is. */
import type { GraphMatch } from "../../../../api/types";
import { boundaryAfter } from "../../../../lib/format/characters";
import * as messages from "../messages";

/** Letters of a path that have room in a row. */
const MAX_PATH_LENGTH = 46;

const KINDS: Readonly<Record<GraphMatch["kind"], string>> = {
  op: messages.opKind,
  metanode: messages.nameScope,
  series: messages.seriesNode,
  function: messages.functionKind,
  constant: messages.constant,
  summary: messages.summary,
};

export function matchLabel({ name }: GraphMatch): string {
  return lastPart(name);
}

/** The op type, and what else it is than an op. */
export function kindText({ kind, op }: GraphMatch): string {
  if (op === "") return KINDS[kind];
  return kind === "op" ? op : `${op}, ${KINDS[kind]}`;
}

/** The scope around it, and for what is drawn small the node that it stands beside. */
export function placeText({ name, node, scopes }: GraphMatch): string {
  const around = scopes.at(-1) ?? "";
  const place = around === "" ? messages.topLevel : messages.inScope(endOf(around));
  return node === name ? place : messages.besideNode(lastPart(node), place);
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
