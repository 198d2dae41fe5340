/**
 * The icons of the card's actions, apart from those of the page, which come with the first screen:
 * outlines on a 24 × 24 grid from Lucide (https://lucide.dev), under the licence that stands beside
 * `ui/controls/icon`.
 */
import type { ActionId } from "../session/node-actions";

export type CardIcon = ActionId | "colour";

const OUTLINES: Readonly<Record<CardIcon, readonly string[]>> = {
  expand: ["M15 3h6v6", "m21 3-7 7", "m3 21 7-7", "M9 21H3v-6"],
  collapse: ["M14 10V4", "M14 10h6", "m14 10 7-7", "m3 21 7-7", "M10 20v-6", "M4 14h6"],
  zoom: ["m21 21-4.34-4.34", "M3 11a8 8 0 1 0 16 0a8 8 0 1 0-16 0", "M8 11h6", "M11 8v6"],
  note: ["M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2z"],
  reset: ["M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8", "M3 3v5h5"],
  inputs: ["M17 12H3", "m11 18 6-6-6-6", "M21 5v14"],
  outputs: ["M3 5v14", "M21 12H7", "m15 18 6-6-6-6"],
  both: ["m18 8 4 4-4 4", "M2 12h20", "m6 8-4 4 4 4"],
  between: ["M3 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0", "M15 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0", "M9 12h6"],
  leave: ["m16 17 5-5-5-5", "M21 12H9", "M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4"],
  join: ["m10 17 5-5-5-5", "M15 12H3", "M15 3h4a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4"],
  series: ["M4 4h12v12H4z", "M8 20h12V8"],
  hide: ["M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7z", "m3 3 18 18"],
  name: ["M8 8h14v14H8z", "M4 16H2V2h14v2"],
  link: [
    "M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71",
    "M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71",
  ],
  colour: [
    "M12 22a7 7 0 0 0 7-7c0-2-1-3.9-3-5.5s-3.5-4-4-6.5c-.5 2.5-2 4.9-4 6.5C6 11.1 5 13 5 15a7 7 0 0 0 7 7z",
  ],
};

interface ActionButtonProps {
  readonly icon: CardIcon;
  /** What it does; shown on hover, focus and a long press, and read aloud. */
  readonly label: string;
  readonly onClick: () => void;
  /** The key that does the same. */
  readonly shortcut?: string | undefined;
  /** Set for a disclosure: whether it is open, and the id of what it shows. */
  readonly shows?: { readonly isOpen: boolean; readonly id: string };
}

export function ActionButton({ icon, label, onClick, shortcut, shows }: ActionButtonProps) {
  return (
    <button
      type="button"
      class="ui-icon-button"
      aria-label={label}
      aria-expanded={shows?.isOpen}
      aria-controls={shows?.isOpen ? shows.id : undefined}
      data-tooltip={shortcut === undefined ? label : `${label} (${shortcut})`}
      onClick={onClick}
    >
      <svg class="ui-icon" width={16} height={16} viewBox="0 0 24 24" aria-hidden="true">
        {OUTLINES[icon].map((outline) => (
          <path key={outline} d={outline} />
        ))}
      </svg>
    </button>
  );
}
