/** Over the drawing: that the node of a link is not in the graph, and what is selected instead. */
import { IconButton } from "../../../ui/controls/button";
import type { SelectionResolver } from "../session/resolve-selection";

export function MissingNodeNotice({ resolver }: { resolver: SelectionResolver }) {
  const missing = resolver.missing.value;
  if (missing === null) return null;
  const { name, nearest } = missing;
  return (
    <div class="graph-notice-bar" role="status">
      <span>
        The graph has no node <strong>{name}</strong>.
        {nearest !== "" && ` What is nearest to it by name, ${nearest}, is selected.`}
      </span>
      <IconButton icon="close" label="Close" onClick={() => resolver.close()} />
    </div>
  );
}
