/** The tensors, or control dependencies, behind a metaedge: op by op, with ports, shapes, dtypes. */
import { useSignal } from "@preact/signals";
import { getTensors } from "../../../api/graph-questions";
import type { FlowingTensor, Graph, TensorsBetween } from "../../../api/types";
import { QueryCache } from "../../../state/server/query-cache";
import { useQuery } from "../../../state/server/use-query";
import { Pager } from "../../../ui/controls/pager";
import { ErrorState } from "../../../ui/feedback/error-state";
import type { EdgeEnds } from "../scope/model";
import { useOptions } from "../session/session-context";
import type { CardContext } from "./card-context";
import { tensorText } from "./card-text";
import * as messages from "./messages";
import { NodeLink } from "./node-link";
import "./tensor-list.css";

/** Rows that are requested and drawn at once. */
const PAGE = 50;
const MAX_IDLE = 50;

interface TensorsQuery {
  /** A graph that is written anew has the same id and another fingerprint. */
  readonly graph: Pick<Graph, "id" | "fingerprint">;
  readonly query: Parameters<typeof getTensors>[1];
}

const tensorPages = new QueryCache<TensorsQuery, TensorsBetween>({
  fetch: ({ graph, query }, signal) => getTensors(graph.id, query, signal),
  isRetried: false,
  maxIdle: MAX_IDLE,
});

interface TensorListProps {
  readonly context: CardContext;
  readonly edge: EdgeEnds;
}

/** To be given the name of the edge as its key: each edge begins with its first page. */
export function TensorList({ context, edge }: TensorListProps) {
  const { extraction } = useOptions();
  const first = useSignal(0);
  const { source, target, kind } = edge;
  const { id, fingerprint } = context.graph;
  const query = {
    ...extraction.groupingQuery(),
    source,
    target,
    control: kind === "control",
    offset: first.value,
    limit: PAGE,
  };
  const { data, error } = useQuery(tensorPages, { graph: { id, fingerprint }, query });
  if (error !== null) return <ErrorState title={messages.tensorsFailed} error={error} />;
  if (data === null) return null;
  return (
    <>
      <ol class="graph-tensors">
        {data.tensors.map((tensor) => (
          <Row
            key={`${tensor.source}\n${tensor.port}\n${tensor.target}\n${tensor.slot}`}
            context={context}
            tensor={tensor}
            edge={edge}
          />
        ))}
      </ol>
      <Pager
        label={kind === "control" ? messages.controlDependenciesLabel : messages.tensorsLabel}
        first={first.value}
        size={PAGE}
        total={data.total}
        onChange={(next) => {
          first.value = next;
        }}
      />
    </>
  );
}

interface RowProps extends TensorListProps {
  readonly tensor: FlowingTensor;
}

function Row({ context, tensor, edge }: RowProps) {
  const { source, target, port, slot, kind } = tensor;
  return (
    <li>
      <span class="graph-tensor-ends">
        <NodeLink context={context} node={source}>
          {nameWithin(source, edge.source)}
          {port !== null && <span data-tooltip={messages.outputPort(port)}>:{port}</span>}
        </NodeLink>
        {" → "}
        <NodeLink context={context} node={target}>
          {nameWithin(target, edge.target)}
          {slot !== null && <span data-tooltip={messages.inputSlot(slot)}>:{slot}</span>}
        </NodeLink>
      </span>
      {kind !== "control" && (
        <span class={`graph-info-flow ${kind}`}>
          {tensorText(tensor)}
          {kind === "reference" && messages.byReference}
        </span>
      )}
    </li>
  );
}

/** A name from below the node that it is in: that one is named above the list. */
function nameWithin(name: string, node: string): string {
  return name.startsWith(`${node}/`) ? name.slice(node.length + 1) : name;
}
