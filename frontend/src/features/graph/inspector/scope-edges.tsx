/** What feeds a scope, and what it feeds, as the scope around it shows them. */
import type { Neighbour, Neighbours } from "../../../api/types";
import { countText } from "../../../lib/format/number";
import { flowText } from "../scope/node-edges";
import type { CardContext } from "./card-context";
import * as messages from "./messages";
import { NodeLink } from "./node-link";

interface NodeNeighboursProps {
  readonly context: CardContext;
  readonly neighbours: Neighbours;
}

export function ScopeEdges({ context, neighbours }: NodeNeighboursProps) {
  const { inward, outward, total_in, total_out, bound } = neighbours;
  return (
    <>
      <Way context={context} title={messages.inputs} total={total_in} links={inward} />
      <Way context={context} title={messages.outputs} total={total_out} links={outward} />
      {bound !== null && <p class="graph-info-none">{bound}</p>}
    </>
  );
}

interface WayProps {
  readonly context: CardContext;
  readonly title: string;
  readonly total: number;
  readonly links: readonly Neighbour[];
}

function Way({ context, title, total, links }: WayProps) {
  return (
    <section>
      <h3>
        {title} <span class="graph-info-count">{countText(total)}</span>
      </h3>
      {links.length === 0 && <p class="graph-info-none">{messages.none}</p>}
      <ul class="graph-info-links">
        {links.map((link) => (
          <li key={`${link.name} ${link.kind}`}>
            <NodeLink context={context} node={link.name}>
              {link.name}
            </NodeLink>
            <span class={`graph-info-flow ${link.kind}`}>
              {flowText({ ...link, other: link.name })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
