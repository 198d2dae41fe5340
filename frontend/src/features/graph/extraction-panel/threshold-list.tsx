import { useDraft } from "../../../ui/controls/use-draft";
import type { Threshold } from "../options/extraction";
import { useOptions, useSession } from "../session/session-context";
import { extractedCount, type MovingThreshold } from "../visible/extracted-count";
import * as messages from "./messages";

interface NumberRow {
  readonly threshold: Threshold;
  readonly text: string;
  readonly hint: string;
  /** The server's default, which is TensorBoard's. */
  readonly fallback: number;
}

const NUMBERS: readonly NumberRow[] = [
  {
    threshold: "min_nodes",
    text: messages.minScopeSize,
    hint: messages.minScopeSizeHint,
    fallback: 15,
  },
  {
    threshold: "min_degree",
    text: messages.degreeThreshold,
    hint: messages.degreeThresholdHint,
    fallback: 5,
  },
  {
    threshold: "max_control_degree",
    text: messages.maxControlEdges,
    hint: messages.cutHint,
    fallback: 4,
  },
  {
    threshold: "max_bridge_degree",
    text: messages.maxBridgeEdges,
    hint: messages.cutHint,
    fallback: 4,
  },
  {
    threshold: "series",
    text: messages.minSeriesLength,
    hint: messages.minSeriesLengthHint,
    fallback: 5,
  },
];

export function ThresholdList() {
  const scopes = useSession().visible.value?.scopes ?? [];
  const movedBy = (threshold: MovingThreshold) => extractedCount(scopes, threshold);
  return (
    <div class="threshold-list">
      <Switch
        threshold="auto_extract"
        text={messages.extractHighDegree}
        moved={movedBy("auto_extract")}
      />
      {NUMBERS.map((row) => (
        <NumberField key={row.threshold} {...row} />
      ))}
      <Switch threshold="isolated" text={messages.extractIsolated} moved={movedBy("isolated")} />
    </div>
  );
}

function NumberField({ threshold, text, hint, fallback }: NumberRow) {
  const { extraction } = useOptions();
  const value = extraction.thresholdOf(threshold);
  const shown = value === "" ? String(fallback) : value;
  const draft = useDraft<HTMLInputElement>(shown, ({ value: typed }) => {
    const number = Number(typed);
    const isMeant = typed !== "" && Number.isInteger(number) && number >= 0 && number < 1e9;
    if (isMeant) extraction.setThreshold(threshold, number === fallback ? "" : String(number));
    else extraction.setThreshold(threshold, "");
  });
  return (
    <div class="graph-threshold">
      <label>
        <span>{text}</span>
        <input type="number" min={0} max={999999999} placeholder={String(fallback)} {...draft} />
      </label>
      <p class="graph-panel-hint">
        {value === "" ? messages.hintWithDefault(hint, fallback) : hint}
      </p>
      <Default isDefault={value === ""} fallback={String(fallback)} threshold={threshold} />
    </div>
  );
}

interface SwitchProps {
  readonly threshold: MovingThreshold;
  readonly text: string;
  /** The nodes in sight that it moves. */
  readonly moved: number;
}

function Switch({ threshold, text, moved }: SwitchProps) {
  const { extraction } = useOptions();
  const value = extraction.thresholdOf(threshold);
  return (
    <div class="graph-threshold">
      <label>
        <span>{text}</span>
        <input
          type="checkbox"
          checked={value !== "false"}
          onChange={(change) =>
            extraction.setThreshold(threshold, change.currentTarget.checked ? "" : "false")
          }
        />
      </label>
      <p class="graph-panel-hint">
        {value === "false" ? messages.off : messages.movedNodes(moved)}
      </p>
      <Default isDefault={value === ""} fallback="on" threshold={threshold} />
    </div>
  );
}

interface DefaultProps {
  readonly isDefault: boolean;
  readonly fallback: string;
  readonly threshold: Threshold;
}

function Default({ isDefault, fallback, threshold }: DefaultProps) {
  const { extraction } = useOptions();
  if (isDefault) return null;
  return (
    <button
      type="button"
      class="ui-link graph-threshold-default"
      aria-label={messages.resetTo(fallback)}
      onClick={() => extraction.setThreshold(threshold, "")}
    >
      {messages.resetTo(fallback)}
    </button>
  );
}
