/**
 * A name in a place that may be too narrow for it: cut so that what tells it apart stays in view.
 *
 * The name is one text, for readers, searches and copies. What is seen are the two pieces of it, of
 * which the first gives way.
 */
import { type CutName, cutNames } from "../../lib/lists/cut-names";
import "./name-text.css";

const alone = cutNames([]);

interface NameTextProps {
  readonly name: string;
  /** The name in full, as its tooltip, where this is a short one; null where all explains it. */
  readonly full?: string | null;
  /** Where it is cut, by the names among which it stands. */
  readonly pieces?: CutName | undefined;
  readonly class?: string;
}

export function NameText({ name, full = name, pieces, class: own = "" }: NameTextProps) {
  const [head, tail] = pieces ?? alone(name);
  if (head === "" || tail === "") {
    return (
      <span class={`ui-name whole ${own}`} data-tooltip={full ?? undefined}>
        {name}
      </span>
    );
  }
  return (
    <span
      class={`ui-name ${own}`}
      data-tooltip={full ?? undefined}
      data-head={head}
      data-tail={tail}
    >
      <span>{name}</span>
    </span>
  );
}
