/** Scopes of real graphs, from files that hold what the server has sent. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { ScopeRequest } from "../../src/features/graph/layout/request";
import { layoutSubject } from "../../src/features/graph/scene/layout-request";
import type { Scope } from "../../src/features/graph/scope/model";
import type { BenchGraph } from "./graphs";

/** All scopes of one graph, by name; the top level is the empty name. */
export interface RealGraph {
  readonly name: string;
  readonly scopes: ReadonlyMap<string, Scope>;
  /** Scopes again, each with one of its series taken apart. */
  readonly regrouped: readonly Scope[];
}

/** What a file holds of one graph. */
interface GraphFile {
  readonly scopes: readonly Scope[];
  readonly regrouped: readonly Scope[];
}

/** Text is as wide here as its number of letters, so that every machine measures the same. */
export const measureLetters = (text: string): number => 6 * text.length;

/** Reads one file, or every such file of a folder. */
export function readRealGraphs(path: string): RealGraph[] {
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => name.endsWith(".json"))
        .sort()
        .map((name) => join(path, name))
    : [path];
  return files.map((file) => {
    const { scopes, regrouped } = JSON.parse(readFileSync(file, "utf8")) as GraphFile;
    return {
      regrouped,
      name: basename(file, ".json"),
      scopes: new Map(scopes.map((scope) => [scope.name, scope])),
    };
  });
}

/** One scope by itself with everything inside it closed, and what our engine is asked. */
export interface RealScope {
  readonly graph: BenchGraph;
  readonly request: ScopeRequest;
}

export function realScope(real: RealGraph, scope: Scope): RealScope {
  const top = { scope, depth: 0, open: new Map() };
  const request = withoutCutEdges(layoutSubject(top, measureLetters).request.scopes[0]);
  return {
    request,
    graph: {
      name: `${real.name}:${scope.name}`,
      nodeCount: request.childCount,
      width: request.boxWidth.slice(),
      height: request.boxHeight.slice(),
      source: request.source.slice(),
      target: request.target.slice(),
    },
  };
}

/** Other engines would draw what ours does not, so nobody is given it. */
function withoutCutEdges({ baseline: _, ...request }: ScopeRequest): ScopeRequest {
  const { cut, role, source, target } = request;
  const isDrawn = (_: unknown, e: number): boolean =>
    cut[e] === 0 && role[source[e]] === role[target[e]];
  return {
    ...request,
    source: source.filter(isDrawn),
    target: target.filter(isDrawn),
    weight: request.weight.filter(isDrawn),
    cut: cut.filter(isDrawn),
    labelWidth: request.labelWidth.filter(isDrawn),
    thickness: request.thickness.filter(isDrawn),
    sourcePort: request.sourcePort.filter(isDrawn),
    targetPort: request.targetPort.filter(isDrawn),
  };
}
