/**
 * Pages of values logged at steps, cut from held answers. Each of these has all values of a run at
 * one step, with all their samples; a value that is not held is replaced by a text.
 */
import { NOT_INCLUDED } from "../api/client";
import type { Images, Sounds, Steps, Texts } from "../api/types";
import { type HeldAnswers, readJson } from "./held";
import { type Question, valuesOf, withValue } from "./question";
import { countOf } from "./routes";

type Value = Readonly<Record<string, unknown>>;

interface HeldStep {
  readonly values: readonly Value[];
}

/** The name of the list of samples in a value, by path. */
const SAMPLES: Readonly<Record<string, string>> = {
  "api/images": "pictures",
  "api/audio": "sounds",
};

/** A step as the page has it: a number where a double holds it. */
export function stepOf(text: string): number | string {
  return Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

function missingValue(path: string, run: string, step: string): Value {
  const about = { run, step: stepOf(step), wall_time: "NaN" as const, message: NOT_INCLUDED };
  const place = { ...about, nth: 0, values: 1 };
  if (path === "api/text") {
    const empty = { shape: [], rows: [], is_cut: false, unrendered: 0 };
    return { ...place, ...empty } satisfies Texts["values"][number];
  }
  if (path === "api/images") {
    return { ...place, samples: 0, pictures: [] } satisfies Images["values"][number];
  }
  return { ...place, samples: 0, sounds: [] } satisfies Sounds["values"][number];
}

function pageOf(held: HeldStep, question: Question): readonly Value[] {
  const nth = countOf(question, "nth", 0);
  const values = held.values.slice(nth, nth + countOf(question, "values", held.values.length));
  const list = SAMPLES[question.path];
  if (list === undefined) return values;
  const first = countOf(question, "sample", 0);
  return values.map((value) => {
    const samples = value[list] as readonly unknown[];
    const end = first + countOf(question, "samples", samples.length);
    return { ...value, [list]: samples.slice(first, end) };
  });
}

/** The requested runs and steps, ascending in each run; without a step, the last of each run. */
async function placesOf(
  question: Question,
  held: HeldAnswers,
): Promise<readonly { readonly run: string; readonly step: string }[]> {
  const runs = valuesOf(question, "run");
  const steps = [...new Set(valuesOf(question, "step"))].sort((a, b) => Number(a) - Number(b));
  if (steps.length > 0) return runs.flatMap((run) => steps.map((step) => ({ run, step })));
  const kind = question.path.slice("api/".length);
  const pairs = [["kind", kind] as const, ["tag", valuesOf(question, "tag")[0] ?? ""] as const];
  const listed = await held.find({ path: "api/steps", pairs });
  const { series } = (listed ? readJson(listed) : { series: [] }) as unknown as Steps;
  return series.flatMap(({ run, step }) => {
    const last = step.at(-1);
    return runs.includes(run) && last !== undefined ? [{ run, step: String(last) }] : [];
  });
}

/** The answer to a request for values at steps: by run and then by step, as the server has them. */
export async function pageOfValues(question: Question, held: HeldAnswers): Promise<Value> {
  const found = (await placesOf(question, held)).map(
    async ({ run, step }): Promise<readonly Value[]> => {
      const one = withValue(withValue(question, "run", run), "step", step);
      const answer = await held.find(one);
      if (answer !== undefined) return pageOf(readJson(answer) as unknown as HeldStep, question);
      held.miss(one);
      return [missingValue(question.path, run, step)];
    },
  );
  const values = (await Promise.all(found)).flat();
  const form =
    question.path === "api/text" ? { form: valuesOf(question, "form")[0] ?? "rendered" } : {};
  return { tag: valuesOf(question, "tag")[0] ?? "", ...form, values, more: 0 };
}
