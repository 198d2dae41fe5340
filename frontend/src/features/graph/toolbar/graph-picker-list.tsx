/** All graphs there are, by run and kind, with a search where there are many. */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Graph } from "../../../api/types";
import {
  filterGroups,
  type GraphRow,
  type GraphSection,
  groupGraphs,
  type RunGraphs,
  stageText,
} from "../../../state/graphs/graph-rows";
import { SearchField } from "../../../ui/controls/search-field";
import * as lateMessages from "../late/messages";
import * as messages from "../messages";
import "./graph-picker.css";

/** With fewer rows, a search is in the way. */
const MANY = 8;

interface PickerListProps {
  readonly graphs: readonly Graph[];
  readonly chosen: Graph;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onChoose: (id: string) => void;
}

export function PickerList({ graphs, chosen, text, onText, onChoose }: PickerListProps) {
  const groups = useMemo(() => groupGraphs(graphs), [graphs]);
  const found = useMemo(() => filterGroups(groups, text), [groups, text]);
  const all = graphCount(groups);
  const count = graphCount(found);
  return (
    <div
      class="graph-picker-list"
      role="toolbar"
      aria-label={messages.graphs}
      onKeyDown={moveFocus}
    >
      {all > MANY && (
        <div class="graph-picker-search">
          <SearchField
            label={messages.searchGraphs}
            placeholder={messages.searchGraphs}
            value={text}
            error={null}
            onInput={onText}
          />
          <span role="status">
            {count === all ? lateMessages.graphCount(all) : lateMessages.someGraphs(count, all)}
          </span>
        </div>
      )}
      {count === 0 && <p>{messages.noMatchingGraphs}</p>}
      {found.map((group) => (
        <section key={group.run} aria-label={group.title}>
          <h3>{group.title}</h3>
          {group.sections.map((section) => (
            <Section
              key={section.key}
              section={section}
              isOpen={!section.isFolded || text !== "" || holds(section, chosen)}
              chosen={chosen}
              onChoose={onChoose}
            />
          ))}
        </section>
      ))}
    </div>
  );
}

interface SectionProps {
  readonly section: GraphSection;
  readonly isOpen: boolean;
  readonly chosen: Graph;
  readonly onChoose: (id: string) => void;
}

/** The rows of a closed section are made when it is opened. */
function Section({ section, isOpen, chosen, onChoose }: SectionProps) {
  const opened = useSignal<boolean | null>(null);
  const rows = (
    <ul>
      {section.rows.map((row) => (
        <Row key={row.key} row={row} chosen={chosen} onChoose={onChoose} />
      ))}
    </ul>
  );
  if (!section.isFolded) {
    return (
      <>
        <h4>{section.title}</h4>
        {rows}
      </>
    );
  }
  const isUnfolded = opened.value ?? isOpen;
  return (
    <details
      open={isUnfolded}
      onToggle={(toggle) => {
        opened.value = toggle.currentTarget.open;
      }}
    >
      <summary>{section.title}</summary>
      {isUnfolded && rows}
    </details>
  );
}

interface RowProps {
  readonly row: GraphRow;
  readonly chosen: Graph;
  readonly onChoose: (id: string) => void;
}

function Row({ row, chosen, onChoose }: RowProps) {
  const [first, ...others] = row.graphs;
  return (
    <li>
      <button
        type="button"
        class="graph-picker-row"
        aria-current={first.id === chosen.id}
        onClick={() => onChoose(first.id)}
      >
        <span>{row.title}</span>
        <small>
          {[
            first.source === "run" ? "" : row.kind,
            row.detail,
            others.length > 0 && stageText(first),
          ]
            .filter(Boolean)
            .join(" · ")}
        </small>
      </button>
      {others.length > 0 && (
        <div class="graph-picker-stages">
          {others.map((graph) => (
            <button
              type="button"
              key={graph.id}
              aria-current={graph.id === chosen.id}
              aria-label={`${row.title}, ${stageText(graph)}`}
              onClick={() => onChoose(graph.id)}
            >
              {stageText(graph)}
            </button>
          ))}
        </div>
      )}
    </li>
  );
}

/** As the run table counts: each stage of a graph is one. */
function graphCount(groups: readonly RunGraphs[]): number {
  const rows = groups.flatMap(({ sections }) => sections).flatMap((section) => section.rows);
  return rows.reduce((sum, { graphs }) => sum + graphs.length, 0);
}

function holds({ rows }: GraphSection, graph: Graph): boolean {
  return rows.some(({ graphs }) => graphs.some(({ id }) => id === graph.id));
}

/** Arrow keys go from one control of the list to the next. */
function moveFocus(press: KeyboardEvent): void {
  const by = press.key === "ArrowDown" ? 1 : press.key === "ArrowUp" ? -1 : 0;
  const list = press.currentTarget;
  if (by === 0 || !(list instanceof HTMLElement)) return;
  const stops = [...list.querySelectorAll<HTMLElement>("input, button, summary")];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[at + by]?.focus();
  press.preventDefault();
}
