/** The keys of the graph tab. */
import type { ReadonlySignal } from "@preact/signals";
import { lateCode } from "../../state/base/late-code";
import type { Shortcut } from "../../state/shell/shortcuts";
import { isHorizontal } from "./layout/request";
import * as messages from "./messages";
import { opKind } from "./options/hidden-kinds";
import * as overlayMessages from "./overlays/messages";
import type { Step } from "./scene/arrow-navigation";
import { parentName, type ScopeNode } from "./scope/model";
import type { GraphSession } from "./session/graph-session";
import { useSession } from "./session/session-context";
import { useSessionShortcuts } from "./session/session-shortcuts";
import type { Viewport } from "./viewport/viewport";

const GROUP = "graph";
const KEY_ZOOM = 1.25;

const STEPS = [
  {
    keys: "ArrowUp",
    to: "up",
    isLevel: false,
    along: messages.followEdgeUp,
    across: messages.siblingAbove,
  },
  {
    keys: "ArrowDown",
    to: "down",
    isLevel: false,
    along: messages.followEdgeDown,
    across: messages.siblingBelow,
  },
  {
    keys: "ArrowLeft",
    to: "left",
    isLevel: true,
    along: messages.followEdgeLeft,
    across: messages.previousSibling,
  },
  {
    keys: "ArrowRight",
    to: "right",
    isLevel: true,
    along: messages.followEdgeRight,
    across: messages.nextSibling,
  },
] as const;

type Steps = typeof import("./keyboard-steps");

const steps = lateCode<Steps>(() => import("./keyboard-steps"));

export interface GraphKeysProps {
  readonly viewport: ReadonlySignal<Viewport | null>;
}

export function GraphKeys({ viewport }: GraphKeysProps) {
  const session = useSession();
  useSessionShortcuts(
    graphShortcuts(() => viewport.peek(), session),
    session,
  );
  return null;
}

/** Of two with the same key, the later acts first: tracing stops before the selection is cleared. */
export function graphShortcuts(viewport: () => Viewport | null, session: GraphSession): Shortcut[] {
  const { selectedNode, trace } = session.options;
  const key = (keys: string, label: string, run: () => unknown): Shortcut => {
    return { keys, label, group: GROUP, run };
  };
  const lateKey = (keys: string, label: string, run: (code: Steps) => boolean) => ({
    ...key(keys, label, () => {
      const code = steps.module.peek();
      return code !== null && onCanvas() && run(code);
    }),
    load: () => (onCanvas() ? steps.load() : null),
  });
  const stepKey = (keys: string, label: string, find: (code: Steps) => string | undefined) =>
    lateKey(keys, label, (code) => visit(session, viewport(), find(code)));
  return [
    key("Enter", messages.toggleScope, () => onCanvas() && toggleSelected(session)),
    lateKey("Shift+Enter", messages.goIntoScope, (code) => goInto(session, viewport(), code)),
    key("Backspace", messages.selectParent, () => onCanvas() && selectParent(session, viewport())),
    ...STEPS.map(({ keys, to, isLevel, along, across }) => {
      const label =
        isLevel === isHorizontal(session.scene.value?.style ?? session.options.layout.style.value)
          ? along
          : across;
      return stepKey(keys, label, (code) => nextNodeOf(session, code, to));
    }),
    stepKey("j", messages.nextOutlineNode, (code) => nextRowOf(session, code, 1)),
    stepKey("k", messages.previousOutlineNode, (code) => nextRowOf(session, code, -1)),
    key("0", messages.fitGraph, () => viewport()?.fit()),
    key("z", messages.zoomToSelection, () => zoomToSelected(session, viewport())),
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
    key("i", overlayMessages.traceSelected, () => trace.toggleInputs(selectedNode.peek())),
    key("Escape", messages.clearTheSelection, () => clearSelection(session)),
    key("Escape", overlayMessages.stopTracing, () => trace.stop()),
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
  // What stands in a group is named after the scope around that.
  const drawn = session.scene.peek()?.boxByName.get(name);
  return visit(session, viewport, drawn?.scope ?? parentName(name));
}

function nextNodeOf(session: GraphSession, code: Steps, step: Step): string | undefined {
  const scene = session.scene.peek();
  return scene === null ? undefined : code.nextNode(scene, selectedBox(session)?.name, step);
}

function nextRowOf(session: GraphSession, code: Steps, by: 1 | -1): string | undefined {
  const top = session.visible.peek()?.top;
  return top && code.nextInOutline(top, selectedBox(session)?.name, by);
}

/** To the first node of the selected scope, which opens where it is closed; else of the drawing. */
function goInto(session: GraphSession, viewport: Viewport | null, code: Steps): boolean {
  const [scene, box] = [session.scene.peek(), selectedBox(session)];
  if (scene === null) return false;
  const isClosed = box?.expandable && !session.expansion.opened.peek().includes(box.name);
  // Its inside may still be on its way: the next press leads there.
  if (isClosed) return toggleSelected(session);
  return visit(session, viewport, code.firstNodeIn(scene, box?.name ?? ""));
}

/** Selects a node and brings it into sight; false where there is none. */
function visit(
  { options }: GraphSession,
  viewport: Viewport | null,
  name: string | undefined,
): boolean {
  if (name === undefined) return false;
  options.select(name);
  viewport?.reveal(name);
  return true;
}

function zoomToSelected(session: GraphSession, viewport: Viewport | null): boolean {
  const name = selectedBox(session)?.name;
  if (name !== undefined) viewport?.reveal(name, "zoomTo");
  return name !== undefined;
}

function clearSelection({ options }: GraphSession): boolean {
  if (options.selectedNode.peek() === "" && options.selectedEdge.peek() === "") return false;
  options.select("");
  return true;
}

/** Hides what a selected op or series is; false where there is no op type. */
function hideKindOf(
  { options: { hiddenKinds } }: GraphSession,
  node: ScopeNode | undefined,
): boolean {
  if (node === undefined || node.op === "") return false;
  const kind = opKind(node.op);
  if (hiddenKinds.kinds.peek().includes(kind)) return false;
  hiddenKinds.set(kind, true);
  return true;
}
