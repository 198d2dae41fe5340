import type { ComponentChildren } from "preact";
import "./empty-state.css";

/** Says, in the place where something would be, why it is not there and what to do. */
export function EmptyState({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="ui-empty-state">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
