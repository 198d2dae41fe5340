/** What can be done with a node, for its context menu and its info card alike. */
import { batch } from "@preact/signals";
import { copyText } from "../../../lib/browser/clipboard";
import { copyLink } from "../../../state/address/copy-link";
import { showToast } from "../../../state/base/toasts";
import * as lateMessages from "../late/messages";
import * as messages from "../messages";
import { type HiddenKind, kindText, opKind } from "../options/hidden-kinds";
import { isGroup, parentName, type Scope, type ScopeNode } from "../scope/model";
import { nodeEdges } from "../scope/node-edges";
import { seriesCandidate, stackCandidate } from "../scope/series-candidate";
import type { Viewport } from "../viewport/viewport";
import type { GraphSession } from "./graph-session";
import { scopesOfNode, viewWithNode } from "./permalink";

/** What an action does, for an icon. */
export type ActionId =
  | "expand"
  | "collapse"
  | "zoom"
  | "note"
  | "reset"
  | "inputs"
  | "outputs"
  | "both"
  | "between"
  | "leave"
  | "join"
  | "series"
  | "hide"
  | "name"
  | "link";

export interface NodeAction {
  readonly id: ActionId;
  readonly label: string;
  readonly run: () => void;
  /** The key that does the same. */
  readonly shortcut?: string;
}

export interface ActionGroup {
  readonly title: string;
  readonly actions: readonly NodeAction[];
}

/** A node and the scope it stands in, as they are now. */
export interface ActionTarget {
  readonly session: GraphSession;
  readonly node: ScopeNode;
  readonly scope: Scope;
  /** The viewport in which the menu was opened; the card belongs to none. */
  readonly viewport?: Viewport | null;
}

/**
 * What can be done, by groups. The card has a field for the note and belongs to no viewport, so it
 * leaves these two out.
 */
export function nodeActions(target: ActionTarget, place: "menu" | "card"): ActionGroup[] {
  const groups = [
    {
      title: messages.node,
      actions:
        place === "menu"
          ? [...expandActions(target), ...zoomActions(target), ...noteActions(target)]
          : expandActions(target),
    },
    { title: messages.trace, actions: traceActions(target) },
    { title: messages.mainGraph, actions: [...splitActions(target), ...seriesActions(target)] },
    { title: messages.hide, actions: hidingActions(target) },
    {
      title: messages.copy,
      actions: copyActions(target.session, target.node.name, target.node.name),
    },
    { title: messages.settingsGroup, actions: resetActions(target) },
  ];
  return groups.filter(({ actions }) => actions.length > 0);
}

function expandActions({ session, node }: ActionTarget): NodeAction[] {
  if (!node.expandable) return [];
  const isOpen = session.scene.peek()?.boxByName.get(node.name)?.isOpen ?? false;
  const run = () => session.toggleInPlace(node.name);
  return isOpen
    ? [{ id: "collapse", label: messages.collapse, run, shortcut: "Enter" }]
    : [{ id: "expand", label: messages.expand, run, shortcut: "Enter" }];
}

function zoomActions({ node: { name }, viewport }: ActionTarget): NodeAction[] {
  const run = (): void => viewport?.reveal(name, "zoomTo");
  return [{ id: "zoom", label: messages.zoomToSelection, run, shortcut: "z" }];
}

function noteActions({ session, node: { name } }: ActionTarget): NodeAction[] {
  const run = (): void => {
    session.options.select(name);
    session.noteRequest.value = name;
  };
  const { notes } = session.options.marks;
  return [{ id: "note", label: notes.value.has(name) ? messages.editNote : messages.addNote, run }];
}

/** Takes back all that was chosen for this node by its name. */
function resetActions({ session: { options }, node: { name } }: ActionTarget): NodeAction[] {
  const { extraction, marks } = options;
  const isMarked = marks.notes.value.has(name) || marks.paints.value.has(name);
  if (!isMarked && extraction.ruleForNode(name) === undefined) return [];
  const run = (): void => {
    batch(() => {
      extraction.forgetNode(name);
      marks.forget(name);
    });
    options.commit();
  };
  return [{ id: "reset", label: messages.resetNode, run }];
}

function traceActions({ session, node: { name } }: ActionTarget): NodeAction[] {
  const { trace } = session.options;
  const pick = (): void => {
    trace.pickFrom.value = name;
  };
  return [
    {
      id: "inputs",
      label: messages.traceInputs,
      run: () => trace.start(name, "upstream"),
      shortcut: "i",
    },
    { id: "outputs", label: messages.traceOutputs, run: () => trace.start(name, "downstream") },
    { id: "both", label: messages.traceBoth, run: () => trace.start(name, "both") },
    { id: "between", label: messages.traceToAnotherNode, run: pick },
  ];
}

/** What is in the main graph can leave it, and the other way round. */
function splitActions({ session, node: { name, role } }: ActionTarget): NodeAction[] {
  const { extraction } = session.options;
  const isMain = role === "main";
  const action = isMain ? "exclude" : "include";
  const run = (): void => extraction.addRule({ action, kind: "name", what: name });
  return isMain
    ? [{ id: "leave", label: messages.removeFromMain, run }]
    : [{ id: "join", label: messages.addToMain, run }];
}

function seriesActions({ session, node, scope }: ActionTarget): NodeAction[] {
  const { extraction } = session.options;
  if (isGroup(node.kind)) {
    const label =
      node.kind === "series" ? messages.ungroupSeries : lateMessages.ungroup(node.label);
    const run = (): void => extraction.setGrouped(node.name, false);
    return [{ id: "series", label, run }, ...prefixActions({ session, node, scope })];
  }
  // Inside an open group its members cannot be grouped once more.
  const isExact = extraction.thresholdOf("split_rule") === "tensorboard";
  const stack = isExact ? undefined : stackCandidate(scope, node);
  const candidate = seriesCandidate(scope, node, isExact) ?? stack;
  const label = candidate === stack ? lateMessages.groupStack : lateMessages.groupSeries;
  const others = extraction.ungroupedIn(scope.name).filter((name) => name !== candidate);
  const groups = [
    ...(candidate === undefined || candidate === scope.name ? [] : [{ name: candidate, label }]),
    ...others.map((name) => ({ name, label: lateMessages.groupAgain })),
  ];
  const actions = groups.map(
    ({ name, label }): NodeAction => ({
      id: "series",
      label: label(name.slice(name.lastIndexOf("/") + 1)),
      run: () => extraction.setGrouped(name, true),
    }),
  );
  return [...actions, ...prefixActions({ session, node, scope })];
}

/** Prefix groups of the scope that a node is in by its name, and of those inside a scope. */
function prefixActions({ session, node, scope }: ActionTarget): NodeAction[] {
  const { extraction } = session.options;
  const action = (name: string, isGrouped: boolean, label: string): NodeAction => ({
    id: "series",
    label,
    run: () => extraction.setPrefixes(name, isGrouped),
  });
  const around = parentName(node.name);
  const actions: NodeAction[] = [];
  if (node.kind === "prefix_group") {
    actions.push(action(around, false, lateMessages.ungroupPrefixes));
  } else if (scope.name === around && mayHavePrefixGroups(scope)) {
    actions.push(action(around, true, lateMessages.groupByPrefix));
  }
  if (node.kind === "metanode") {
    const isGrouped = extraction.requestsPrefixes(node.name);
    const label = isGrouped ? lateMessages.ungroupInside : lateMessages.groupInside;
    actions.push(action(node.name, !isGrouped, label(node.label)));
  }
  return actions;
}

/** Whether two nodes of a scope begin with the same word, and none is grouped by that. */
function mayHavePrefixGroups({ nodes }: Scope): boolean {
  const words = nodes.map(({ name }) => firstWord(name.slice(name.lastIndexOf("/") + 1)));
  const isGrouped = nodes.some(({ kind }) => kind === "prefix_group");
  return !isGrouped && new Set(words).size < words.length;
}

/** Letters, digits, or an attribute of a PyTorch module, `Conv2d[enc1_conv]`. */
function firstWord(label: string): string {
  const name = /^[^[]+\[([^[\]]+)\]$/.exec(label)?.[1] ?? label;
  return /^[-_.]*(\d+|[^-_.\d]+)/.exec(name)?.[0] ?? name;
}

/** The kinds that a node, its annotations and its edges are of. */
function hidingActions({ session, node, scope }: ActionTarget): NodeAction[] {
  const has = (kind: string): boolean => node.annotations.some((each) => each.kind === kind);
  const links = [...nodeEdges(scope, node.name, "in"), ...nodeEdges(scope, node.name, "out")];
  const kinds: HiddenKind[] = [
    ...(node.op === "" ? [] : [opKind(node.op)]),
    ...(has("constant") ? (["constants"] as const) : []),
    ...(has("summary") ? (["summaries"] as const) : []),
    ...(links.some(({ kind }) => kind === "control") ? (["control"] as const) : []),
  ];
  return kinds.map((kind) => ({
    id: "hide",
    label: lateMessages.hideKind(kindText(kind)),
    run: () => session.options.hiddenKinds.set(kind, true),
    ...(kind.startsWith("op:") ? { shortcut: "h" } : {}),
  }));
}

/** `host` is the node that shows it: itself, or what it is drawn beside. */
export function copyActions(session: GraphSession, name: string, host: string): NodeAction[] {
  const copyNodeLink = (): void => {
    const scopes = scopesOfNode(session.scene.peek(), host);
    void copyLink(viewWithNode(session.options.query(), name, scopes));
  };
  return [
    { id: "name", label: messages.copyName, run: () => void copy(name, messages.nameCopied) },
    { id: "link", label: messages.copyNodeLink, run: copyNodeLink },
  ];
}

async function copy(text: string, done: string): Promise<void> {
  showToast((await copyText(text)) ? done : messages.copyFailed);
}
