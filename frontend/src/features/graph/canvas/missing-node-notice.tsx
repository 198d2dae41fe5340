/** Over the drawing: that the node of a link is not in the graph, and what is selected instead. */
import { IconButton } from "../../../ui/controls/button";
import * as messages from "../messages";
import type { SelectionResolver } from "../session/resolve-selection";
import * as lateMessages from "./messages";

export function MissingNodeNotice({ resolver }: { resolver: SelectionResolver }) {
  const missing = resolver.missing.value;
  if (missing === null) return null;
  const { name, nearest } = missing;
  return (
    <div class="graph-notice-bar" role="status" data-covers>
      <span>
        {nearest === ""
          ? lateMessages.nodeMissing(name)
          : lateMessages.nodeMissingWithMatch(name, nearest)}
      </span>
      <IconButton icon="close" label={messages.dismiss} onClick={() => resolver.close()} />
    </div>
  );
}
