/** What is inside a scope, by type and by device; and who calls a function. */
import type { NodeCard } from "../../../api/types";
import { countText } from "../../../lib/format/number";
import { valueQuery } from "../overlays/colour/value-query";
import { useOptions } from "../session/session-context";
import type { CardContext } from "./card-context";
import * as messages from "./messages";
import { NodeLink } from "./node-link";

type OpCount = NodeCard["op_types"][number];

export function ScopeContents({ card }: { card: NodeCard }) {
  const devices = card.devices.filter(({ name }) => name !== "");
  return (
    <>
      <Counts title={messages.opTypes} by="op_type" scope={card.name} counts={card.op_types} />
      <Counts title={messages.devices} by="device" scope={card.name} counts={devices} />
    </>
  );
}

interface CountsProps {
  readonly title: string;
  readonly by: "op_type" | "device";
  readonly scope: string;
  readonly counts: readonly OpCount[];
}

/** Rows that are seen at once. */
const FIRST = 8;

function Counts({ title, by, scope, counts }: CountsProps) {
  const { search } = useOptions();
  if (counts.length === 0) return null;
  const most = counts[0]?.ops ?? 1;
  const row = ({ name, ops }: OpCount) => (
    <li key={name}>
      <button
        type="button"
        class="ui-link"
        onClick={() => search.find(queryInside(by, name, scope))}
      >
        {name}
      </button>
      <span class="graph-info-bar" style={{ width: `${Math.max(1, (60 * ops) / most)}px` }} />
      <span class="graph-info-flow">{countText(ops)}</span>
    </li>
  );
  return (
    <section>
      <h3>
        {title} <span class="graph-info-count">{countText(counts.length)}</span>
      </h3>
      <ul class="graph-info-links graph-info-counts">{counts.slice(0, FIRST).map(row)}</ul>
      {counts.length > FIRST && (
        <details class="graph-info-more">
          <summary>{messages.more(counts.length - FIRST)}</summary>
          <ul class="graph-info-links graph-info-counts">{counts.slice(FIRST).map(row)}</ul>
        </details>
      )}
    </section>
  );
}

function queryInside(by: "op_type" | "device", value: string, scope: string): string {
  const quoted = /^[^\s|"]+$/.test(scope) ? scope : `"${scope.replace(/["\\]/g, "\\$&")}"`;
  return `${valueQuery(by, value)} in:${quoted}`;
}

/** The ops that call the function whose body a node is. */
export function NodeUsages({ context, card }: { context: CardContext; card: NodeCard }) {
  const { usages } = card;
  if (usages === null) return null;
  const more = usages.total - usages.callers.length;
  return (
    <section>
      <h3>
        {messages.callsOf(usages.function)}{" "}
        <span class="graph-info-count">{countText(usages.total)}</span>
      </h3>
      {usages.total === 0 && <p class="graph-info-none">{messages.neverCalled}</p>}
      <ul class="graph-info-links">
        {usages.callers.map((caller) => (
          <li key={caller}>
            <NodeLink context={context} node={caller}>
              {caller}
            </NodeLink>
          </li>
        ))}
      </ul>
      {more > 0 && <p class="graph-info-none">{messages.more(more)}</p>}
    </section>
  );
}
