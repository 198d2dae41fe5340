/** The list of changes; a press on one shows it in the drawing. */
import { useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { GraphChanges } from "../../../../api/types";
import { SIGN_OF } from "../../scope/change-sign";
import { useSession } from "../../session/session-context";
import type { ChangeList } from "./change-list";
import { type ChangeGroup, type ChangeRow, COSTS, costText } from "./change-rows";
import * as messages from "./messages";

/** Rows on the page: more are found by the filter, or in a file. */
const MOST = 500;

interface ChangeTableProps {
  readonly list: ChangeList;
  readonly changes: GraphChanges;
}

export function ChangeTable({ list, changes }: ChangeTableProps) {
  const listed = changes.changes.length;
  const rows = list.shown.value.length;
  const box = useRef<HTMLDivElement>(null);
  useSignalEffect(() => showRow(box.current, list.at.value));
  return (
    <div class="graph-change-rows" ref={box}>
      <table>
        <thead>
          <tr>
            <th>{messages.change}</th>
            <th>{messages.op}</th>
            <th>{messages.type}</th>
            <th>{messages.what}</th>
            {COSTS.map(({ name, title }) => (
              <th key={name} class="amount">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr class="graph-change-total">
            <th scope="row" colSpan={4}>
              {messages.wholeGraph}
            </th>
            <Costs of={changes} />
          </tr>
        </tbody>
        {firstRows(list.groups.value).map((group) => (
          <Group key={group.title} group={group} list={list} />
        ))}
      </table>
      {rows === 0 && <p>{messages.noMatch}</p>}
      {rows > MOST && <p>{messages.more(rows - MOST)}</p>}
      {listed < changes.total && <p>{messages.truncated(listed, changes.total)}</p>}
    </div>
  );
}

/** Brings the selected row into view, unless the pointer is in the list. */
function showRow(box: HTMLElement | null, at: number): void {
  if (box === null || at < 0 || box.matches(":hover")) return;
  // After the rows have been drawn.
  requestAnimationFrame(() => {
    box.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  });
}

/** The groups with as many rows as the page holds; each tells the costs of all of its rows. */
function firstRows(groups: readonly ChangeGroup[]): ChangeGroup[] {
  let left = MOST;
  const first: ChangeGroup[] = [];
  for (const group of groups) {
    if (left <= 0) break;
    first.push({ ...group, rows: group.rows.slice(0, left) });
    left -= group.rows.length;
  }
  return first;
}

function Group({ group, list }: { readonly group: ChangeGroup; readonly list: ChangeList }) {
  const selected = list.shown.value[list.at.value];
  return (
    <tbody>
      <tr class="graph-change-group">
        <th scope="rowgroup" colSpan={4} data-tooltip={group.title}>
          {group.title}
        </th>
        <Costs of={group} />
      </tr>
      {group.rows.map((row) => (
        <Row
          key={`${row.status} ${row.name}`}
          row={row}
          within={group.scope}
          isSelected={row === selected}
          onVisit={() => list.visit(row)}
        />
      ))}
    </tbody>
  );
}

function Costs({ of: { before, after } }: { readonly of: Pick<ChangeGroup, "before" | "after"> }) {
  return COSTS.map((cost) => (
    <td key={cost.name} class="amount">
      {costText(cost, before, after)}
    </td>
  ));
}

interface RowProps {
  readonly row: ChangeRow;
  /** The scope that the heading names. */
  readonly within: string;
  readonly isSelected: boolean;
  readonly onVisit: () => void;
}

function Row({ row, within, isSelected, onVisit }: RowProps) {
  const { hover } = useSession();
  const { name, status, type, what, before, after } = row;
  const slash = name.lastIndexOf("/");
  const around = name.slice(0, Math.max(0, slash));
  return (
    <tr
      aria-selected={isSelected}
      onPointerEnter={() => hover.pointAt(row.place)}
      onPointerLeave={() => hover.clear()}
      onFocusIn={() => hover.pointAt(row.place)}
      onFocusOut={() => hover.clear()}
    >
      <td class={`graph-change-kind ${status}`}>
        {SIGN_OF[status]} {messages.kinds[status]}
      </td>
      <th scope="row">
        <button type="button" data-tooltip={name} onClick={onVisit}>
          {name.slice(slash + 1)}
          {around !== within && <span>{around}</span>}
        </button>
      </th>
      <td>{type}</td>
      <td data-tooltip={what || undefined}>{what}</td>
      <Costs of={{ before, after }} />
    </tr>
  );
}
