/** The legend of the drawing's shapes and lines; it can be collapsed. */
import type { ComponentChildren } from "preact";
import * as messages from "../messages";
import { useOptions } from "../session/session-context";

export function Legend() {
  const { isLegendOpen } = useOptions().panels;
  return (
    <details
      class="graph-legend"
      open={isLegendOpen.value}
      onToggle={(toggle) => {
        isLegendOpen.value = toggle.currentTarget.open;
      }}
    >
      <summary>{messages.legend}</summary>
      <ul>
        <Entry text={messages.nameScope}>
          <rect class="legend-metanode" x="2" y="3" width="32" height="14" rx="4" />
        </Entry>
        <Entry text={messages.op}>
          <rect class="legend-op" x="4" y="4" width="28" height="12" rx="6" />
        </Entry>
        <Entry text={messages.seriesNode}>
          <rect class="legend-series" x="8" y="2" width="26" height="10" rx="5" />
          <rect class="legend-series" x="5" y="5" width="26" height="10" rx="5" />
          <rect class="legend-series" x="2" y="8" width="26" height="10" rx="5" />
        </Entry>
        <Entry text={messages.functionCall}>
          <rect class="legend-function" x="2" y="3" width="32" height="14" rx="2" />
          <path class="legend-function" d="M6 3v14M30 3v14" />
        </Entry>
        <Entry text={messages.auxiliaryNode}>
          <rect class="legend-extract" x="2" y="1" width="32" height="18" rx="3" />
          <rect class="legend-extracted" x="6" y="5" width="24" height="10" rx="5" />
        </Entry>
        <Entry text={messages.cutEdge}>
          <path class="legend-cut" d="M6 10h18" />
          <path class="legend-cut arrow" d="M30 10l-7-3.500v7z" />
        </Entry>
        <Entry text={messages.constant}>
          <circle class="legend-constant" cx="18" cy="10" r="4" />
        </Entry>
        <Entry text={messages.summary}>
          <path class="legend-summary" d="M12 15v-4h3v4zM16.500 15v-9h3v9zM21 15v-6h3v6z" />
        </Entry>
        <Entry text={messages.dataEdge}>
          <path class="legend-data" d="M2 10h30" />
        </Entry>
        <Entry text={messages.controlDependency}>
          <path class="legend-control" d="M2 10h32" />
        </Entry>
        <Entry text={messages.referenceEdge}>
          <path class="legend-reference" d="M2 10h30" />
        </Entry>
        <Entry text={messages.bridgeEdge}>
          <path class="legend-border" d="M18 1v18" />
          <path class="legend-data" d="M2 10h30" />
          <circle class="legend-dot" cx="18" cy="10" r="3.5" />
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
