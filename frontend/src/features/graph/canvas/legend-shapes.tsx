/** What the shapes and lines of the drawing mean. */
import type { ComponentChildren } from "preact";
import * as messages from "../messages";

interface Entry {
  readonly text: string;
  /** On 36 × 20 units. */
  readonly shape: ComponentChildren;
}

const ENTRIES: readonly Entry[] = [
  {
    text: messages.nameScope,
    shape: <rect class="legend-metanode" x="2" y="3" width="32" height="14" rx="4" />,
  },
  {
    text: messages.op,
    shape: <rect class="legend-op" x="4" y="4" width="28" height="12" rx="6" />,
  },
  {
    text: messages.seriesNode,
    shape: (
      <>
        <rect class="legend-series" x="8" y="2" width="26" height="10" rx="5" />
        <rect class="legend-series" x="5" y="5" width="26" height="10" rx="5" />
        <rect class="legend-series" x="2" y="8" width="26" height="10" rx="5" />
      </>
    ),
  },
  {
    text: messages.functionCall,
    shape: (
      <>
        <rect class="legend-function" x="2" y="3" width="32" height="14" rx="2" />
        <path class="legend-function" d="M6 3v14M30 3v14" />
      </>
    ),
  },
  {
    text: messages.auxiliaryNode,
    shape: (
      <>
        <rect class="legend-extract" x="2" y="1" width="32" height="18" rx="3" />
        <rect class="legend-extracted" x="6" y="5" width="24" height="10" rx="5" />
      </>
    ),
  },
  {
    text: messages.cutEdge,
    shape: (
      <>
        <path class="legend-cut" d="M6 10h18" />
        <path class="legend-cut arrow" d="M30 10l-7-3.500v7z" />
      </>
    ),
  },
  { text: messages.constant, shape: <circle class="legend-constant" cx="18" cy="10" r="4" /> },
  {
    text: messages.summary,
    shape: <path class="legend-summary" d="M12 15v-4h3v4zM16.500 15v-9h3v9zM21 15v-6h3v6z" />,
  },
  { text: messages.dataEdge, shape: <path class="legend-data" d="M2 10h30" /> },
  { text: messages.controlDependency, shape: <path class="legend-control" d="M2 10h32" /> },
  { text: messages.referenceEdge, shape: <path class="legend-reference" d="M2 10h30" /> },
  {
    text: messages.bridgeEdge,
    shape: (
      <>
        <path class="legend-border" d="M18 1v18" />
        <path class="legend-data" d="M2 10h30" />
        <circle class="legend-dot" cx="18" cy="10" r="3.5" />
      </>
    ),
  },
  {
    text: messages.signOfShare,
    shape: (
      <>
        <rect class="legend-metanode" x="1" y="2" width="34" height="16" rx="4" />
        <text class="legend-share" x="18" y="13.500">
          {messages.sampleShare}
        </text>
      </>
    ),
  },
];

/** A list item for each. */
export function ShapeItems() {
  return ENTRIES.map(({ text, shape }) => (
    <li key={text}>
      <svg width="36" height="20" viewBox="0 0 36 20" aria-hidden="true">
        {shape}
      </svg>
      {text}
    </li>
  ));
}
