import type { ComponentChild } from "preact";
import { inspector } from "../state/inspector";
import { IconButton } from "../ui/button";

export function InspectorPanel({ title, body }: { title: string; body: ComponentChild }) {
  return (
    <aside class="inspector" aria-label="Inspector">
      <header>
        <h2 title={title}>{title}</h2>
        <IconButton
          icon="close"
          label="Close the inspector"
          shortcut="Esc"
          onClick={() => {
            inspector.value = null;
          }}
        />
      </header>
      <div class="inspector-body">{body}</div>
    </aside>
  );
}
