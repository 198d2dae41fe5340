/** What the inspector says about a constant or a summary, which is drawn beside other nodes. */
import type { Annotated } from "../scope/annotation-lookup";
import { copyActions } from "../session/node-actions";
import { useSession } from "../session/session-context";
import type { CardContext } from "./card-context";
import { Facts } from "./facts";
import * as messages from "./messages";
import { NodeDetails } from "./node-details";
import { NodeLink } from "./node-link";
import { NodePath } from "./node-path";
import type { FactText } from "./parameter-facts";

interface AnnotatedCardProps {
  readonly annotated: Annotated;
  readonly context: CardContext;
}

export function AnnotationCard({ annotated: { annotation, host }, context }: AnnotatedCardProps) {
  const session = useSession();
  const { name, kind, op, shape } = annotation;
  const facts: FactText[] = [
    [messages.kind, kind],
    [messages.op, op],
  ];
  return (
    <div class="graph-info-card">
      <NodePath name={name} onVisit={context.onVisit} />
      <Facts facts={shape === null ? facts : [...facts, [messages.shape, shape]]} />
      <p class="info-beside">
        {messages.annotationOf}{" "}
        <NodeLink context={context} node={host.name}>
          {host.name}
        </NodeLink>
      </p>
      <div class="graph-node-actions">
        {copyActions(session, name, host.name).map(({ label, run }) => (
          <button key={label} type="button" class="ui-button plain" onClick={run}>
            {label}
          </button>
        ))}
      </div>
      <NodeDetails key={name} context={context} name={name}>
        {null}
      </NodeDetails>
    </div>
  );
}
