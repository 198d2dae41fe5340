/** A card's requests and its lines, recomputed only when something in them changes. */
import { useMemo } from "preact/hooks";
import type { Scalars } from "../../../api/scalars";
import { appliedTheme } from "../../../state/base/theme";
import { inListedOrder, runPlaces } from "../../../state/runs/listed-order";
import { besideGroup, groups } from "../../../state/runs/run-groups";
import { identityById, runColour, runColours, runDash, shownRuns } from "../../../state/runs/runs";
import { type TagRuns, tagRuns } from "../data/scalar-queries";
import type { Card } from "../data/use-card-data";
import { groupOf } from "../lines/group-of-run";
import {
  customBandsCode,
  groupLinesCode,
  lastPointsCode,
  supersededLinesCode,
  useWanted,
} from "../lines/late-lines";
import {
  type CardLine,
  cardLines,
  type Drawn,
  type LineStyle,
  type RunLook,
} from "../lines/series-lines";
import type { CardSpec, MarginTags } from "../options/card-spec";
import { drawsBars } from "../options/chart-type";
import * as view from "../options/tab-options";

/** Tags and runs are many, so this is not worked out at each drawing. */
export function useTagRuns({ tags, only }: CardSpec): readonly TagRuns[] {
  const shown = shownRuns.value;
  return useMemo(
    () => tagRuns(only === undefined ? { tags } : { tags, only }, shown),
    [tags, only, shown],
  );
}

/** In a part of the axis, an answer's first point is not the series' own: the run's comes near. */
function startOf(run: string, isPart: boolean): number | null {
  if (!isPart) return null;
  return identityById.value.get(run)?.first_wall_time ?? null;
}

/** How the lines of a card are made; the same for as long as nothing in it changes. */
function useStyle({ combined }: CardSpec, isPart: boolean): LineStyle {
  const smoothing = view.smoothing.value;
  const hasEnvelope = view.envelope.value === "on";
  const hidesRaw = view.raw.value === "hidden";
  const colours = runColours.value;
  const theme = appliedTheme.value;
  const grouping = groups.value;
  const places = runPlaces.value;
  // Choices, groups and theme are what colours are read from.
  return useMemo(() => {
    const lookOf = (run: string): RunLook => ({
      colour: runColour(run),
      dash: runDash(run),
      start: startOf(run, isPart),
    });
    const inOrder: LineStyle["inOrder"] = (series) =>
      inListedOrder(series, ({ run }) => run, places);
    return { lookOf, inOrder, smoothing, hasEnvelope, hidesRaw, right: combined?.right ?? [] };
  }, [smoothing, hasEnvelope, hidesRaw, colours, grouping, places, theme, isPart, combined]);
}

const NONE: ReadonlySet<string> = new Set();

/** Ids of the runs that are drawn beside their groups. */
function useBeside(isGrouped: boolean): ReadonlySet<string> {
  const names = besideGroup.value;
  const identities = identityById.value;
  return useMemo(() => {
    if (!isGrouped || names.length === 0) return NONE;
    const wanted = new Set(names);
    return new Set(
      [...identities.values()].flatMap(({ id, name }) => (wanted.has(name) ? id : [])),
    );
  }, [isGrouped, names, identities]);
}

function ofRuns(answers: readonly Scalars[], runs: ReadonlySet<string>): readonly Scalars[] {
  if (runs.size === 0) return [];
  return answers.map((answer) => ({
    ...answer,
    series: answer.series.filter(({ run }) => runs.has(run)),
  }));
}

/** A run that equals the mean of its group would lie unseen below it. */
function onTop(lines: readonly CardLine[]): readonly CardLine[] {
  return lines.map((line) => ({ ...line, isOnTop: true }));
}

const NO_MARGINS: readonly MarginTags[] = [];

/** How lines of groups are made of series; null where each line is of one run. */
export type GroupLinesOf = ((answers: readonly Scalars[]) => readonly CardLine[]) | null;

export interface CardLines {
  readonly drawn: Drawn;
  readonly groupLinesOf: GroupLinesOf;
  /** Whether the code that makes them is there. */
  readonly isReady: boolean;
}

const NO_LINES: readonly CardLine[] = [];
const NO_ANSWERS: readonly Scalars[] = [];

/** The lines of a card, and those below them of what was superseded. */
export function useLines(
  spec: CardSpec,
  { answers, superseded, range }: Pick<Card, "answers" | "superseded" | "range">,
): CardLines {
  const style = useStyle(spec, range !== null);
  const spread = view.spread.value;
  const isGrouped = spread !== "off";
  const margins = spec.laidOut?.margins ?? NO_MARGINS;
  const hasMargins = margins.length > 0;
  const groupCode = useWanted(groupLinesCode, isGrouped);
  const marginCode = useWanted(customBandsCode, hasMargins);
  const supersededCode = useWanted(supersededLinesCode, superseded.length > 0);
  const isReady = (groupCode !== null || !isGrouped) && (marginCode !== null || !hasMargins);
  const groupLinesOf = useMemo((): GroupLinesOf => {
    if (spread === "off") return null;
    return (all) => groupCode?.groupLines(all, groupOf, spread, style) ?? NO_LINES;
  }, [style, spread, groupCode, groups.value]);
  const beside = useBeside(isGrouped);
  const lines = useMemo(() => {
    const each =
      groupLinesOf === null
        ? cardLines(answers, style)
        : [...groupLinesOf(answers), ...onTop(cardLines(ofRuns(answers, beside), style))];
    return marginCode?.withMargins(each, margins) ?? each;
  }, [answers, style, groupLinesOf, beside, margins, marginCode]);
  const under = useMemo(() => {
    if (supersededCode === null) return [];
    return superseded.flatMap((all) => {
      const recorded = answers.find(({ tag }) => tag === all.tag);
      return recorded === undefined ? [] : supersededCode.supersededLines(recorded, all, style);
    });
  }, [answers, superseded, style, supersededCode]);
  return { drawn: { lines, under }, groupLinesOf, isReady };
}

/** Lines of one point, the last of each run or group, where the card draws bars; else null. */
export function useBars(spec: CardSpec, { answers, range }: Card): readonly CardLine[] | null {
  const isWanted = spec.laidOut === null && drawsBars(spec.id, answers);
  const code = useWanted(lastPointsCode, isWanted);
  const last = useMemo(() => code?.lastPoints(answers) ?? NO_ANSWERS, [code, answers]);
  const { drawn, isReady } = useLines(spec, { answers: last, superseded: NO_ANSWERS, range });
  return code !== null && isReady ? drawn.lines : null;
}
