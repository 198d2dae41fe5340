/** The percentiles of every step drawn, as rows. */
import { useMemo } from "preact/hooks";
import type { Histograms } from "../../../api/histograms";
import { runName } from "../../../state/runs/runs";
import * as messages from "../messages";
import { TABLE_COLUMNS, tableRows } from "./text-summary";

export function StepTable({ histograms }: { histograms: Histograms }) {
  const rows = useMemo(() => tableRows(histograms, runName), [histograms]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus to be scrolled by keys
    <section class="distribution-table" aria-label={messages.tableLabel} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {TABLE_COLUMNS.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td key={TABLE_COLUMNS[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
