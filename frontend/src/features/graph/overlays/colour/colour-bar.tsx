/** What the drawing is coloured by. */
import { COLOURINGS, isAmount } from "../../options/colour-by";
import { useOptions } from "../../session/session-context";
import * as messages from "../messages";
import "./colour.css";

export function ColourSelect({ hasSteps }: { readonly hasSteps: boolean }) {
  const { colour } = useOptions();
  const by = colour.by.value;
  return (
    <label class="graph-colour-select">
      <span>{messages.colourBy}</span>
      <select
        value={by}
        // The words beside it are left out where there is little room.
        aria-label={messages.colourBy}
        onChange={(change) => colour.setBy(change.currentTarget.value)}
      >
        {COLOURINGS.map((each) => (
          <option
            key={each.by}
            value={each.by}
            disabled={isAmount(each.by) && !hasSteps && by !== each.by}
          >
            {isAmount(each.by) && !hasSteps ? messages.notProfiled(each.text) : each.text}
          </option>
        ))}
      </select>
    </label>
  );
}
