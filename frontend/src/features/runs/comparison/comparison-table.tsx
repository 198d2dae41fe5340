/** A comparison as a table, a column or a row for each experiment. */

import { settingText, valueText } from "../../../lib/format/number";
import type { TableCell } from "../../../lib/format/table";
import { cutNames } from "../../../lib/lists/cut-names";
import { ModelLink } from "../models/model-link";
import { type ComparedRow, type ComparedSection, MODEL_KEY } from "./comparison-rows";
import { ExperimentHead, experimentTitle } from "./experiment-head";
import * as messages from "./messages";

const MAX_TEXT = 200;

interface ComparisonTableProps {
  readonly sections: readonly ComparedSection[];
  /** A run of each experiment drawn, for its name and colour. */
  readonly runs: readonly string[];
  /** The place of the experiment that others are compared with. */
  readonly reference: number;
}

function textOf(section: ComparedSection, row: ComparedRow, at: number): string {
  if (row.texts !== null) return row.texts[at] || messages.absent;
  const value = row.values[at] ?? null;
  if (value === null) return messages.absent;
  if (typeof value !== "number") return String(value);
  return section.key === "hparams" ? settingText(value) : valueText(value);
}

function isSame(one: TableCell | undefined, other: TableCell | undefined): boolean {
  return Object.is(one ?? null, other ?? null);
}

interface CellProps {
  readonly section: ComparedSection;
  readonly row: ComparedRow;
  readonly at: number;
  readonly reference: number;
  /** A run of each experiment. */
  readonly runs: readonly string[];
}

function Cell({ section, row, at, reference, runs }: CellProps) {
  const [run = "", than = ""] = [runs[at], runs[reference]];
  const text = textOf(section, row, at);
  const value = row.values[at] ?? null;
  const names = ["run-compared-cell"];
  if (typeof value === "number") names.push("number");
  if (value === null) names.push("absent");
  if (row.differs && at !== reference && !isSame(value, row.values[reference])) names.push("other");
  const shown = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  const full = typeof value === "number" ? String(value) : text;
  const isModel = row.key === MODEL_KEY && value !== null;
  return (
    <td class={names.join(" ")} data-tooltip={full === shown ? undefined : full}>
      {isModel ? <ModelLink run={run} reference={than} text={shown} /> : shown}
    </td>
  );
}

/** A row for each name, a column for each experiment. */
export function ColumnsTable({ sections, runs, reference }: ComparisonTableProps) {
  const cut = cutNames(runs.map(experimentTitle));
  return (
    <table class="run-comparison-table">
      <thead>
        <tr>
          <th scope="col" class="run-compared-corner">
            {messages.name}
          </th>
          {runs.map((run, at) => (
            <ExperimentHead
              key={run}
              run={run}
              cut={cut}
              isReference={at === reference}
              scope="col"
            />
          ))}
        </tr>
      </thead>
      {sections.map((section) => (
        <tbody key={section.key}>
          <tr class="run-compared-section inner">
            <th scope="rowgroup" colSpan={runs.length + 1}>
              <span>{section.title}</span>
            </th>
          </tr>
          {section.rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              {runs.map((run, at) => (
                <Cell
                  key={run}
                  section={section}
                  row={row}
                  at={at}
                  reference={reference}
                  runs={runs}
                />
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** A row for each experiment, a column for each name. */
export function RowsTable({ sections, runs, reference }: ComparisonTableProps) {
  const cut = cutNames(runs.map(experimentTitle));
  return (
    <table class="run-comparison-table transposed">
      <thead>
        <tr class="run-compared-section">
          <th rowSpan={2} scope="col" class="run-compared-corner">
            {messages.runs}
          </th>
          {sections.map((section) => (
            <th key={section.key} scope="colgroup" colSpan={section.rows.length}>
              <span>{section.title}</span>
            </th>
          ))}
        </tr>
        <tr>
          {sections.flatMap((section) =>
            section.rows.map((row) => (
              <th key={row.key} scope="col">
                {row.name}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        {runs.map((run, at) => (
          <tr key={run}>
            <ExperimentHead run={run} cut={cut} isReference={at === reference} scope="row" />
            {sections.flatMap((section) =>
              section.rows.map((row) => (
                <Cell
                  key={row.key}
                  section={section}
                  row={row}
                  at={at}
                  reference={reference}
                  runs={runs}
                />
              )),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
