/** A node in a card: shown in the drawing when pointed at, gone to when pressed. */
import type { ComponentChildren } from "preact";
import { placeOf } from "../scene/visible-ancestor";
import { pointAt, pointAtNothing } from "../session/hover";
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
  const { view, onVisit } = context;
  const point = (): void => pointAt(view, placeOf(node));
  return (
    <button
      type="button"
      class="link"
      title={name}
      onClick={() => onVisit(name)}
      onPointerEnter={point}
      onPointerLeave={pointAtNothing}
      onFocus={point}
      onBlur={pointAtNothing}
    >
      {children}
    </button>
  );
}
