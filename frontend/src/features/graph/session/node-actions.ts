/** What can be done with a node, for its context menu and its info card alike. */
import { batch } from "@preact/signals";
import { copyText } from "../../../lib/browser/clipboard";
import { copyLink } from "../../../state/address/copy-link";
import { commitHistory, viewSearch } from "../../../state/address/url-state";
import { say } from "../../../state/base/toasts";
import { selectNode } from "../options/expansion";
import { addRule, forgetNode, ruleForNode, setGrouped } from "../options/extraction";
import { type HiddenKind, hiddenKinds, kindText, opKind, setHidden } from "../options/hidden-kinds";
import { forgetMarks, notes, paints } from "../options/node-marks";
import { startTrace, tracePick } from "../options/trace";
import type { Scope, ScopeNode } from "../scope/model";
import { nodeLinks } from "../scope/node-edges";
import { seriesOf } from "../scope/series-candidate";
import { toggleInPlace } from "./anchor";
import type { GraphView } from "./graph-session";
import { noteRequest } from "./note-request";
import { scopesOfNode, viewWithNode } from "./permalink";

export interface NodeAction {
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
  readonly view: GraphView;
  readonly node: ScopeNode;
  readonly scope: Scope;
}

/**
 * What can be done, by groups. The card has a button of its own that opens the node, and a field
 * for the note, so it leaves those two out.
 */
export function nodeActions(target: ActionTarget, place: "menu" | "card"): ActionGroup[] {
  const groups = [
    {
      title: "Node",
      actions: place === "menu" ? [...openingActions(target), ...noteActions(target)] : [],
    },
    { title: "Trace", actions: traceActions(target) },
    { title: "Main graph", actions: [...splitActions(target), ...seriesActions(target)] },
    { title: "Hide", actions: hidingActions(target) },
    { title: "Copy", actions: copyActions(target.view, target.node.name, target.node.name) },
    { title: "Choices", actions: resetActions(target) },
  ];
  return groups.filter(({ actions }) => actions.length > 0);
}

function openingActions({ view, node }: ActionTarget): NodeAction[] {
  if (!node.expandable) return [];
  const isOpen = view.scene.peek()?.boxByName.get(node.name)?.isOpen ?? false;
  const run = () => toggleInPlace(node.name);
  return [{ label: isOpen ? "Close" : "Open", run, shortcut: "Enter" }];
}

function noteActions({ node: { name } }: ActionTarget): NodeAction[] {
  const run = (): void => {
    selectNode(name);
    noteRequest.value = name;
  };
  return [{ label: notes.value.has(name) ? "Change the note…" : "Add a note…", run }];
}

/** Takes back all that was chosen for this node by its name. */
function resetActions({ node: { name } }: ActionTarget): NodeAction[] {
  const isMarked = notes.value.has(name) || paints.value.has(name);
  if (!isMarked && ruleForNode(name) === undefined) return [];
  const run = (): void => {
    batch(() => {
      forgetNode(name);
      forgetMarks(name);
    });
    commitHistory();
  };
  return [{ label: "Reset this node", run }];
}

function traceActions({ node: { name } }: ActionTarget): NodeAction[] {
  const pick = (): void => {
    tracePick.value = name;
  };
  return [
    { label: "Trace inputs", run: () => startTrace(name, "upstream"), shortcut: "i" },
    { label: "Trace outputs", run: () => startTrace(name, "downstream") },
    { label: "Trace both ways", run: () => startTrace(name, "both") },
    { label: "Trace to another node…", run: pick },
  ];
}

/** What is in the main graph can leave it, and the other way round. */
function splitActions({ node: { name, role } }: ActionTarget): NodeAction[] {
  const isMain = role === "main";
  const action = isMain ? "exclude" : "include";
  const label = isMain ? "Remove from main graph" : "Add to main graph";
  return [{ label, run: () => addRule({ action, kind: "name", what: name }) }];
}

function seriesActions({ node, scope }: ActionTarget): NodeAction[] {
  if (node.kind === "series") {
    return [{ label: "Ungroup series", run: () => setGrouped(node.name, false) }];
  }
  // Inside an open series its members cannot be grouped once more.
  const series = seriesOf(scope, node);
  if (series === undefined || series === scope.name) return [];
  const label = `Group series ${series.slice(series.lastIndexOf("/") + 1)}`;
  return [{ label, run: () => setGrouped(series, true) }];
}

/** The kinds that a node, its annotations and its edges are of. */
function hidingActions({ node, scope }: ActionTarget): NodeAction[] {
  const has = (kind: string): boolean => node.annotations.some((each) => each.kind === kind);
  const links = [...nodeLinks(scope, node.name, "in"), ...nodeLinks(scope, node.name, "out")];
  const kinds: HiddenKind[] = [
    ...(node.op === "" ? [] : [opKind(node.op)]),
    ...(has("constant") ? (["constants"] as const) : []),
    ...(has("summary") ? (["summaries"] as const) : []),
    ...(links.some(({ kind }) => kind === "control") ? (["control"] as const) : []),
  ];
  return kinds.map((kind) => ({
    label: `Hide ${kindText(kind)}`,
    run: () => setHidden(kind, true),
    ...(kind.startsWith("op:") ? { shortcut: "h" } : {}),
  }));
}

/** `host` is the node that shows it: itself, or what it is drawn beside. */
export function copyActions(view: GraphView, name: string, host: string): NodeAction[] {
  const copyNodeLink = (): void => {
    const scopes = scopesOfNode(view.scene.peek(), host);
    void copyLink(viewWithNode(viewSearch(), name, scopes));
  };
  return [
    { label: "Copy name", run: () => void copy(name, "Name copied") },
    { label: "Copy link to this node", run: copyNodeLink },
  ];
}

async function copy(text: string, done: string): Promise<void> {
  say((await copyText(text)) ? done : "The browser refused to copy");
}

/** Hides what a selected op or series is; false where there is no op type. */
export function hideKindOf(node: ScopeNode | undefined): boolean {
  if (node === undefined || node.op === "") return false;
  const kind = opKind(node.op);
  if (hiddenKinds.peek().includes(kind)) return false;
  setHidden(kind, true);
  return true;
}
