/**
 * The page's requests, answered from what a report holds.
 *
 * An export cannot know which runs, ranges, pages and widths a reader will look at. It requests all
 * of a tag, or all of a step; here the part for a request is cut out of that. `routes` lists which
 * parameters are derived so.
 */
import { NOT_INCLUDED } from "../api/client";
import type { Curves } from "../api/types";
import { closeAnswer, joined, type Opened, openAnswer, type SeriesHeader } from "./columns-answer";
import { concernedRules } from "./concerned-rules";
import { isSmoothedBy, SMOOTHED, smoothingOf, withEveryPoint } from "./every-point";
import { type Answer, type HeldAnswers, readJson as read } from "./held";
import { pageOfValues, stepOf } from "./pages";
import { firstOf, type Question, valuesOf, withValue } from "./question";
import { countOf } from "./routes";
import { type Bounds, histogramsWithin, scalarsWithin } from "./series-range";

type Answerer = (question: Question, held: HeldAnswers) => Promise<Answer | undefined>;
type Words = Readonly<Record<string, unknown>>;

const JSON_TYPE = "application/json";

function inWords(value: unknown): Answer {
  return { type: JSON_TYPE, body: new TextEncoder().encode(JSON.stringify(value)).buffer };
}

function listOf(words: Words, name: string): readonly Words[] {
  return words[name] as readonly Words[];
}

/** The members of a list with the requested values; all of them when there are none. */
function withText(
  list: readonly Words[],
  about: string,
  values: readonly string[],
): readonly Words[] {
  return values.length === 0 ? list : list.filter((one) => values.includes(String(one[about])));
}

/** An answer whose `list` is cut to the values of the parameter `name`; `about` is their key. */
function filtered(list: string, name: string, about: string): Answerer {
  return async (question, held) => {
    const answer = await held.find(question);
    if (answer === undefined) return undefined;
    const words = read(answer);
    return inWords({
      ...words,
      [list]: withText(listOf(words, list), about, valuesOf(question, name)),
    });
  };
}

/** One answer of those to each value of `name`, whose lists are joined; undefined if one lacks. */
function gathered(name: string, list: string): Answerer {
  return async (question, held) => {
    const values = valuesOf(question, name);
    if (values.length < 2) return held.find(question);
    const found = await Promise.all(
      values.map((value) => held.find(withValue(question, name, value))),
    );
    const all = found.flatMap((answer) => answer ?? []);
    if (all.length < values.length) return undefined;
    const words = all.map(read);
    return inWords({ ...words[0], [list]: words.flatMap((each) => listOf(each, list)) });
  };
}

function boundsOf(question: Question): Bounds | null {
  const [from, to] = [firstOf(question, "from"), firstOf(question, "to")];
  if (from === undefined && to === undefined) return null;
  return {
    from: from === undefined ? Number.NEGATIVE_INFINITY : Number(from),
    to: to === undefined ? Number.POSITIVE_INFINITY : Number(to),
  };
}

/** How the series of an answer are cut to a range, and which of their columns are left out. */
interface Cut {
  readonly within: (opened: Opened, series: SeriesHeader, bounds: Bounds) => SeriesHeader;
  readonly without?: (header: Opened["header"]) => readonly string[];
}

/** The answer with the requested series, each cut to the requested range. */
async function cut(
  answer: Answer,
  question: Question,
  { within, without = () => [] }: Cut,
): Promise<Answer> {
  const opened = openAnswer(answer.body);
  const runs = valuesOf(question, "run");
  const chosen = opened.header.series.filter(({ run }) => runs.length === 0 || runs.includes(run));
  const bounds = boundsOf(question);
  const left = new Set(without(opened.header));
  const some = chosen.map(
    (own) =>
      Object.fromEntries(Object.entries(own).filter(([name]) => !left.has(name))) as SeriesHeader,
  );
  const series = bounds === null ? some : some.map((own) => within(opened, own, bounds));
  return { ...answer, body: await closeAnswer({ ...opened.header, series }, [opened.columns]) };
}

/**
 * A held answer in binary columns. With superseded values where nothing was superseded, it is the
 * one without.
 */
const columns: Answerer = async (question, held) => {
  const answer = await held.find(question);
  if (answer !== undefined || firstOf(question, "superseded") !== "true") return answer;
  const without = await held.find(withValue(question, "superseded"));
  if (without === undefined) return undefined;
  const isSame = openAnswer(without.body).header.series.every(({ hidden }) => hidden === 0);
  return isSame ? without : undefined;
};

/** Of how many points at most the runs of a chart are held, of a line of the overview, and where there is room. */
const CHART_POINTS = "1000";
const OVERVIEW_POINTS = "100";
const MAX_POINTS = "20000";

/**
 * A chart with the finest data held. Long series come with every point where a card requests them,
 * which sets `context`; the small charts of other tabs get their buckets.
 */
async function heldScalars(question: Question, held: HeldAnswers): Promise<Answer | undefined> {
  const find = (points: string) => columns(withValue(question, "points", points), held);
  const chart = (await find(CHART_POINTS)) ?? (await find(OVERVIEW_POINTS));
  const every = firstOf(question, "context") === "true" ? await find(MAX_POINTS) : undefined;
  return chart && every ? withEveryPoint(chart, every, question, boundsOf(question)) : chart;
}

const scalars: Answerer = async (question, held) => {
  const answer = await heldScalars(question, held);
  const axis = firstOf(question, "x") ?? "step";
  const context = firstOf(question, "context") === "true";
  const smoothing = smoothingOf(question);
  return (
    answer &&
    cut(answer, question, {
      within: (opened, series, bounds) => scalarsWithin(opened, series, { axis, bounds, context }),
      without: (header) => (isSmoothedBy(header.smoothing, smoothing) ? [] : SMOOTHED),
    })
  );
};

/** Steps named one by one are those of the whole answer between the first and the last of them. */
const histograms: Answerer = async (question, held) => {
  const answer = await columns(question, held);
  const at = valuesOf(question, "at").map(Number);
  const ends: Question =
    at.length === 0
      ? question
      : withValue(withValue(question, "from", `${Math.min(...at)}`), "to", `${Math.max(...at)}`);
  return answer && cut(answer, ends, { within: histogramsWithin });
};

/** The steps of several tags, which are held tag by tag; of histograms in binary columns. */
const steps: Answerer = async (question, held) => {
  const tags = valuesOf(question, "tag");
  const found = await Promise.all(tags.map((tag) => held.find(withValue(question, "tag", tag))));
  const all = found.flatMap((answer) => answer ?? []);
  const [first] = all;
  if (first === undefined || all.length < tags.length) return undefined;
  if (first.type === JSON_TYPE) {
    const series = all.flatMap((answer) => listOf(read(answer), "series"));
    return inWords({ ...read(first), series: withText(series, "run", valuesOf(question, "run")) });
  }
  const body = await joined(all.map((answer) => openAnswer(answer.body)));
  return cut({ ...first, body }, question, { within: (_, series) => series });
};

type RunCurve = Curves["curves"][number];

/** The step of a run nearest to a given one, of two the earlier; the last without a given one. */
function nearest(steps: readonly string[], step: string | undefined): string | undefined {
  if (step === undefined) return steps.at(-1);
  const distance = (one: string): number => Math.abs(Number(one) - Number(step));
  return [...steps].sort((a, b) => distance(a) - distance(b))[0];
}

/** Each run's curve at its own nearest step; they are held by run and step. */
const curves: Answerer = async (question, held) => {
  const [tag = ""] = valuesOf(question, "tag");
  const pairs = [["kind", "curves"] as const, ["tag", tag] as const];
  const listed = await held.find({ path: "api/steps", pairs });
  if (listed === undefined) return undefined;
  const logged = withText(listOf(read(listed), "series"), "run", valuesOf(question, "run"));
  const found = logged.map(async ({ run, step }): Promise<readonly RunCurve[]> => {
    const at = nearest((step as readonly unknown[]).map(String), firstOf(question, "step"));
    if (at === undefined) return [];
    const one = withValue(withValue(question, "run", String(run)), "step", at);
    const answer = await held.find(one);
    if (answer !== undefined) return (read(answer) as unknown as Curves).curves;
    held.miss(one);
    const about = { run: String(run), step: stepOf(at), wall_time: "NaN" as const };
    return [{ ...about, curve: null, message: NOT_INCLUDED }];
  });
  return inWords({ tag, curves: (await Promise.all(found)).flat() } satisfies Curves);
};

/** The first principal components of those that are held. */
const vectors: Answerer = async (question, held) => {
  const answer = await held.find(question);
  if (answer === undefined) return undefined;
  const words = read(answer);
  const most = Number(words.components);
  const components = Math.min(most, countOf(question, "components", most));
  const all = words.coordinates as readonly number[];
  const coordinates = all.filter((_, at) => at % most < components);
  const variance = (words.variance as readonly number[]).slice(0, components);
  return inWords({ ...words, components, coordinates, variance });
};

const values: Answerer = async (question, held) => inWords(await pageOfValues(question, held));

/** An unwritten document is as the server sends it. */
const statePart: Answerer = async (question, held) =>
  (await held.find(question)) ?? inWords({ revision: 0, value: {} });

const scope: Answerer = (question, held) => held.find(concernedRules(question));

/** Several scopes, which are held one by one. */
const scopes: Answerer = async (question, held) => {
  const path = question.path.replace(/scopes$/, "scope");
  const names = valuesOf(question, "name");
  const found = await Promise.all(
    names.map((name) => scope({ ...withValue(question, "name", name), path }, held)),
  );
  if (found.every((answer) => answer === undefined)) return undefined;
  const missing = names.filter((_, at) => found[at] === undefined);
  return inWords({ scopes: found.flatMap((one) => (one ? [read(one)] : [])), missing, left: [] });
};

const ANSWERERS: readonly (readonly [path: RegExp, answer: Answerer])[] = [
  [/^api\/(scalars|expressions)$/, scalars],
  [/^api\/expressions\/(changes|places)$/, filtered("series", "run", "run")],
  [/^api\/histograms$/, histograms],
  [/^api\/steps$/, steps],
  [/^api\/tags$/, filtered("tags", "kind", "kind")],
  [/^api\/warnings$/, filtered("warnings", "run", "run")],
  [/^api\/curves$/, curves],
  [/^api\/metrics$/, gathered("tag", "metrics")],
  [/^api\/layouts\/tags$/, gathered("pattern", "patterns")],
  [/^api\/(images|audio|text)$/, values],
  [/^api\/projector\/vectors$/, vectors],
  [/^api\/state\/part$/, statePart],
  [/^api\/graphs\/[^/]+\/scope$/, scope],
  [/^api\/graphs\/[^/]+\/scopes$/, scopes],
];

/** What the report says to a question; undefined when it holds no answer. */
export function findAnswer(question: Question, held: HeldAnswers): Promise<Answer | undefined> {
  const [, answer] = ANSWERERS.find(([path]) => path.test(question.path)) ?? [];
  return answer === undefined ? held.find(question) : answer(question, held);
}
