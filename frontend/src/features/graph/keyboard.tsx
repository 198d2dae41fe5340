/** The keys of the graph tab. */
import type { ReadonlySignal } from "@preact/signals";
import type { Shortcut } from "../../state/shell/shortcuts";
import { isHorizontal } from "./layout/request";
import * as messages from "./messages";
import { outlineRows } from "./outline/outline-rows";
import { isHorizontalStep, nodeBeside, type Step } from "./scene/arrow-navigation";
import { parentName, type ScopeNode } from "./scope/model";
import type { GraphSession } from "./session/graph-session";
import { hideKindOf } from "./session/node-actions";
import { useSession } from "./session/session-context";
import { useSessionShortcuts } from "./session/session-shortcuts";
import type { Viewport } from "./viewport/viewport";

const GROUP = "graph";
const KEY_ZOOM = 1.25;

const STEPS = [
  { keys: "ArrowUp", to: "up", along: messages.followEdgeUp, across: messages.siblingAbove },
  {
    keys: "ArrowDown",
    to: "down",
    along: messages.followEdgeDown,
    across: messages.siblingBelow,
  },
  {
    keys: "ArrowLeft",
    to: "left",
    along: messages.followEdgeLeft,
    across: messages.previousSibling,
  },
  {
    keys: "ArrowRight",
    to: "right",
    along: messages.followEdgeRight,
    across: messages.nextSibling,
  },
] as const;

export interface GraphKeysProps {
  readonly viewport: ReadonlySignal<Viewport | null>;
}

export function GraphKeys({ viewport }: GraphKeysProps) {
  const session = useSession();
  useSessionShortcuts(
    shortcuts(() => viewport.peek(), session),
    session,
  );
  return null;
}

function shortcuts(viewport: () => Viewport | null, session: GraphSession): Shortcut[] {
  const key = (keys: string, label: string, run: () => unknown): Shortcut => {
    return { keys, label, group: GROUP, run };
  };
  const step = (direction: Step) => () => onCanvas() && walk(session, viewport(), direction);
  return [
    key("Enter", messages.toggleScope, () => onCanvas() && toggleSelected(session)),
    key("Backspace", messages.selectParent, () => onCanvas() && selectParent(session, viewport())),
    ...STEPS.map(({ keys, to, along, across }) => {
      const label =
        isHorizontalStep(to) === isHorizontal(session.options.layout.style.value) ? along : across;
      return key(keys, label, step(to));
    }),
    key("j", messages.nextOutlineNode, () => onCanvas() && walkOutline(session, viewport(), 1)),
    key(
      "k",
      messages.previousOutlineNode,
      () => onCanvas() && walkOutline(session, viewport(), -1),
    ),
    key("0", messages.fitGraph, () => viewport()?.fit()),
    key("+", messages.zoomIn, () => viewport()?.zoomBy(KEY_ZOOM)),
    key("-", messages.zoomOut, () => viewport()?.zoomBy(1 / KEY_ZOOM)),
    key("h", messages.hideKindOfOp, () => hideKindOf(session, selectedOf(session))),
    key(
      "ContextMenu",
      messages.actionsForSelected,
      () => onCanvas() && requestMenu(session, viewport()),
    ),
    key(
      "Shift+F10",
      messages.actionsForSelected,
      () => onCanvas() && requestMenu(session, viewport()),
    ),
    key("Escape", messages.clearTheSelection, () => clearSelection(session)),
  ];
}

/** Whether keys are free: not while a button, a list or a field has them. */
function onCanvas(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused instanceof HTMLCanvasElement;
}

function toggleSelected(session: GraphSession): boolean {
  const box = selectedBox(session);
  if (!box?.expandable) return false;
  session.toggleInPlace(box.name);
  return true;
}

/** The selected node, or the one that a selected constant is drawn beside. */
function selectedBox(session: GraphSession): ScopeNode | undefined {
  return session.findBox(session.options.selectedNode.peek());
}

function selectedOf(session: GraphSession): ScopeNode | undefined {
  return session.findNode(session.options.selectedNode.peek());
}

/** At the lower left corner of the node, as far as that is in view. */
function requestMenu(session: GraphSession, viewport: Viewport | null): boolean {
  const name = selectedBox(session)?.name;
  const place = name && viewport?.placeInWindow(name);
  if (!place) return false;
  session.menu.value = { name, ...place };
  return true;
}

function selectParent(session: GraphSession, viewport: Viewport | null): boolean {
  const name = session.options.selectedNode.peek();
  if (name === "") return false;
  visit(session, viewport, parentName(name));
  return true;
}

function walk(session: GraphSession, viewport: Viewport | null, step: Step): boolean {
  const scene = session.scene.peek();
  if (scene === null) return false;
  const from = selectedBox(session)?.name;
  const next = from === undefined ? scene.boxes[0]?.node.name : nodeBeside(scene, from, step);
  if (next !== undefined) visit(session, viewport, next);
  return next !== undefined;
}

/** To the row after or before the selected node's, or to the first. */
function walkOutline(session: GraphSession, viewport: Viewport | null, by: 1 | -1): boolean {
  const top = session.visible.peek()?.top;
  if (top === undefined) return false;
  const rows = outlineRows(top);
  const selected = selectedBox(session)?.name;
  const at = rows.findIndex(({ node }) => node.name === selected);
  const next = rows[at < 0 ? 0 : at + by];
  if (next !== undefined) visit(session, viewport, next.node.name);
  return next !== undefined;
}

function visit({ options }: GraphSession, viewport: Viewport | null, name: string): void {
  options.select(name);
  viewport?.reveal(name);
}

function clearSelection({ options }: GraphSession): boolean {
  if (options.selectedNode.peek() === "") return false;
  options.select("");
  return true;
}
