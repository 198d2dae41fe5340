/** Comments on steps: keeps their marks current, and opens what they are written in. */
import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { getPlaces, type PlacesQuery } from "../../../api/changes";
import type { Axis, Places } from "../../../api/types";
import { prefersReducedData } from "../../../lib/browser/save-data";
import { whenIdle } from "../../../lib/browser/when-idle";
import { baseline, identityById, runName, shownNames, shownRuns } from "../../../state/runs/runs";
import { dataVersion } from "../../../state/server/connection";
import { QueryCache } from "../../../state/server/query-cache";
import { useEntries, useSame } from "../../../state/server/use-query";
import { offerActions } from "../../../state/shell/actions";
import { useShortcuts } from "../../../state/shell/shortcuts";
import { ContextMenu } from "../../../ui/popover/context-menu";
import { MenuItem } from "../../../ui/popover/menu-button";
import { drawnCards } from "../card/drawn-cards";
import { draftOn, startComment } from "../card/start-comment";
import { MAX_RUNS } from "../data/scalar-queries";
import { commentMarks, flagPlacer } from "../options/change-marks";
import { type CommentDraft, commentDraft, commentLines } from "../options/comment-draft";
import { axis } from "../options/tab-options";
import { CommentDialog } from "./comment-dialog";
import { flagPlacing, followFocus, showFlags } from "./comment-flags";
import {
  type CommentPlace,
  linesOf,
  placesOfRuns,
  placesOnSteps,
  seriesKey,
} from "./comment-places";
import type { StepComment } from "./comment-value";
import * as messages from "./messages";
import { loadComments, savedComments } from "./saved-comments";

const MAX_IDLE = 20;
/** As many as the server takes. */
const MAX_STEPS = 500;

const placesCache = new QueryCache<PlacesQuery, Places>({
  fetch: getPlaces,
  version: () => dataVersion.value,
  maxIdle: MAX_IDLE,
});

interface OpenMenu {
  readonly x: number;
  readonly y: number;
  readonly items: readonly { readonly text: string; readonly draft: CommentDraft }[];
}

const menu = signal<OpenMenu | null>(null);

function open(draft: CommentDraft): void {
  commentDraft.value = draft;
}

function lineOf({ step, run, text }: StepComment): string {
  const known = shownRuns.peek().find(({ name }) => name === run);
  return messages.commentLine(step, known ? runName(known.id) : (run ?? null), text);
}

function draftOf(comment: StepComment): CommentDraft {
  const { id, step, tag, isExpression = false, run = null, text } = comment;
  return { id, step, tag, isExpression, run, text };
}

/** Of the runs shown, and of all. */
function useShownComments(): readonly StepComment[] {
  const [all, names] = [savedComments.value, shownNames.value];
  return useMemo(() => all.filter(({ run }) => run === undefined || names.has(run)), [all, names]);
}

/** The queries for the places of comments on an axis other than steps, one for each series. */
function placesQueries(comments: readonly StepComment[], of: string): PlacesQuery[] {
  const runs = shownRuns.value.map(({ id }) => id).slice(-MAX_RUNS);
  if (of === "step" || runs.length === 0) return [];
  const steps = new Map<string, { of: StepComment; steps: Set<number> }>();
  for (const comment of comments) {
    const known = steps.get(seriesKey(comment)) ?? { of: comment, steps: new Set() };
    steps.set(seriesKey(comment), { ...known, steps: known.steps.add(comment.step) });
  }
  return [...steps.values()].map(({ of: { tag, isExpression = false }, steps: own }) => {
    const isRelated = `${isExpression ? tag : ""} ${of}`.includes("baseline");
    return {
      tag,
      isExpression,
      runs,
      axis: of,
      baseline: isRelated ? baseline.value?.id : undefined,
      steps: [...own].sort((one, other) => one - other).slice(0, MAX_STEPS),
    };
  });
}

const TIMES: readonly Axis[] = ["relative", "wall_time"];

/** Has the places over times before these are chosen: charts are then drawn once, with flags. */
function usePlacesOverTimes(comments: readonly StepComment[]): void {
  const runs = shownRuns.value;
  useEffect(() => {
    if (comments.length === 0 || prefersReducedData()) return;
    return whenIdle(() => {
      for (const query of TIMES.flatMap((of) => placesQueries(comments, of))) {
        placesCache.prefetch(query);
      }
    });
  }, [comments, runs]);
}

function usePlaces(comments: readonly StepComment[]): readonly CommentPlace[] {
  const of = axis.value;
  const queries = placesQueries(comments, of);
  const entries = useEntries(placesCache, queries);
  const answers = useSame(entries.map(({ state }) => state.value.data));
  const identities = identityById.value;
  return useMemo(() => {
    if (of === "step") return placesOnSteps(comments);
    const bySeries = new Map(
      queries.flatMap((query, at) => {
        const answer = answers[at];
        return answer ? [[seriesKey(query), answer] as const] : [];
      }),
    );
    return placesOfRuns(comments, bySeries, (run) => identities.get(run)?.name);
  }, [of, comments, answers, identities]);
}

function openPressed(comments: readonly StepComment[], flag: HTMLElement): void {
  const [first] = comments;
  if (first === undefined) return;
  if (comments.length === 1) {
    open(draftOf(first));
    return;
  }
  const { left: x, bottom: y } = flag.getBoundingClientRect();
  menu.value = { x, y, items: comments.map((one) => ({ text: lineOf(one), draft: draftOf(one) })) };
}

/** Opens the menu of a chart where the pointer is on it. */
async function openMenu(input: MouseEvent): Promise<void> {
  const plot = input.target instanceof Element ? input.target.closest(".chart-plot") : null;
  const card = plot?.closest<HTMLElement>(".scalar-card")?.dataset.tag;
  const answers = drawnCards.get(card ?? "")?.shown().card.answers ?? [];
  if (card === undefined || answers.length === 0) return;
  input.preventDefault();
  const { clientX: x, clientY: y } = input;
  const draft = await draftOn(card, answers);
  menu.value = { x, y, items: [{ text: messages.addItem(draft.step), draft }] };
}

function Menu() {
  const opened = menu.value;
  if (opened === null) return null;
  const { x, y, items } = opened;
  const close = () => {
    menu.value = null;
  };
  return (
    <ContextMenu label={messages.comments} x={x} y={y} onClose={close}>
      {items.map(({ text, draft }) => (
        <MenuItem key={draft.id} onChoose={() => open(draft)}>
          {text}
        </MenuItem>
      ))}
    </ContextMenu>
  );
}

/** Shows places on all charts over an axis. */
function show(of: string, places: readonly CommentPlace[]): void {
  showFlags({ axis: of, places, lineOf });
  // Without comments before and after, no chart is drawn anew.
  if (places.length + commentMarks.peek().lines.length === 0) return;
  commentMarks.value = { axis: of, lines: linesOf(places) };
}

function listenForComments(): () => void {
  flagPlacer.value = flagPlacing(openPressed);
  const onMenu = (input: MouseEvent) => void openMenu(input);
  document.addEventListener("contextmenu", onMenu);
  const stops = [
    followFocus(),
    offerActions(() => [
      { text: messages.addAction, hint: messages.comments, run: () => startComment() },
    ]),
    () => document.removeEventListener("contextmenu", onMenu),
    () => show("step", []),
  ];
  void loadComments();
  return () => {
    for (const stop of stops) stop();
  };
}

export function Comments() {
  useEffect(listenForComments, []);
  useShortcuts([
    { keys: "m", label: messages.shortcut, group: "scalars", run: () => startComment() },
  ]);
  const comments = useShownComments();
  const places = usePlaces(comments);
  usePlacesOverTimes(comments);
  const of = axis.value;
  // Before the charts are drawn over another axis, so that they are drawn once.
  useLayoutEffect(() => show(of, places), [of, places]);
  useEffect(() => {
    const lines = comments.map((one) => ({ step: one.step, text: lineOf(one) }));
    commentLines.value = lines.sort((one, other) => one.step - other.step);
  }, [comments]);
  return (
    <>
      <Menu />
      <CommentDialog />
    </>
  );
}
