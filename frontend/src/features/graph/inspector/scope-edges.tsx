/** What feeds a scope, and what it feeds, as the scope around it shows them. */
import { useSignal } from "@preact/signals";
import type { Neighbour, Neighbours } from "../../../api/types";
import { countText } from "../../../lib/format/number";
import type { EdgeEnds } from "../scope/model";
import { flowText } from "../scope/node-edges";
import type { CardContext } from "./card-context";
import * as messages from "./messages";
import { EdgeChange } from "./node-differences";
import { NodeLink } from "./node-link";
import { TensorList } from "./tensor-list";

interface NodeNeighboursProps {
  readonly context: CardContext;
  /** The full name of the node. */
  readonly name: string;
  readonly neighbours: Neighbours;
}

export function ScopeEdges({ context, name, neighbours }: NodeNeighboursProps) {
  const { inward, outward, total_in, total_out, bound } = neighbours;
  return (
    <>
      <Way
        context={context}
        title={messages.inputs}
        total={total_in}
        links={inward}
        edgeTo={(link) => ({ source: link.name, target: name, kind: link.kind })}
      />
      <Way
        context={context}
        title={messages.outputs}
        total={total_out}
        links={outward}
        edgeTo={(link) => ({ source: name, target: link.name, kind: link.kind })}
      />
      {bound !== null && <p class="graph-info-none">{bound}</p>}
    </>
  );
}

interface FlowProps {
  readonly context: CardContext;
  readonly link: Neighbour;
  readonly edge: EdgeEnds;
}

/** What flows, in a line; pressed, tensor by tensor. */
function Flow({ context, link, edge }: FlowProps) {
  const isOpen = useSignal(false);
  return (
    <details
      class="graph-info-flows"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary class={`graph-info-flow ${link.kind}`}>
        {flowText({ ...link, other: link.name })}
      </summary>
      {isOpen.value && <TensorList context={context} edge={edge} />}
    </details>
  );
}

interface WayProps {
  readonly context: CardContext;
  readonly title: string;
  readonly total: number;
  readonly links: readonly Neighbour[];
  readonly edgeTo: (link: Neighbour) => EdgeEnds;
}

function Way({ context, title, total, links, edgeTo }: WayProps) {
  return (
    <section>
      <h3>
        {title} <span class="graph-info-count">{countText(total)}</span>
      </h3>
      {links.length === 0 && <p class="graph-info-none">{messages.none}</p>}
      <ul class="graph-info-links">
        {links.map((link) => (
          <li key={`${link.name} ${link.kind}`}>
            <span class="graph-info-end">
              <NodeLink context={context} node={link.name}>
                {link.name}
              </NodeLink>
              <EdgeChange change={link.change} />
            </span>
            <Flow context={context} link={link} edge={edgeTo(link)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
