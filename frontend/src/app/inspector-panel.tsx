import {
  closeInspector,
  type Inspected,
  inspect,
  inspector,
  isInspectorFolded,
  toggleInspectorFold,
} from "../state/shell/inspector";
import { IconButton } from "../ui/controls/button";
import * as messages from "./messages";

const NOTHING: Inspected = {
  title: messages.inspector,
  body: <p class="app-inspector-empty">{messages.nothingInspected}</p>,
};

/** Collapses or expands the inspector; without a subject it lists what can be inspected. */
export function toggleInspector(): void {
  if (inspector.peek() === null) inspect(NOTHING);
  else toggleInspectorFold();
}

export function InspectorPanel({ title, body }: Inspected) {
  const isFolded = isInspectorFolded.value;
  return (
    <aside class={`app-inspector ${isFolded ? "folded" : ""}`} aria-label={messages.inspector}>
      <header>
        <h2 data-tooltip={title}>{title}</h2>
        <IconButton
          icon="panel-right"
          label={isFolded ? messages.showInspector(title) : messages.collapseInspector}
          shortcut="]"
          onClick={toggleInspectorFold}
        />
        <IconButton
          icon="close"
          label={messages.closeInspector}
          shortcut="Esc"
          onClick={closeInspector}
        />
      </header>
      {!isFolded && <div class="app-inspector-body">{body}</div>}
    </aside>
  );
}
