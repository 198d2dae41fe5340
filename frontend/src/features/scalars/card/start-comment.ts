/** Begins a comment on the step that is pointed at on a card, or else on the one chosen. */
import { getScalars, type Scalars } from "../../../api/scalars";
import { nearestIndex } from "../../../lib/algorithms/binary-search";
import { emphasised } from "../../../state/runs/emphasis";
import { identityById } from "../../../state/runs/runs";
import { step } from "../../../state/tags/selected-step";
import { type CommentDraft, commentDraft } from "../options/comment-draft";
import { cursor, fullScreenCard, reached } from "../options/tab-options";
import { drawnCards } from "./drawn-cards";
import { stepAt } from "./select-steps";

/** Points of a run in a request for those next to the pointer. */
const MOST_POINTS = 1000;
/** In widths of a bucket. */
const REACH = 1.5;

/** The card that the pointer is on, else the one reached by keys, else the first of the page. */
function cardMeant(): string | null {
  const named = [fullScreenCard.peek(), cursor.peek()?.card, reached.id.peek()];
  const known = named.find((one) => drawnCards.has(one ?? ""));
  if (known != null) return known;
  const [first] = drawnCards.keys();
  return first ?? null;
}

/** The place next to the pointer in all series, and the width of a bucket there. */
function rangeAround({ series }: Scalars, x: number): readonly [number, number] | null {
  let width = 0;
  for (const one of series) {
    if (one.raw) continue;
    const at = nearestIndex(one.x, x);
    const [before, after] = [one.x[Math.max(0, at - 1)], one.x[Math.min(one.x.length - 1, at + 1)]];
    width = Math.max(width, (after ?? x) - (before ?? x));
  }
  return width === 0 ? null : [x - REACH * width, x + REACH * width];
}

/** The step at a place of an axis on which buckets have no steps: of the point nearest to it. */
async function requestedStep(answer: Scalars, x: number): Promise<number | null> {
  const range = rangeAround(answer, x);
  if (range === null) return null;
  const { tag, isExpression, x: axis, series } = answer;
  const runs = series.map(({ run }) => run);
  const query = { tag, isExpression, axis, runs, range, points: MOST_POINTS, superseded: false };
  return getScalars(query).then(
    (near) => stepAt([near], x),
    () => null,
  );
}

/** The last step of a chart over steps. */
function lastStep(answers: readonly Scalars[]): number | null {
  const steps = answers.flatMap(({ x: axis, series }) =>
    axis === "step" ? series.map((one) => (one.raw ? one.step : one.x).at(-1) ?? -Infinity) : [],
  );
  const last = Math.max(...steps);
  return Number.isFinite(last) ? Math.round(last) : null;
}

/** What is pointed at on a card: a line names its tag and, unless it is of a group, its run. */
function pointedLine(answers: readonly Scalars[]): Pick<CommentDraft, "run"> & { at: Scalars } {
  const [first] = answers as readonly [Scalars, ...Scalars[]];
  const { runs, line } = emphasised.peek() ?? { runs: [], line: undefined };
  const tag = line?.split("\n").at(-1);
  const at = answers.find((answer) => answer.tag === tag) ?? first;
  const [run] = runs;
  const isOne = run !== undefined && runs.length === 1 && line !== undefined;
  return { at, run: isOne ? (identityById.peek().get(run)?.name ?? null) : null };
}

/** Opens the form for a comment on a card; false where none is drawn. */
export function startComment(card = cardMeant()): boolean {
  const answers = drawnCards.get(card ?? "")?.shown().card.answers ?? [];
  if (answers.length === 0) return false;
  void draftOn(card, answers).then((draft) => {
    commentDraft.value = draft;
  });
  return true;
}

/** The draft of a comment where the pointer is on a card. */
export async function draftOn(
  card: string | null,
  answers: readonly Scalars[],
): Promise<CommentDraft> {
  const pointer = cursor.peek();
  const { at, run } = pointedLine(answers);
  const { tag, isExpression = false } = at;
  // That of keys is on all cards.
  const isHere = pointer?.axis === at.x && [card, ""].includes(pointer?.card ?? null);
  const x = isHere ? pointer?.x : undefined;
  const pointed = x === undefined ? null : (stepAt(answers, x) ?? (await requestedStep(at, x)));
  const chosen = pointed ?? step.peek() ?? lastStep(answers);
  return { id: null, step: chosen, tag, isExpression, run, text: "" };
}
