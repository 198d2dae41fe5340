/** By which rule nodes leave the main graph: ours, or TensorBoard's. */
import { useOptions } from "../session/session-context";
import * as messages from "./messages";

const TENSORBOARD = "tensorboard";

const RULES = [
  { value: "", text: messages.ruleByRoles, hint: messages.ruleByRolesHint },
  { value: TENSORBOARD, text: messages.ruleOfTensorBoard, hint: messages.ruleOfTensorBoardHint },
];

export function SplitRuleChoice() {
  const { extraction } = useOptions();
  const chosen = extraction.thresholdOf("split_rule") === TENSORBOARD ? TENSORBOARD : "";
  return (
    <fieldset class="graph-split-rule">
      <legend>{messages.mainGraphBy}</legend>
      {RULES.map(({ value, text, hint }) => (
        <div key={value} class="graph-threshold">
          <label>
            <span>{text}</span>
            <input
              type="radio"
              name="graph-split-rule"
              checked={chosen === value}
              onChange={() => extraction.setThreshold("split_rule", value)}
            />
          </label>
          <p class="graph-panel-hint">{hint}</p>
        </div>
      ))}
    </fieldset>
  );
}
