/** Says in the toolbar of a tab how many experiments it leaves out because they are hidden. */

import { countExperiments } from "../../state/runs/experiments";
import { hiddenNow, showHidden } from "../../state/runs/hidden-runs";
import { runsLoaded } from "../../state/runs/runs";
import { Term } from "../../ui/controls/term";
import * as messages from "../messages";

export function HiddenNote({ kinds }: { readonly kinds: readonly string[] }) {
  if (!runsLoaded.value) return null;
  const hidden = hiddenNow(kinds);
  const count = countExperiments(hidden);
  if (count === 0) return null;
  const title = messages.hiddenExperiments(count);
  return (
    <span class="ui-hidden-note" role="status">
      <Term explanation={title}>{messages.moreHidden(count)}</Term>
      <button type="button" class="ui-link" onClick={() => showHidden(hidden)}>
        {messages.show}
      </button>
    </span>
  );
}
