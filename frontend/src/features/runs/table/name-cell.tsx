/**
 * The first cell of a row: whether it is shown, its name, and what there is to know at a glance.
 */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Run } from "../../../api/types";
import { countText } from "../../../lib/format/number";
import { shortNames } from "../../../lib/lists/short-names";
import { now } from "../../../state/base/clock";
import { graphPicker } from "../../../state/graphs/graph-picker";
import { countExperiments } from "../../../state/runs/experiments";
import { marks } from "../../../state/runs/run-annotations";
import { MAX_NAME_LENGTH } from "../../../state/runs/run-annotations-value";
import { groupOf } from "../../../state/runs/run-groups";
import { baseline, experimentOf, runById, runName } from "../../../state/runs/runs";
import { warningsOf } from "../../../state/runs/warning-counts";
import { inspect, setRunDetails } from "../../../state/shell/inspector";
import { Icon } from "../../../ui/controls/icon";
import { NameText } from "../../../ui/controls/name-text";
import { isOne, markName, rename, renamedKey } from "../actions/run-actions";
import { RunDetails } from "../details/late-run-details";
import * as messages from "../messages";
import type { TableRow } from "../rows/rows";
import { rowCut, rowLabel, toggleRow } from "../rows/table-rows";
import { GraphFlag } from "./late-graph-row";
import { PhaseChip, phaseName, RowSwatch } from "./run-swatch";
import "./name-cell.css";

/** More runs of an experiment than this are counted rather than shown in its row. */
const MAX_CHIPS = 4;
/** In characters, of one chip and of all in a row. */
const CHIP_ROOM = 8;
const CHIPS_ROOM = 28;

const STATES: Record<Run["state"], string> = {
  running: messages.stateRunning,
  inactive: messages.stateInactive,
  done: messages.stateDone,
  failed: messages.stateFailed,
};

/**
 * The state of an experiment in words, with how long it has been quiet where that is in question.
 */
function stateText([run]: readonly Run[]): string {
  const state = run?.state ?? "done";
  const wroteAt = run?.wrote_at ?? null;
  if (state !== "inactive" || wroteAt === null) return STATES[state];
  return messages.inactiveFor(Math.max(0, now.value - wroteAt));
}

setRunDetails((id) => {
  const run = runById.peek().get(id);
  if (run === undefined) return;
  inspect({ title: runName(id), body: <RunDetails name={run.name} ids={[id]} /> });
});

export function inspectRow(row: TableRow): void {
  const ids = row.runs.map(({ id }) => id);
  const title = rowLabel(row) === row.label ? row.name : rowLabel(row);
  inspect({ title, body: <RunDetails name={markName(row)} ids={ids} /> });
}

function RowName({ row }: { readonly row: TableRow }) {
  const label = rowLabel(row);
  return <NameText class="run-name" name={label} full={row.name} pieces={rowCut.value(label)} />;
}

function NameField({ row }: { readonly row: TableRow }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    // To select the text gives the focus in some browsers only.
    field.current?.focus();
    field.current?.select();
  }, []);
  const stop = (input: HTMLInputElement, saves: boolean): void => {
    if (renamedKey.peek() !== row.key) return;
    rename(row, saves ? input.value : rowLabel(row));
    input.closest<HTMLElement>("tr")?.focus();
  };
  return (
    <input
      ref={field}
      class="run-name-field"
      aria-label={messages.nameOf(row.name)}
      maxLength={MAX_NAME_LENGTH}
      defaultValue={rowLabel(row)}
      onBlur={(input) => stop(input.currentTarget, true)}
      onKeyDown={(press) => {
        press.stopPropagation();
        if (press.key === "Enter" || press.key === "Escape") {
          stop(press.currentTarget, press.key === "Enter");
        }
      }}
    />
  );
}

function Opener({ row }: { readonly row: TableRow }) {
  if (row.isOpen === null) return <span class="run-row-opener" />;
  return (
    <button
      type="button"
      class="run-row-opener"
      tabIndex={-1}
      aria-label={row.isOpen ? messages.collapseRow(row.label) : messages.expandRow(row.label)}
      onClick={() => toggleRow(row.key)}
    >
      <Icon name={row.isOpen ? "chevron-down" : "chevron-right"} size={14} />
    </button>
  );
}

/** What a viewer noted, where it stands on top, and whether others are compared with it. */
function Flags({ row }: { readonly row: TableRow }) {
  const mark = marks.value.get(markName(row));
  const isBaseline = isOne(row) && row.runs.some(({ name }) => name === baseline.value?.name);
  return (
    <>
      {isBaseline && (
        <span class="run-flag" data-tooltip={messages.baselineTitle}>
          {messages.baselineChip}
        </span>
      )}
      {row.isPinned && (
        <span class="run-flag" data-tooltip={messages.pinnedTitle}>
          {messages.pinnedChip}
        </span>
      )}
      {isOne(row) &&
        mark?.tags?.map((tag) => (
          <span class="run-tag" key={tag}>
            {tag}
          </span>
        ))}
    </>
  );
}

/** Of a run whose series were not checked, the file errors are known: they are one warning. */
function knownWarnings({ id, warnings }: Run): number {
  return warningsOf(id) ?? Math.min(1, warnings.length);
}

function Warnings({ row }: { readonly row: TableRow }) {
  const count = row.runs.reduce((sum, run) => sum + knownWarnings(run), 0);
  if (count === 0 || !isOne(row)) return null;
  return (
    <button
      type="button"
      class="run-warnings"
      tabIndex={-1}
      data-tooltip={messages.showWarnings(count)}
      aria-label={messages.warningsAbout(count, row.name)}
      onClick={() => inspectRow(row)}
    >
      <Icon name="warning" size={13} />
      {count}
    </button>
  );
}

const phaseOf = ({ name }: Run): string => experimentOf(name).phase;

/** The runs of an experiment by name, or their count: a line without a word says nothing. */
function Chips({ row: { kind, runs, isOpen } }: { readonly row: TableRow }) {
  if (kind !== "training" || runs.length < 2 || isOpen) return null;
  const count = <span class="run-count-chip">{messages.runCount(runs.length)}</span>;
  const onlyCount = <span class="run-phases">{count}</span>;
  if (runs.length > MAX_CHIPS) return onlyCount;
  const short = shortNames(runs.map(phaseOf).filter(Boolean), CHIP_ROOM);
  const nameOf = (run: Run) => short.get(phaseOf(run)) ?? phaseName(run);
  if (runs.map(nameOf).join("").length > CHIPS_ROOM) return onlyCount;
  return (
    <span class="run-phases">
      {count}
      <span class="run-phase-chips">
        {runs.map((run) => (
          <PhaseChip key={run.id} run={run} name={nameOf(run)} />
        ))}
      </span>
    </span>
  );
}

/** How many experiments a directory or a group holds. */
function ExperimentCount({ runs }: Pick<TableRow, "runs">) {
  const experiments = countExperiments(runs);
  const title = messages.experimentAndRunCount(experiments, runs.length);
  return (
    <span class="run-count-chip" data-tooltip={title}>
      {countText(experiments)}
    </span>
  );
}

/** The run's state, which opens what else there is to know. */
function About({ row }: { readonly row: TableRow }) {
  const state = row.runs[0]?.state ?? "done";
  return (
    <button
      type="button"
      class="run-about"
      tabIndex={-1}
      aria-label={messages.aboutRun(row.name, state)}
      data-tooltip={messages.stateAndHint(stateText(row.runs))}
      onClick={() => inspectRow(row)}
    >
      <span class={`run-state ${state}`} />
      <Icon name="info" size={14} />
    </button>
  );
}

/** The run whose colour the line of a group has; rows of a directory have no line. */
function groupLead({ kind, runs: [first] }: TableRow): string | null {
  const group = kind === "group" && first !== undefined ? groupOf(first.id) : null;
  return group?.newest ?? null;
}

export function NameCell({ row }: { readonly row: TableRow }) {
  const one = isOne(row);
  return (
    <th scope="row" class="run-cell name-cell" style={{ "--depth": Math.min(row.depth, 8) }}>
      <Opener row={row} />
      <RowSwatch runs={row.runs} label={rowLabel(row)} lead={one ? undefined : groupLead(row)} />
      {renamedKey.value === row.key ? <NameField row={row} /> : <RowName row={row} />}
      {!one && <ExperimentCount runs={row.runs} />}
      <Flags row={row} />
      {graphPicker.value === null && <Chips row={row} />}
      {one && graphPicker.value !== null && <GraphFlag row={row} />}
      <Warnings row={row} />
      {one && <About row={row} />}
    </th>
  );
}
