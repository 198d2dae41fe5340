/** What the viewer is typing an expression for: null while the dialog is closed. */
import { signal } from "@preact/signals";
import type { Combined } from "./combined-charts";

export type ExpressionUse =
  | {
      readonly of: "value";
      /** The card that it is added to; null for a chart of its own. */
      readonly card: { readonly id: string; readonly combined: Combined | null } | null;
    }
  | { readonly of: "axis" }
  | { readonly of: "mark" };

export const expressionUse = signal<ExpressionUse | null>(null);
