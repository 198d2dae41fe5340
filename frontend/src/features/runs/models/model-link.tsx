/** The model of a run, which leads to the graph tab: to what differs from another one. */

import type { CutName } from "../../../lib/lists/cut-names";
import { boot } from "../../../state/base/boot";
import type { RunModel } from "../../../state/runs/run-models";
import { NameText } from "../../../ui/controls/name-text";
import { modelOf, showModels } from "./compare-models";
import * as messages from "./messages";
import "./model-cell.css";

interface ModelButtonProps {
  readonly model: RunModel;
  /** Null where there is nothing to compare it with. */
  readonly other: RunModel | null;
  readonly text: string;
  readonly pieces?: CutName;
}

export function ModelButton({ model, other, text, pieces }: ModelButtonProps) {
  const tooltip =
    other === null ? messages.showModel(text) : messages.compareModels(text, other.name);
  return (
    <button
      type="button"
      class="run-model"
      data-tooltip={tooltip}
      onClick={() => showModels(model, other)}
    >
      <NameText name={text} full={null} pieces={pieces} />
    </button>
  );
}

interface ModelLinkProps {
  /** The ids of the run, and of the one that it is compared with. */
  readonly run: string;
  readonly reference: string;
  readonly text: string;
}

export function ModelLink({ run, reference, text }: ModelLinkProps) {
  const model = modelOf([{ id: run }]);
  const than = modelOf([{ id: reference }]);
  if (model === null) return <span>{text}</span>;
  // A report has the graphs of its runs, and no comparison of any two.
  const isOther = than !== null && than.hash !== model.hash && boot.report === null;
  return <ModelButton model={model} other={isOther ? than : null} text={text} />;
}
