/** What a card is about, and how much stands behind it. */
import type { Scalars } from "../../api/scalars";
import type { Tag } from "../../api/types";
import { counted, countText } from "../../lib/number-text";
import { IconButton } from "../../ui/button";
import { nonFiniteText, totalsOf } from "./chart-summary";
import { shortTag } from "./sections";
import { hiddenPoints } from "./superseded";
import { openFullScreen, showsSuperseded, toggleSuperseded } from "./view";

/** A chart with more lines tells nothing, and an address with more runs is refused. */
export const MOST_RUNS = 300;

/** Says what a restart took out of sight, and brings it back. */
function Superseded({ hidden }: { hidden: number }) {
  const isShown = showsSuperseded.value;
  const what = `${counted(hidden, "point")} superseded by a restart of the training`;
  return (
    <button
      type="button"
      class="card-superseded"
      aria-pressed={isShown}
      title={isShown ? `${what}, drawn in dots. Click to hide them` : `${what}. Click to show them`}
      onClick={toggleSuperseded}
    >
      {countText(hidden)} <span class="card-superseded-what">superseded points </span>
      {isShown ? "shown" : "hidden"}
    </button>
  );
}

function Counts({ scalars, asked }: { scalars: Scalars | null; asked: number }) {
  if (scalars === null || scalars.series.length === 0) return null;
  const totals = totalsOf(scalars);
  const broken = nonFiniteText(totals);
  const hidden = hiddenPoints(scalars);
  const bucketed = scalars.series.some(({ raw }) => !raw);
  return (
    <>
      {asked === MOST_RUNS && <span class="card-broken">newest {MOST_RUNS} runs</span>}
      {hidden > 0 && <Superseded hidden={hidden} />}
      {totals.undated > 0 && (
        <span class="card-broken" title="Their wall time is no date: they have no place here">
          {countText(totals.undated)} undated
        </span>
      )}
      {broken !== "" && <span class="card-broken">{broken}</span>}
      <span
        class="card-points"
        title={
          bucketed
            ? "Drawn as buckets with their extremes; zoom in for every point"
            : "Every point is drawn"
        }
      >
        {counted(totals.points, "point")}
      </span>
    </>
  );
}

interface CardHeaderProps {
  readonly tag: Tag;
  readonly scalars: Scalars | null;
  readonly asked: number;
  readonly full: boolean;
}

export function CardHeader({ tag, scalars, asked, full }: CardHeaderProps) {
  const title =
    tag.display_name && tag.display_name !== tag.tag ? tag.display_name : shortTag(tag.tag);
  return (
    <header class="card-header">
      <h3 title={tag.description === "" ? tag.tag : `${tag.tag}\n${tag.description}`}>
        {full ? tag.tag : title}
      </h3>
      <Counts scalars={scalars} asked={asked} />
      {full ? (
        <IconButton
          icon="shrink"
          label="Leave full screen"
          shortcut="Esc"
          onClick={() => openFullScreen(null)}
        />
      ) : (
        <IconButton
          icon="expand"
          label={`Full screen: ${tag.tag}`}
          onClick={() => openFullScreen(tag.tag)}
        />
      )}
    </header>
  );
}
