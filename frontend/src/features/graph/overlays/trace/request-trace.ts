/** Requests a trace in as many parts as its open scopes take. */
import { traceGraph } from "../../../../api/graph-questions";
import type { GraphTrace } from "../../../../api/types";
import * as messages from "../messages";

/** Letters of scopes' names in one question, so that its address has room for them. */
const MAX_LETTERS = 6000;

export interface TraceQuery {
  readonly graph: string;
  readonly query: Parameters<typeof traceGraph>[1];
  readonly open: readonly string[];
}

export async function requestTrace(
  { graph, query, open }: TraceQuery,
  signal: AbortSignal,
): Promise<GraphTrace> {
  const request = (part: readonly string[]) => traceGraph(graph, { ...query, open: part }, signal);
  return joinTraces(await Promise.all(inParts(open, MAX_LETTERS).map(request)));
}

/** Names in parts of so many letters; a longer name is a part of its own. At least one part. */
export function inParts(names: readonly string[], mostLetters: number): string[][] {
  const parts: string[][] = [[]];
  let letters = 0;
  for (const name of names) {
    if (letters > 0 && letters + name.length > mostLetters) {
      parts.push([]);
      letters = 0;
    }
    parts.at(-1)?.push(name);
    letters += name.length;
  }
  return parts;
}

/** One trace, of which each answer has what is in sight in some scopes. */
export function joinTraces([first, ...others]: readonly GraphTrace[]): GraphTrace {
  if (first === undefined) throw new Error(messages.noTrace);
  const visible = [first, ...others].flatMap((trace) => trace.visible);
  return { ...first, visible };
}
