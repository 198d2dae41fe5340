/** What the inspector says about a node. */
import type { ComponentChildren } from "preact";
import type { Scope, ScopeNode } from "../scope/model";
import { flowText, type NodeEdge, nodeEdges } from "../scope/node-edges";
import { useSession } from "../session/session-context";
import type { CardContext } from "./card-context";
import { Facts } from "./facts";
import * as messages from "./messages";
import { NodeDetails } from "./node-details";
import { nodeFacts } from "./node-facts";
import { NodeLink as LinkToNode } from "./node-link";
import { NodePath } from "./node-path";

interface InfoCardProps {
  readonly node: ScopeNode;
  /** The scope the node stands in. */
  readonly scope: Scope;
  readonly context: CardContext;
  /** What can be done with the node. */
  readonly children: ComponentChildren;
}

export function InfoCard(props: InfoCardProps) {
  const { node, scope, context, children } = props;
  const { onVisit } = context;
  return (
    <div class="graph-info-card">
      <NodePath name={node.name} onVisit={onVisit} />
      <Facts facts={nodeFacts(node, scope)} />
      {children}
      <NodeDetails
        key={node.name}
        context={context}
        name={node.name}
        constants={<Annotations context={context} node={node} />}
      >
        <Links
          title={messages.inputs}
          links={nodeEdges(scope, node.name, "in")}
          onVisit={onVisit}
        />
        <Links
          title={messages.outputs}
          links={nodeEdges(scope, node.name, "out")}
          onVisit={onVisit}
        />
      </NodeDetails>
    </div>
  );
}

interface LinksProps {
  readonly title: string;
  readonly links: readonly NodeEdge[];
  readonly onVisit: (name: string) => void;
}

function Links({ title, links, onVisit }: LinksProps) {
  const { hover } = useSession();
  return (
    <section>
      <h3>
        {title} <span class="graph-info-count">{links.length}</span>
      </h3>
      {links.length === 0 && <p class="graph-info-none">{messages.none}</p>}
      <ul class="graph-info-links">
        {links.map((link) => (
          <li key={`${link.other} ${link.kind}`}>
            <button
              type="button"
              class="ui-link"
              data-tooltip={link.other}
              onClick={() => onVisit(link.other)}
              onPointerEnter={() => hover.point(link.other)}
              onPointerLeave={() => hover.clear()}
              onFocus={() => hover.point(link.other)}
              onBlur={() => hover.clear()}
            >
              {link.other}
            </button>
            <span class={`graph-info-flow ${link.kind}`}>{flowText(link)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Annotations({ context, node }: Pick<InfoCardProps, "context" | "node">) {
  const { annotations } = node;
  if (annotations.length === 0) return null;
  return (
    <section>
      <h3>
        {messages.constantsAndSummaries} <span class="graph-info-count">{annotations.length}</span>
      </h3>
      <ul class="graph-info-links">
        {annotations.map(({ name, label, op, shape }) => (
          <li key={name}>
            <LinkToNode context={context} name={name} node={node.name}>
              {label}
            </LinkToNode>
            <span class="graph-info-flow">{[op, shape].filter(Boolean).join(" · ")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
