/**
 * Links that were made for TensorBoard, as the view they mean here.
 *
 * Today's have a tab behind `#` and keys such as `tagFilter` in the query; those of earlier versions
 * have their keys behind the tab, as in `#scalars&runSelectionState=…`, in base64 where they are
 * JSON. What has no meaning here is left where it stands.
 */
import { type Query, valuesOf, withValues } from "../../lib/browser/query-string";
import { printSelection } from "./run-selection";

/** Our tab by theirs. */
const TABS = new Map([
  ["scalars", "scalars"],
  ["timeseries", "scalars"],
  ["custom_scalars", "custom"],
  ["images", "media"],
  ["audio", "media"],
  ["mesh", "media"],
  ["graphs", "graph"],
  ["distributions", "distributions"],
  ["histograms", "distributions"],
  ["text", "text"],
  ["pr_curves", "curves"],
  ["hparams", "hparams"],
  ["projector", "projector"],
]);

/** What a value of theirs means here; undefined where it means nothing. */
type Reader = (value: string) => Query | undefined;

/** Theirs are expressions, tried anywhere in a name and without regard to case, as ours. */
function filter(key: string): Reader {
  return (value) => (value === "" ? [] : [[key, `/${value}/`]]);
}

const readSmoothing: Reader = (value) =>
  /^0?\.\d{1,6}$|^0$/.test(value) ? [["smooth", String(Number(value))]] : undefined;

/** Runs that the filter leaves out are not drawn either. */
const readRunFilter: Reader = (value) =>
  value === ""
    ? []
    : [
        ["filter", `/${value}/`],
        ...pairs("runs", printSelection({ kind: "matching", pattern: value })),
      ];

const readPinned: Reader = (value) => {
  const cards = parseJson(value);
  if (!Array.isArray(cards)) return undefined;
  const tags = cards.flatMap((card: { plugin?: unknown; tag?: unknown } | null) =>
    card?.plugin === "scalars" && typeof card.tag === "string" ? [card.tag] : [],
  );
  return pairs("pin", tags);
};

/** The graph on show is that of a run shown. */
const readGraphRun: Reader = (value) =>
  pairs("runs", printSelection({ kind: "names", names: [value] }));

/** Runs that it does not name are shown or not as theirs decided then: not here. */
const readRunState: Reader = (value) => {
  const state = parseJson(fromBase64(value));
  if (typeof state !== "object" || state === null) return undefined;
  const names = Object.entries(state).flatMap(([name, isShown]) =>
    isShown === true ? [name] : [],
  );
  return pairs("runs", printSelection({ kind: "names", names }));
};

/** Runs keep a colour each here: what theirs colours alike stands together, each run drawn. */
const readGroups: Reader = (value) => {
  const [, pattern] = /^regex:(.+)$/s.exec(value) ?? [];
  if (pattern === undefined) return [];
  return [
    ["by", `match:${pattern}`],
    ["band", "off"],
  ];
};

const READERS = new Map<string, Reader>([
  ["smoothing", readSmoothing],
  ["_smoothingWeight", readSmoothing],
  ["tagFilter", filter("tags")],
  ["runFilter", readRunFilter],
  ["regexInput", readRunFilter],
  ["pinnedCards", readPinned],
  ["runSelectionState", readRunState],
  ["runColorGroup", readGroups],
]);

/** The view that a link means, if it was made for TensorBoard. */
export function readTensorBoardLink(query: Query, hash: string): Query | undefined {
  const [tab = "", ...rest] = hash.replace(/^#/, "").split("&");
  const own = TABS.get(tab);
  const theirs: Query =
    own === undefined ? query : [...query, ...new URLSearchParams(rest.join("&"))];
  let view: Query = own === undefined ? [] : [["tab", own]];
  let isTheirs = own !== undefined;
  for (const [key, value] of theirs) {
    const reader = key === "run" && own === "graph" ? readGraphRun : READERS.get(key);
    const read = reader?.(value);
    isTheirs ||= read !== undefined;
    view = read === undefined ? [...view, [key, value]] : merged(view, read);
  }
  return isTheirs ? view : undefined;
}

function merged(view: Query, read: Query): Query {
  let all = view;
  for (const key of new Set(read.map(([name]) => name))) {
    all = withValues(all, key, valuesOf(read, key));
  }
  return all;
}

function pairs(key: string, values: readonly string[]): Query {
  return values.map((value) => [key, value] as const);
}

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** UTF-8 text of base64, also with the alphabet for addresses. */
function fromBase64(text: string): string | undefined {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
