/** What the inspector says about a node. */
import type { ComponentChildren } from "preact";
import type { Scope, ScopeNode } from "../scope/model";
import { flowText, type NodeEdge, nodeEdges } from "../scope/node-edges";
import { useSession } from "../session/session-context";
import type { CardContext } from "./card-context";
import * as messages from "./messages";
import { NodeDetails } from "./node-details";
import { NodeLink as LinkToNode } from "./node-link";
import { NodePath } from "./node-path";

interface InfoCardProps {
  readonly node: ScopeNode;
  /** The scope the node stands in. */
  readonly scope: Scope;
  readonly isOpen: boolean;
  readonly context: CardContext;
  readonly onToggle: (name: string) => void;
  /** What can be done with the node. */
  readonly children: ComponentChildren;
}

const KINDS: Readonly<Record<ScopeNode["kind"], string>> = {
  op: messages.opKind,
  metanode: messages.nameScope,
  series: messages.seriesNode,
  function: messages.functionKind,
};

export function InfoCard(props: InfoCardProps) {
  const { node, scope, isOpen, context, onToggle, children } = props;
  const { onVisit } = context;
  return (
    <div class="graph-info-card">
      <NodePath name={node.name} onVisit={onVisit} />
      <dl class="ui-facts">
        <Fact name={messages.kind} value={KINDS[node.kind]} />
        <Fact name={messages.op} value={node.op} />
        <Fact name={messages.device} value={node.device} />
        <Fact name={messages.cluster} value={node.cluster} />
        {node.kind !== "op" && (
          <Fact name={messages.contents} value={messages.opCount(node.count)} />
        )}
        <Fact name={messages.callsFunctions} value={node.functions.join(", ")} />
        {node.recursive && <Fact name={messages.recursion} value={messages.recursiveCall} />}
      </dl>
      {node.expandable && (
        <button type="button" class="ui-button plain" onClick={() => onToggle(node.name)}>
          {isOpen ? messages.collapse : messages.expand}
        </button>
      )}
      {children}
      <NodeDetails key={node.name} context={context} name={node.name}>
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
      <Annotations context={context} node={node} />
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  if (value === "") return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
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
