/** A node in a card: shown in the drawing when pointed at, gone to when pressed. */
import type { ComponentChildren } from "preact";
import { pathByName } from "../scene/visible-ancestor";
import { useSession } from "../session/session-context";
import type { CardContext } from "./card-context";

interface NodeLinkProps {
  readonly context: CardContext;
  /** What is gone to, where that is not `node` but a constant or a summary beside it. */
  readonly name?: string;
  /** The node that shows what is named: itself, or what it is drawn beside. */
  readonly node: string;
  readonly children: ComponentChildren;
}

export function NodeLink({ context, node, name = node, children }: NodeLinkProps) {
  const { hover } = useSession();
  const point = (): void => hover.pointAt(pathByName(node));
  const leave = (): void => hover.clear();
  return (
    <button
      type="button"
      class="ui-link"
      data-tooltip={name}
      onClick={() => context.onVisit(name)}
      onPointerEnter={point}
      onPointerLeave={leave}
      onFocus={point}
      onBlur={leave}
    >
      {children}
    </button>
  );
}
