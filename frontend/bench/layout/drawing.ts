/** What an engine has drawn, whichever it was: boxes by their corners and edges as polylines. */
export interface Drawing {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly width: Float64Array;
  readonly height: Float64Array;
  readonly source: Int32Array;
  readonly target: Int32Array;
  /** Points of edge `e`: `points[2 * pointStart[e] .. 2 * pointStart[e + 1])`, x and y in turn. */
  readonly pointStart: Int32Array;
  readonly points: Float64Array;
  /** The boxes of labels with room, four numbers each (corner, width, height). */
  readonly labels?: Float64Array;
}

/** Routes as lists of points, joined into one array. */
export function joinRoutes(routes: readonly (readonly number[])[]): {
  pointStart: Int32Array;
  points: Float64Array;
} {
  const pointStart = new Int32Array(routes.length + 1);
  routes.forEach((route, e) => {
    pointStart[e + 1] = pointStart[e] + route.length / 2;
  });
  return { pointStart, points: Float64Array.from(routes.flat()) };
}
