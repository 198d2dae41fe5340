/** What the inspector says about a constant or a summary, which is drawn beside other nodes. */
import type { Annotated } from "./annotated";
import type { CardContext } from "./card/card-context";
import type { FactText } from "./card/card-text";
import { Facts } from "./card/facts";
import { NodeDetails } from "./card/node-details";
import { NodeLink } from "./card/node-link";
import { NodePath } from "./card/node-path";
import { copyActions } from "./node-actions";

interface AnnotatedCardProps {
  readonly annotated: Annotated;
  readonly context: CardContext;
}

export function AnnotatedCard({ annotated: { annotation, host }, context }: AnnotatedCardProps) {
  const { name, kind, op, shape } = annotation;
  const facts: FactText[] = [
    ["Kind", kind],
    ["Op", op],
  ];
  return (
    <div class="info-card">
      <NodePath name={name} onVisit={context.onVisit} />
      <Facts facts={shape === null ? facts : [...facts, ["Shape", shape]]} />
      <p class="info-beside">
        Drawn beside{" "}
        <NodeLink context={context} node={host.name}>
          {host.name}
        </NodeLink>
      </p>
      <div class="node-actions">
        {copyActions(context.view, name, host.name).map(({ label, run }) => (
          <button key={label} type="button" class="button plain" onClick={run}>
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
