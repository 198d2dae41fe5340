import {
  closeInspector,
  type Inspected,
  inspect,
  inspector,
  isInspectorFolded,
  toggleInspectorFold,
} from "../state/shell/inspector";
import { IconButton } from "../ui/controls/button";

const NOTHING: Inspected = {
  title: "Inspector",
  body: (
    <p class="inspector-empty">
      Nothing is inspected. Choose a node of the graph, the details of a run, or the data of a
      chart.
    </p>
  ),
};

/** Folds the inspector away or brings it back; without anything to inspect it says what can be. */
export function toggleInspector(): void {
  if (inspector.peek() === null) inspect(NOTHING);
  else toggleInspectorFold();
}

export function InspectorPanel({ title, body }: Inspected) {
  const isFolded = isInspectorFolded.value;
  return (
    <aside class={`inspector ${isFolded ? "folded" : ""}`} aria-label="Inspector">
      <header>
        <h2 data-tooltip={title}>{title}</h2>
        <IconButton
          icon="panel-right"
          label={isFolded ? `Show the inspector: ${title}` : "Fold the inspector away"}
          shortcut="]"
          onClick={toggleInspectorFold}
        />
        <IconButton
          icon="close"
          label="Close the inspector"
          shortcut="Esc"
          onClick={closeInspector}
        />
      </header>
      {!isFolded && <div class="inspector-body">{body}</div>}
    </aside>
  );
}
