/** Beside the points: axes, a search, what is known of the one chosen, and which are near it. */
import { Fragment } from "preact";
import { type Distance, type EmbeddingQuery, getNeighbours } from "../../api/projector";
import type { Embedding, VectorNeighbours, Vectors } from "../../api/types";
import { valueText } from "../../lib/format/number";
import { runsVersion } from "../../state/server/connection";
import { QueryCache } from "../../state/server/query-cache";
import { useQuery } from "../../state/server/use-query";
import { useFilterKey } from "../../state/shell/filter-shortcut";
import { Button, IconButton } from "../../ui/controls/button";
import { SearchField } from "../../ui/controls/search-field";
import { SegmentedControl } from "../../ui/controls/segmented-control";
import { ErrorState } from "../../ui/feedback/error-state";
import { AxisFields } from "./axis-fields";
import * as messages from "./messages";
import * as view from "./view";

const MAX_MATCHES = 200;
const DISTANCES = [
  { value: "cosine", text: messages.cosine, tooltip: messages.cosineTitle },
  { value: "euclidean", text: messages.euclidean, tooltip: messages.euclideanTitle },
] as const;

interface NeighboursQuery extends EmbeddingQuery {
  readonly row: number;
  readonly count: number;
  readonly distance: Distance;
}

const MAX_IDLE = 100;

const neighbours = new QueryCache<NeighboursQuery, VectorNeighbours>({
  fetch: ({ run, index, row, count, distance }, signal) =>
    getNeighbours({ run, index }, row, count, distance, signal),
  version: ({ run }) => runsVersion([run]),
  maxIdle: MAX_IDLE,
});

export type Neighbours = readonly { readonly row: number; readonly distance: number }[];

export function useNeighbours(embedding: Embedding): { near: Neighbours; error: Error | null } {
  const row = view.point.value;
  const distance = view.distance.value;
  const count = view.neighbourCount.value;
  const { run, index } = embedding;
  const query = row === null ? null : { run, index, row, count, distance };
  const { data, error } = useQuery(neighbours, query);
  return { near: row === null ? NONE : (data?.neighbours ?? NONE), error };
}

const NONE: Neighbours = [];

interface RowListProps {
  readonly label: string;
  readonly rows: readonly { readonly row: number; readonly note: string }[];
  readonly labelOf: (row: number) => string;
}

function RowList({ label, rows, labelOf }: RowListProps) {
  return (
    <ul class="projector-point-list" aria-label={label}>
      {rows.map(({ row, note }) => (
        <li key={row}>
          <button type="button" onClick={() => view.choosePoint(row)}>
            <span>{labelOf(row)}</span>
            <span class="projector-point-note">{note}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface SidePanelProps {
  readonly vectors: Vectors;
  readonly labelOf: (row: number) => string;
  readonly found: ReadonlySet<number> | null;
  readonly near: Neighbours;
  readonly error: Error | null;
}

function NeighbourCount() {
  return (
    <label class="projector-choice">
      {messages.neighbourCount}
      <select
        value={view.neighbourCount.value}
        onChange={({ currentTarget }) => view.setNeighbourCount(Number(currentTarget.value))}
      >
        {view.NEIGHBOUR_COUNTS.map((count) => (
          <option key={count} value={count}>
            {count}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Says how many points are isolated, and brings the others back. */
function Isolated({ vectors }: { vectors: Vectors }) {
  if (vectors.isolated === null) return null;
  return (
    <p class="projector-isolated">
      {messages.isolatedCount(vectors.isolated.length, vectors.rows)}
      <Button onClick={() => view.isolate(null)}>{messages.showAll}</Button>
    </p>
  );
}

function Chosen({ vectors, labelOf, near, error, row }: SidePanelProps & { row: number }) {
  return (
    <>
      <div class="projector-point-head">
        <h2>{labelOf(row)}</h2>
        <IconButton
          icon="close"
          label={messages.clearSelection}
          onClick={() => view.choosePoint(null)}
        />
      </div>
      <dl class="ui-facts">
        <dt>{messages.vector}</dt>
        <dd>{row * vectors.stride}</dd>
        {vectors.metadata.map(({ name, values }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{values[row] || "–"}</dd>
          </Fragment>
        ))}
      </dl>
      <h3>{messages.nearestIn(vectors.dimensions)}</h3>
      <div class="projector-near-choices">
        <SegmentedControl
          label={messages.distance}
          value={view.distance.value}
          choices={DISTANCES}
          onChange={view.setDistance}
        />
        <NeighbourCount />
      </div>
      <Button
        tooltip={messages.isolateTitle}
        onClick={() =>
          view.isolate({
            kind: "near",
            row,
            count: view.neighbourCount.peek(),
            distance: view.distance.peek(),
          })
        }
      >
        {messages.isolatePoints(near.length + 1)}
      </Button>
      {error !== null && <ErrorState title={messages.neighboursFailed} error={error} />}
      <RowList
        label={messages.neighbours}
        labelOf={labelOf}
        rows={near.map((one) => ({ row: one.row, note: valueText(one.distance) }))}
      />
    </>
  );
}

export function SidePanel(props: SidePanelProps) {
  const { vectors, labelOf, found } = props;
  const input = useFilterKey("projector");
  const row = view.point.value;
  const isThere = row !== null && row < vectors.rows;
  return (
    <aside class="projector-side" aria-label={messages.points}>
      <Isolated vectors={vectors} />
      {view.method.value === "custom" && <AxisFields vectors={vectors} />}
      <SearchField
        label={messages.searchLabel}
        placeholder={messages.searchTextOrRegex}
        value={view.searchText.value}
        error={view.search.value.error}
        inputRef={input}
        onInput={(text) => {
          view.searchText.value = text;
        }}
      />
      {found !== null && (
        <>
          <div class="projector-point-count">
            {messages.foundCount(found.size)}
            {found.size > 0 && view.search.value.error === null && (
              <Button
                tooltip={messages.isolateTitle}
                onClick={() => view.isolate({ kind: "matching", text: view.searchText.peek() })}
              >
                {messages.isolate}
              </Button>
            )}
          </div>
          <RowList
            label={messages.foundPoints}
            labelOf={labelOf}
            rows={[...found].slice(0, MAX_MATCHES).map((one) => ({
              row: one,
              note: String(one * vectors.stride),
            }))}
          />
        </>
      )}
      {isThere && <Chosen {...props} row={row} />}
      {found === null && !isThere && <p class="projector-point-count">{messages.clickHint}</p>}
    </aside>
  );
}
