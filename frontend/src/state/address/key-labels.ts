/** What the keys of the address are called, to say what was undone. */

const WORDS: ReadonlyMap<string, string> = new Map([
  ["tab", "the tab"],
  ["runs", "the runs shown"],
  ["filter", "the filter of runs"],
  ["baseline", "the baseline"],
  ["top", "the runs pinned on top"],
  ["rows", "the rows open"],
  ["sort", "the order of runs"],
  ["by", "the groups of runs"],
  ["cols", "the columns of runs"],
  ["step", "the step"],
  ["from", "the range of steps"],
  ["to", "the range of steps"],
  ["tags", "the filter of tags"],
  ["curves.tags", "the filter of tags"],
  ["media.tags", "the filter of tags"],
  ["text.tags", "the filter of tags"],
  ["x", "the x axis"],
  ["smooth", "the smoothing"],
  ["log", "logarithmic axes"],
  ["logx", "a logarithmic axis"],
  ["logy", "a logarithmic axis"],
  ["zoom", "the zoom"],
  ["frame", "the zoom"],
  ["pin", "the pinned cards"],
  ["card", "full screen"],
  ["histogram", "full screen"],
  ["chart", "the charts of several tags"],
  ["compare", "the values compared"],
  ["line", "the reference lines"],
  ["folded", "the sections folded"],
  ["order", "the order of values"],
  ["band", "how groups are drawn"],
  ["superseded", "superseded points"],
  ["distribution", "the form of distributions"],
  ["held", "the step compared with"],
  ["graph", "the graph shown"],
  ["open", "the scopes open"],
  ["hide", "the kinds hidden"],
  ["trace", "the trace"],
  ["trace_of", "the trace"],
  ["trace_to", "the trace"],
  ["colour", "the colours of nodes"],
  ["direction", "the direction of the graph"],
  ["spacing", "the spacing of the graph"],
  ["edges", "the form of edges"],
  ["choice", "the main graph"],
  ["group", "the series nodes"],
  ["ungroup", "the series nodes"],
  ["paint", "the colour of a node"],
  ["note", "the note on a node"],
]);

const MOST_WORDS = 2;

/** What changed in words, by the keys that did: `the zoom and the x axis`. */
export function wordsOf(keys: readonly string[]): string {
  const known = keys.flatMap((key) => WORDS.get(key) ?? []);
  const words = [...new Set(known)];
  if (words.length === 0) return "a choice of the view";
  const more = words.length > MOST_WORDS || known.length < keys.length;
  return [...words.slice(0, MOST_WORDS), ...(more ? ["more"] : [])].join(" and ");
}
