/** Where nodes are grouped by the prefixes of their names. */
import { useOptions } from "../session/session-context";
import * as messages from "./messages";

const PLACES = [
  { value: "", text: messages.prefixesWhereCrowded, hint: messages.prefixesWhereCrowdedHint },
  { value: "all", text: messages.prefixesInAll, hint: messages.prefixesInAllHint },
  { value: "none", text: messages.prefixesNowhere, hint: messages.prefixesNowhereHint },
];

export function PrefixChoice() {
  const { extraction } = useOptions();
  const chosen = extraction.thresholdOf("prefixes");
  return (
    <fieldset class="graph-split-rule">
      <legend>{messages.groupByPrefix}</legend>
      {PLACES.map(({ value, text, hint }) => (
        <div key={value} class="graph-threshold">
          <label>
            <span>{text}</span>
            <input
              type="radio"
              name="graph-prefixes"
              checked={chosen === value}
              onChange={() => extraction.setThreshold("prefixes", value)}
            />
          </label>
          <p class="graph-panel-hint">{hint}</p>
        </div>
      ))}
    </fieldset>
  );
}
