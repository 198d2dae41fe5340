/** What the page and the worker say to each other. */

export interface UmapQuestion {
  readonly vectors: readonly (readonly number[])[];
  readonly dimensions: 2 | 3;
  readonly neighbours: number;
}

export interface UmapAnswer {
  /** `dimensions` of each vector in turn. */
  readonly places: Float32Array;
  /** How far it is, from 0 to 1. */
  readonly part: number;
}
