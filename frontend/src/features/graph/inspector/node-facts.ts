/** The first facts of a card: kind and op type of the node, shapes in and out, parameters. */
import { PREFIX_ENDING, type Scope, type ScopeNode } from "../scope/model";
import { nodeEdges } from "../scope/node-edges";
import * as messages from "./messages";
import { type FactText, parameterFacts } from "./parameter-facts";

/** Shapes, or constants, that are named; more are counted. */
const MAX_NAMED = 4;

const KINDS: Readonly<Record<ScopeNode["kind"], string>> = {
  op: messages.opKind,
  metanode: messages.nameScope,
  series: messages.seriesNode,
  role_group: messages.roleGroup,
  stack: messages.stack,
  prefix_group: messages.prefixGroup,
  flow_group: messages.flowGroup,
  block: messages.block,
  function: messages.functionKind,
};

/** What a group, which no name in the graph stands for, is made from. */
const MADE_FROM: Partial<Readonly<Record<ScopeNode["kind"], string>>> = {
  series: messages.madeFromNumbers,
  role_group: messages.madeFromRole,
  stack: messages.madeFromStructure,
  flow_group: messages.madeFromFlow,
  block: messages.madeFromRepeats,
};

/** All of it is known from the scope around the node, so that it is there at once. */
export function nodeFacts(node: ScopeNode, scope: Scope): FactText[] {
  const { kind, op, device, cluster, count, functions, recursive } = node;
  const facts: FactText[] = [
    [messages.kind, KINDS[kind]],
    [messages.madeUp, madeFromText(node)],
    [messages.op, op],
    [messages.contents, kind === "op" ? "" : messages.opCount(count)],
    [messages.input, shapesText(scope, node.name, "in")],
    [messages.output, shapesText(scope, node.name, "out")],
    [messages.constants, constantsText(node)],
    ...parameterFacts(node.costs),
    [messages.device, device],
    [messages.cluster, cluster],
    [messages.callsFunctions, functions.join(", ")],
    [messages.recursion, recursive ? messages.recursiveCall : ""],
  ];
  return facts.filter(([, value]) => value !== "");
}

function madeFromText({ kind, label }: ScopeNode): string {
  if (kind !== "prefix_group") return MADE_FROM[kind] ?? "";
  return messages.madeFromPrefix(label.slice(0, label.lastIndexOf(PREFIX_ENDING)));
}

/** The shapes on the lines into a node, or out of it, each once; empty where none is known. */
function shapesText(scope: Scope, name: string, direction: "in" | "out"): string {
  const flows = nodeEdges(scope, name, direction).filter(({ kind }) => kind !== "control");
  return listed([...new Set(flows.flatMap(({ label }) => label ?? []))]);
}

/** The settings of an op that are constants, by value: `stride 2×2, padding 1×1`. */
function constantsText({ annotations }: ScopeNode): string {
  const constants = annotations.filter(({ name, label, kind, op }) => {
    const hasValue = op !== "prim::GetAttr" && !name.endsWith(label);
    return kind === "constant" && hasValue;
  });
  return listed(constants.map(({ label }) => label));
}

function listed(texts: readonly string[]): string {
  const named = texts.slice(0, MAX_NAMED).join(", ");
  return texts.length > MAX_NAMED ? messages.andMore(named, texts.length - MAX_NAMED) : named;
}
