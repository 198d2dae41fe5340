/** All details of a node, requested when it is selected. */
import { useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { getNodeCard } from "../../../api/graph-questions";
import type { Graph, NodeCard } from "../../../api/types";
import { LatestQuery } from "../../../state/server/latest-query";
import { QueryCache } from "../../../state/server/query-cache";
import { ErrorState } from "../../../ui/feedback/error-state";
import { LoggedTags } from "../logged-tags/logged-tags";
import { useOptions } from "../session/session-context";
import { NodeAttributes } from "./attributes";
import type { CardContext } from "./card-context";
import { costFacts } from "./card-text";
import { Facts } from "./facts";
import * as messages from "./messages";
import { NodeDifferences } from "./node-differences";
import { OpEdges } from "./op-edges";
import { NodeProfile } from "./profile";
import { NodeUsages, ScopeContents } from "./scope-contents";
import { ScopeEdges } from "./scope-edges";
import "./node-card.css";

interface NodeQuery {
  /** A graph that is written anew has the same id and another fingerprint. */
  readonly graph: Pick<Graph, "id" | "fingerprint">;
  readonly query: Parameters<typeof getNodeCard>[1];
}

const MAX_IDLE = 50;

const nodeCards = new QueryCache<NodeQuery, NodeCard>({
  fetch: ({ graph, query }, signal) => getNodeCard(graph.id, query, signal),
  isRetried: false,
  maxIdle: MAX_IDLE,
});

interface NodeDetailsProps {
  readonly context: CardContext;
  readonly name: string;
  /** The constants and summaries beside it. */
  readonly constants?: ComponentChildren;
  /** What is known without asking, until the answer comes. */
  readonly children: ComponentChildren;
}

/** To be given the name as its key: nothing of another node is ever shown. */
export function NodeDetails({ context, name, constants, children }: NodeDetailsProps) {
  const { extraction, store } = useOptions();
  const latest = useMemo(() => new LatestQuery(nodeCards), []);
  useEffect(() => () => latest.clear(), [latest]);
  const request = (): void => {
    const step = context.measured.chosen.value;
    const isReadable = step !== undefined && step.error === null;
    const measured = isReadable ? context.measured.query() : {};
    const rules = { tag_rule: store.list("tag_rule").value };
    const query = { ...extraction.groupingQuery(), ...measured, ...rules, name };
    const { id, fingerprint } = context.graph;
    latest.show({ graph: { id, fingerprint }, query });
  };
  useSignalEffect(request);
  const { data: card, error } = latest.state.value;
  if (card === null) {
    return (
      <>
        {children}
        {constants}
        {error !== null && (
          <ErrorState title={messages.detailsFailed} error={error} onRetry={request} />
        )}
      </>
    );
  }
  return <Sections context={context} card={card} constants={constants} />;
}

/** What differs in a node of one of two panes: the comparison of both graphs knows. */
function ComparedElsewhere({ context, name }: Pick<NodeDetailsProps, "context" | "name">) {
  const { extraction } = useOptions();
  const latest = useMemo(() => new LatestQuery(nodeCards), []);
  useEffect(() => () => latest.clear(), [latest]);
  useSignalEffect(() => {
    const found = context.panes?.value?.findCompared(context.side ?? "after", name);
    const query = { ...extraction.groupingQuery(), name: found?.name ?? "" };
    if (found !== undefined) latest.show({ graph: found.graph, query });
  });
  const { data: card } = latest.state.value;
  return card?.difference ? <NodeDifferences difference={card.difference} card={card} /> : null;
}

/** The kinds of nodes that hold others. */
const HOLDERS: ReadonlySet<string> = new Set([
  "metanode",
  "series",
  "role_group",
  "stack",
  "prefix_group",
  "flow_group",
  "block",
  "function",
]);

interface SectionsProps {
  readonly context: CardContext;
  readonly card: NodeCard;
  readonly constants: ComponentChildren;
}

/** What flows in and out and the attributes before what they cost and what a step measured. */
function Sections({ context, card, constants }: SectionsProps) {
  const costs = card.costs === null ? [] : costFacts(card.costs);
  return (
    <>
      {card.difference && <NodeDifferences difference={card.difference} card={card} />}
      <ComparedElsewhere context={context} name={card.name} />
      {card.function !== null && <Facts facts={[[messages.inFunction, card.function]]} />}
      {card.ends !== null && <OpEdges context={context} name={card.name} ends={card.ends} />}
      {card.neighbours !== null && (
        <ScopeEdges context={context} name={card.name} neighbours={card.neighbours} />
      )}
      {constants}
      <NodeAttributes graph={context.graph.id} name={card.name} attributes={card.attributes} />
      {costs.length > 0 && (
        <section>
          <h3>{messages.costs}</h3>
          <Facts facts={costs} />
        </section>
      )}
      <NodeProfile
        context={context}
        statistics={card.statistics}
        scope={HOLDERS.has(card.kind) ? card.name : ""}
      />
      <NodeUsages context={context} card={card} />
      <LoggedTags runName={context.graph.run} links={card.tags} />
      <ScopeContents card={card} />
    </>
  );
}
