/** From comments to marks on charts. */
import type { Places } from "../../../api/types";
import type { ReferenceLine } from "../../../chart/model/chart-line";
import { firstCharacters } from "../../../lib/format/characters";
import type { StepComment } from "./comment-value";
import * as messages from "./messages";

/** The comments at one place of the axis. */
export interface CommentPlace {
  readonly at: number;
  readonly comments: readonly StepComment[];
}

/** Of a label on a chart; the whole text is on its flag. */
const LABEL_LENGTH = 40;

function inPlaces(all: Iterable<readonly [at: number, comment: StepComment]>): CommentPlace[] {
  const places = new Map<number, Set<StepComment>>();
  for (const [at, comment] of all) {
    if (Number.isFinite(at)) places.set(at, (places.get(at) ?? new Set()).add(comment));
  }
  return [...places]
    .sort(([one], [other]) => one - other)
    .map(([at, comments]) => ({ at, comments: [...comments] }));
}

/** Over steps each comment is at its step. */
export function placesOnSteps(comments: readonly StepComment[]): CommentPlace[] {
  return inPlaces(comments.map((comment) => [comment.step, comment]));
}

/** What tells apart the series that places are read from. */
export function seriesKey(of: { readonly tag: string; readonly isExpression?: boolean }): string {
  return `${of.isExpression === true}\n${of.tag}`;
}

/**
 * Over another axis a comment is where its run has the step; one about all runs is where each of
 * them has it. `answers` are by the series that the comments were written on.
 */
export function placesOfRuns(
  comments: readonly StepComment[],
  answers: ReadonlyMap<string, Places>,
  nameOf: (run: string) => string | undefined,
): CommentPlace[] {
  return inPlaces(
    comments.flatMap((comment) => {
      const series = answers.get(seriesKey(comment))?.series ?? [];
      const own = series.filter(({ run }) => (comment.run ?? nameOf(run)) === nameOf(run));
      return own.flatMap(({ step, x }) => {
        const at = step.findIndex((one) => Number(one) === comment.step);
        return at < 0 ? [] : [[Number(x[at]), comment] as const];
      });
    }),
  );
}

function labelOf({ text }: StepComment): string {
  const short = firstCharacters(text, LABEL_LENGTH);
  return short === text ? text : `${short.trimEnd()}…`;
}

/** The lines of comments, with as much of their texts as fits on a chart. */
export function linesOf(places: readonly CommentPlace[]): ReferenceLine[] {
  return places.map(({ at, comments }) => ({
    axis: "x",
    at,
    label: comments.map(labelOf).join(" · "),
    isReached: false,
    isMark: true,
  }));
}

/** At most so many lines: the last of more tells how many are left out. */
export function shortList(lines: readonly string[], most: number): readonly string[] {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), messages.moreComments(lines.length - most + 1)];
}

/** A flag on a plot: its distance from the left edge in pixels, and its comments. */
export interface Flag {
  readonly left: number;
  readonly comments: readonly StepComment[];
}

/** Flags nearer to each other than `least` pixels are one, at the place of the first. */
export function flagsOn(
  places: readonly CommentPlace[],
  leftOf: (at: number) => number,
  width: number,
  least: number,
): Flag[] {
  const flags: { left: number; comments: Set<StepComment> }[] = [];
  for (const { at, comments } of places) {
    const left = leftOf(at);
    if (!(left >= 0 && left <= width)) continue;
    const last = flags.at(-1);
    if (last !== undefined && left - last.left < least) {
      for (const one of comments) last.comments.add(one);
    } else flags.push({ left, comments: new Set(comments) });
  }
  return flags.map(({ left, comments }) => ({ left, comments: [...comments] }));
}
