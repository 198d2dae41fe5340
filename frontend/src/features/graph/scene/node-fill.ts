/** What a node is coloured by: by categories in bands, by an amount on a scale. */

/** A part of the ops inside a node, in a colour of the palette. */
export interface Band {
  /** Which of the palette's categories; `OTHER` for those that have no colour of their own. */
  readonly category: number;
  /** Of all ops inside, above 0 and at most 1. */
  readonly share: number;
}

export type NodeFill =
  | {
      readonly kind: "bands";
      readonly bands: readonly Band[];
      /** In pale colours, for what is to be seen without being looked for. */
      readonly isPale?: boolean;
    }
  | HeatFill;

/** A value on a scale. */
export interface HeatFill {
  readonly kind: "heat";
  /** From 0 to 1 on the scale. */
  readonly heat: number;
  /** What is written on the node. */
  readonly text?: string;
  /** The course of the value over the steps, and where in it the step on show is. */
  readonly line?: ArrayLike<number>;
  readonly at?: number;
}

/** How many categories have a distinguishable colour of their own. */
export const CATEGORIES = 10;
/** All further categories, and what has no value. */
export const OTHER = -1;
