/** The comment that the viewer is writing, and those that are on the charts. */
import { signal } from "@preact/signals";

export interface CommentDraft {
  /** Null for one that is not saved yet. */
  readonly id: string | null;
  /** Null where no step is pointed at or chosen. */
  readonly step: number | null;
  /** What the chart shows: a tag, or an expression. */
  readonly tag: string;
  readonly isExpression: boolean;
  /** The name of the run; null for all. */
  readonly run: string | null;
  readonly text: string;
}

/** Null while the dialog is closed. */
export const commentDraft = signal<CommentDraft | null>(null);

/** A comment in a line, for who does not see its flag. */
export interface CommentLine {
  readonly step: number;
  readonly text: string;
}

/** Of the comments on the charts, by step. */
export const commentLines = signal<readonly CommentLine[]>([]);
