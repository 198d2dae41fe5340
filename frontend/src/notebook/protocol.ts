/** The messages between the page in a cell and the widget around it, which speaks to the kernel. */

export interface RequestMessage {
  readonly kind: "request";
  readonly id: number;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: ArrayBuffer | null;
}

/** What is selected on the page. */
export interface Selection {
  /** Names of the runs that are shown. */
  readonly runs: readonly string[];
  readonly step: number | null;
  /** The node that is selected in the graph; empty for none. */
  readonly node: string;
}

export type ToWidget =
  | RequestMessage
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "selection"; readonly selection: Selection };

/** `part` is a piece of an answer that is sent while it is made, such as a stream of changes. */
export type ToPage =
  | {
      readonly kind: "answer" | "part";
      readonly id: number;
      readonly status: number;
      readonly type: string;
      readonly body: ArrayBuffer;
    }
  | { readonly kind: "theme"; readonly isDark: boolean }
  | { readonly kind: "show"; readonly search: string };
