/** Says in the toolbar of a tab how many trainings it leaves out because they are hidden. */

import { counted, countText } from "../../lib/format/number";
import { countTrainings } from "../../state/runs/experiments";
import { hiddenNow, showHidden } from "../../state/runs/hidden-runs";
import { runsLoaded } from "../../state/runs/runs";
import { Term } from "../../ui/controls/term";

export function HiddenNote({ kinds }: { readonly kinds: readonly string[] }) {
  if (!runsLoaded.value) return null;
  const hidden = hiddenNow(kinds);
  const count = countTrainings(hidden);
  if (count === 0) return null;
  const title = `${counted(count, "training")} with data for this tab ${count === 1 ? "is" : "are"} hidden`;
  return (
    <span class="hidden-note" role="status">
      <Term explanation={title}>{countText(count)} more hidden</Term>
      <button type="button" class="link" onClick={() => showHidden(hidden)}>
        show
      </button>
    </span>
  );
}
