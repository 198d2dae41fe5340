/** The strip above the content of a tab: what holds for all that stands below it. */
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import "./tab-toolbar.css";

/** What the page says at the end of the toolbar of every tab. */
export const ToolbarNote = createContext<ComponentChildren>(null);

/** The same where a tab has no toolbar. */
export function PlainNote() {
  return <>{useContext(ToolbarNote)}</>;
}

interface TabToolbarProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

export function TabToolbar({ label, children }: TabToolbarProps) {
  return (
    <div class="ui-tab-toolbar" role="toolbar" aria-label={label}>
      {children}
      <PlainNote />
    </div>
  );
}
