/** What the shapes and lines of the drawing mean; it can be folded away. */
import type { ComponentChildren } from "preact";
import { narrow } from "../../state/panels";
import { preference } from "../../state/preference";

/** In a narrow window it would take too much of the height. */
const isOpen = preference<boolean>("graph-legend", !narrow.peek());

export function Legend() {
  return (
    <details
      class="graph-legend"
      open={isOpen.value}
      onToggle={(toggle) => {
        isOpen.value = toggle.currentTarget.open;
      }}
    >
      <summary>Legend</summary>
      <ul>
        <Entry text="Name scope">
          <rect class="legend-metanode" x="2" y="3" width="32" height="14" rx="4" />
        </Entry>
        <Entry text="Op">
          <rect class="legend-op" x="4" y="4" width="28" height="12" rx="6" />
        </Entry>
        <Entry text="Constant">
          <circle class="legend-constant" cx="18" cy="10" r="4" />
        </Entry>
        <Entry text="Summary">
          <path class="legend-summary" d="M12 15v-4h3v4zM16.500 15v-9h3v9zM21 15v-6h3v6z" />
        </Entry>
        <Entry text="Tensors, thicker when larger">
          <path class="legend-data" d="M2 10h30" />
        </Entry>
        <Entry text="Control dependency">
          <path class="legend-control" d="M2 10h32" />
        </Entry>
        <Entry text="Reference">
          <path class="legend-reference" d="M2 10h30" />
        </Entry>
      </ul>
    </details>
  );
}

function Entry({ text, children }: { text: string; children: ComponentChildren }) {
  return (
    <li>
      <svg width="36" height="20" viewBox="0 0 36 20" aria-hidden="true">
        {children}
      </svg>
      {text}
    </li>
  );
}
