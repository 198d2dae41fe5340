/** What the inspector says about a metaedge: what it joins, and all that flows in it. */
import { type EdgeEnds, edgeName } from "../scope/model";
import type { CardContext } from "./card-context";
import * as messages from "./messages";
import { NodeLink } from "./node-link";
import { TensorList } from "./tensor-list";

const KINDS: Readonly<Record<EdgeEnds["kind"], string>> = {
  data: messages.dataEdge,
  control: messages.controlEdge,
  reference: messages.referenceEdge,
};

interface EdgeCardProps {
  readonly context: CardContext;
  readonly edge: EdgeEnds;
}

export function EdgeCard({ context, edge }: EdgeCardProps) {
  const { source, target, kind } = edge;
  return (
    <div class="graph-info-card">
      <dl class="ui-facts">
        <dt>{messages.kind}</dt>
        <dd>{KINDS[kind]}</dd>
        <dt>{messages.edgeSource}</dt>
        <dd>
          <NodeLink context={context} node={source}>
            {source}
          </NodeLink>
        </dd>
        <dt>{messages.edgeTarget}</dt>
        <dd>
          <NodeLink context={context} node={target}>
            {target}
          </NodeLink>
        </dd>
      </dl>
      <section>
        <h3>{kind === "control" ? messages.controlDependencies : messages.tensors}</h3>
        <TensorList key={edgeName(edge)} context={context} edge={edge} />
      </section>
    </div>
  );
}
