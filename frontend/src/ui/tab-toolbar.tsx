/** The strip above the content of a tab: what holds for all that stands below it. */
import type { ComponentChildren } from "preact";
import "./tab-toolbar.css";

interface TabToolbarProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

export function TabToolbar({ label, children }: TabToolbarProps) {
  return (
    <div class="tab-toolbar" role="toolbar" aria-label={label}>
      {children}
    </div>
  );
}
