/** What undo, redo and views under a name do to a drawing; none of them comes before it is there. */
import { effect, type ReadonlySignal, type Signal } from "@preact/signals";
import { type Query, valuesOf } from "../../../lib/browser/query-string";
import { parseCamera } from "../options/camera";
import type { OpenedView } from "../options/option-store";
import { cameraIn } from "../scene/camera";
import type { Viewport } from "../viewport/viewport";
import { ownId } from "./displayed-graph";
import type { GraphSession } from "./graph-session";

/** Returns how to stop. */
export function followReplays(
  session: GraphSession,
  viewport: ReadonlySignal<Viewport | null>,
): () => void {
  const { openedView, history } = session.options;
  const stops = [
    history.whenReplayed((from, to) => holdWhatChanges(session, from, to)),
    effect(() => restoreCamera(openedView, session, viewport.peek())),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** A view under a name has a camera too; where it has none, the drawing is shown as it opens. */
function restoreCamera(
  openedView: Signal<OpenedView | null>,
  session: GraphSession,
  viewport: Viewport | null,
): void {
  const id = ownId(session.graph.id);
  const opened = openedView.value;
  if (opened === null) return;
  const query = new URLSearchParams(opened.search);
  // Of another graph: the camera is for the drawing that comes in the place of this one.
  if ((query.get("graph") ?? id) !== id) return;
  openedView.value = null;
  if (query.get("tab") !== "graph") return;
  const outlook = parseCamera(query.get("camera") ?? "");
  const isSceneComing = session.status.peek().phase !== "ready";
  viewport?.restore(outlook && cameraIn(outlook, viewport.viewSize.peek()), isSceneComing);
}

/** Undoing opens or closes as a click does: the scope's corner stays where it is. */
function holdWhatChanges(session: GraphSession, before: Query, after: Query): void {
  const openIn = (query: Query): readonly string[] =>
    session.expansion.openWith(valuesOf(query, "open"), valuesOf(query, "closed"));
  const [from, to] = [openIn(before), openIn(after)];
  session.anchor = [...to.filter((name) => !from.includes(name)), ...from].find(
    (name) => from.includes(name) !== to.includes(name),
  );
}
