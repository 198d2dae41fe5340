/** The keys of the graph tab. */
import type { ReadonlySignal } from "@preact/signals";
import { type Shortcut, useShortcuts } from "../../state/shell/shortcuts";
import { isSideways } from "./layout/request";
import { nodeMenu } from "./node-menu/node-menu-state";
import { selectedNode, selectNode } from "./options/expansion";
import { drawingStyle } from "./options/layout-options";
import { outlineRows } from "./outline/outline-rows";
import { isLevel, nodeBeside, type Step } from "./scene/arrow-navigation";
import { parentName, type ScopeNode } from "./scope/model";
import { toggleInPlace } from "./session/anchor";
import type { GraphView } from "./session/graph-session";
import { hideKindOf } from "./session/node-actions";
import type { Stage } from "./viewport/viewport";

const GROUP = "Graph";
const KEY_ZOOM = 1.25;

const STEPS = [
  { keys: "ArrowUp", to: "up", along: "Along an edge upwards", across: "To the sibling above" },
  {
    keys: "ArrowDown",
    to: "down",
    along: "Along an edge downwards",
    across: "To the sibling below",
  },
  {
    keys: "ArrowLeft",
    to: "left",
    along: "Along an edge to the left",
    across: "To the sibling at the left",
  },
  {
    keys: "ArrowRight",
    to: "right",
    along: "Along an edge to the right",
    across: "To the sibling at the right",
  },
] as const;

interface GraphKeysProps {
  readonly view: GraphView;
  readonly stage: ReadonlySignal<Stage | null>;
}

export function GraphKeys({ view, stage }: GraphKeysProps) {
  useShortcuts(
    shortcuts(() => stage.peek(), view),
    view,
  );
  return null;
}

function shortcuts(stage: () => Stage | null, view: GraphView): Shortcut[] {
  const key = (keys: string, label: string, run: () => unknown): Shortcut => {
    return { keys, label, group: GROUP, run };
  };
  const step = (direction: Step) => () => onCanvas() && walk(view, stage(), direction);
  return [
    key("Enter", "Open or close the selected scope", () => onCanvas() && toggleSelected(view)),
    key("Backspace", "Select the scope around", () => onCanvas() && selectParent(stage())),
    ...STEPS.map(({ keys, to, along, across }) => {
      const label = isLevel(to) === isSideways(drawingStyle.value) ? along : across;
      return key(keys, label, step(to));
    }),
    key("j", "Next node of the outline", () => onCanvas() && walkOutline(view, stage(), 1)),
    key("k", "Previous node of the outline", () => onCanvas() && walkOutline(view, stage(), -1)),
    key("0", "Show the whole graph", () => stage()?.fit()),
    key("+", "Zoom in", () => stage()?.zoomBy(KEY_ZOOM)),
    key("-", "Zoom out", () => stage()?.zoomBy(1 / KEY_ZOOM)),
    key("h", "Hide the kind of the selected op", () => hideKindOf(selectedOf(view))),
    key(
      "ContextMenu",
      "Actions for the selected node",
      () => onCanvas() && askForMenu(view, stage()),
    ),
    key(
      "Shift+F10",
      "Actions for the selected node",
      () => onCanvas() && askForMenu(view, stage()),
    ),
    key("Escape", "Clear the selection", clearSelection),
  ];
}

/** Whether keys are free: not while a button, a list or a field has them. */
function onCanvas(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused instanceof HTMLCanvasElement;
}

function toggleSelected(view: GraphView): boolean {
  const box = selectedBox(view);
  if (!box?.expandable) return false;
  toggleInPlace(box.name);
  return true;
}

/** The selected node, or the one that a selected constant is drawn beside. */
function selectedBox(view: GraphView): ScopeNode | undefined {
  return view.findBox(selectedNode.peek());
}

function selectedOf(view: GraphView): ScopeNode | undefined {
  return view.findNode(selectedNode.peek());
}

/** At the lower left corner of the node, as far as that is in view. */
function askForMenu(view: GraphView, stage: Stage | null): boolean {
  const name = selectedBox(view)?.name;
  const place = name && stage?.placeInWindow(name);
  if (!place) return false;
  nodeMenu.value = { name, ...place };
  return true;
}

function selectParent(stage: Stage | null): boolean {
  const name = selectedNode.peek();
  if (name === "") return false;
  visit(stage, parentName(name));
  return true;
}

function walk(view: GraphView, stage: Stage | null, step: Step): boolean {
  const scene = view.scene.peek();
  if (scene === null) return false;
  const from = selectedBox(view)?.name;
  const next = from === undefined ? scene.boxes[0]?.node.name : nodeBeside(scene, from, step);
  if (next !== undefined) visit(stage, next);
  return next !== undefined;
}

/** To the row after or before the selected node's, or to the first. */
function walkOutline(view: GraphView, stage: Stage | null, by: 1 | -1): boolean {
  const top = view.visible.peek()?.top;
  if (top === undefined) return false;
  const rows = outlineRows(top);
  const selected = selectedBox(view)?.name;
  const at = rows.findIndex(({ node }) => node.name === selected);
  const next = rows[at < 0 ? 0 : at + by];
  if (next !== undefined) visit(stage, next.node.name);
  return next !== undefined;
}

function visit(stage: Stage | null, name: string): void {
  selectNode(name);
  stage?.reveal(name);
}

function clearSelection(): boolean {
  if (selectedNode.peek() === "") return false;
  selectNode("");
  return true;
}
