/** Where a node is, in its card. */
import { enclosingNames } from "../scope/model";

interface NodePathProps {
  readonly name: string;
  readonly onVisit: (name: string) => void;
}

/** The scopes around it; nothing at the top level, where the title says it all. */
export function NodePath({ name, onVisit }: NodePathProps) {
  const around = enclosingNames(name);
  if (around.length === 0) return null;
  const own = name.slice(name.lastIndexOf("/") + 1);
  return (
    <p class="graph-info-path">
      {around.map((scope) => (
        <>
          <button type="button" class="ui-link" onClick={() => onVisit(scope)}>
            {scope.slice(scope.lastIndexOf("/") + 1)}
          </button>
          <span aria-hidden="true">/</span>
        </>
      ))}
      <strong>{own}</strong>
    </p>
  );
}
