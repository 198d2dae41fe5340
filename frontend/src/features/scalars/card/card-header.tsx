/** What a card is about, how much stands behind it, and what can be done with it. */

import type { Scalars } from "../../../api/scalars";
import type { Range } from "../../../chart/model/chart-line";
import { countText } from "../../../lib/format/number";
import type { ShortName } from "../../../lib/lists/shortener";
import { IconButton } from "../../../ui/controls/button";
import { NameText } from "../../../ui/controls/name-text";
import { Term } from "../../../ui/controls/term";
import { MAX_RUNS } from "../data/scalar-queries";
import { hiddenPoints } from "../lines/hidden-points";
import * as messages from "../messages";
import * as choices from "../options/card-options";
import type { CardSpec } from "../options/card-spec";
import { chooseSuperseded, openFullScreen, showsSuperseded } from "../options/tab-options";
import { nonFiniteText, totalsOf } from "../values/plot-notes";
import type { Shown } from "./card-content";
import { CardMenu } from "./card-menu";
import { DownloadMenu } from "./download-menu";

/** As which a dragged card says which tag it is. */
export const DRAGGED_TAG = "application/x-scopeboard-tag";

/** Says what a restart took out of sight, and brings it back. */
function Superseded({ hidden }: { hidden: number }) {
  const isShown = showsSuperseded.value;
  return (
    <button
      type="button"
      class="scalar-card-superseded"
      aria-pressed={isShown}
      data-tooltip={
        isShown ? messages.overwrittenDrawn(hidden) : messages.overwrittenHidden(hidden)
      }
      onClick={() => chooseSuperseded(isShown ? "hidden" : "shown")}
    >
      {countText(hidden)}{" "}
      <span class="scalar-card-superseded-what">{messages.overwrittenPoints} </span>
      {isShown ? messages.pointsShown : messages.pointsHidden}
    </button>
  );
}

function restartsOf(answers: readonly Scalars[]): number {
  const series = answers.flatMap((answer) => answer.series);
  return series.reduce((sum, { restarts }) => sum + restarts.length, 0);
}

function Counts({ answers, requested }: { answers: readonly Scalars[]; requested: number }) {
  if (answers.every(({ series }) => series.length === 0)) return null;
  const totals = totalsOf(answers);
  const broken = nonFiniteText(totals);
  const hidden = answers.reduce((sum, answer) => sum + hiddenPoints(answer), 0);
  const restarts = restartsOf(answers);
  return (
    <>
      {requested >= MAX_RUNS && (
        <span class="scalar-card-broken">{messages.newestRuns(MAX_RUNS)}</span>
      )}
      {restarts > 0 && hidden === 0 && (
        <span class="scalar-card-points card-restarts">
          <Term explanation={messages.restartsTitle}>{messages.restartCount(restarts)}</Term>
        </span>
      )}
      {hidden > 0 && <Superseded hidden={hidden} />}
      {totals.undated > 0 && (
        <span class="scalar-card-broken">
          <Term explanation={messages.undatedTitle(totals.undated)}>
            {messages.undated(totals.undated)}
          </Term>
        </span>
      )}
      {broken !== "" && <span class="scalar-card-broken">{broken}</span>}
    </>
  );
}

/** How many points there are, where the title leaves room. */
function Points({ answers }: { answers: readonly Scalars[] }) {
  if (answers.every(({ series }) => series.length === 0)) return null;
  const bucketed = answers.some(({ series }) => series.some(({ raw }) => !raw));
  return (
    <span class="scalar-card-points">
      <Term explanation={bucketed ? messages.bucketsTitle : messages.everyPointTitle}>
        {messages.pointCount(totalsOf(answers).points)}
      </Term>
    </span>
  );
}

interface CardHeaderProps {
  readonly spec: CardSpec;
  readonly title: ShortName | undefined;
  /** What the card shows by now: the lines change more often than the header. */
  readonly shown: () => Shown;
  readonly answers: readonly Scalars[];
  readonly range: Range | null;
  readonly yRange: Range | null;
  readonly requested: number;
  readonly full: boolean;
}

function isOneTag({ combined, laidOut }: CardSpec): boolean {
  return combined === null && laidOut === null;
}

/** Lets the tag be dropped on another card, to be drawn there too. */
function dragTag(drag: DragEvent, { id }: CardSpec): void {
  if (drag.dataTransfer === null) return;
  drag.dataTransfer.setData(DRAGGED_TAG, id);
  drag.dataTransfer.effectAllowed = "copy";
}

export function CardHeader(props: CardHeaderProps) {
  const { spec, title, shown, answers, range, yRange, requested, full } = props;
  const { id, name, description } = spec;
  const isPinned = choices.pinned.value.includes(id);
  const isZoomed = range !== null || yRange !== null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the card's menu does the same by keys
    <header
      class="scalar-card-header"
      draggable={isOneTag(spec) && !full}
      onDragStart={(drag) => dragTag(drag, spec)}
    >
      <div class="scalar-card-name">
        <h3>
          <Term explanation={description && `${name}\n${description}`}>
            <NameText
              name={title?.name ?? name}
              full={description ? null : name}
              pieces={title?.pieces}
            />
          </Term>
        </h3>
        <Points answers={answers} />
      </div>
      <Counts answers={answers} requested={requested} />
      <div class="scalar-card-tools">
        {isZoomed && (
          <IconButton
            icon="fit"
            label={messages.resetZoomOf(name)}
            onClick={() => shown().card.zoom(null, null, true)}
          />
        )}
        <IconButton
          icon="pin"
          label={isPinned ? messages.unpin(name) : messages.pin(name)}
          shortcut="p"
          pressed={isPinned}
          onClick={() => choices.togglePin(id)}
        />
        <DownloadMenu spec={spec} shown={shown} />
        <CardMenu spec={spec} shown={shown} answers={answers} range={range} />
        {full ? (
          <IconButton
            icon="shrink"
            label={messages.leaveFullScreen}
            shortcut="Esc"
            onClick={() => openFullScreen(null)}
          />
        ) : (
          <IconButton
            icon="expand"
            label={messages.fullScreenOf(name)}
            onClick={() => openFullScreen(id)}
          />
        )}
      </div>
    </header>
  );
}
