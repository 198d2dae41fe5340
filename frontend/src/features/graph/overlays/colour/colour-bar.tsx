/** Below the drawing: what it is coloured by, what the colours mean, and which step was measured. */

import { bytesText, counted, countText } from "../../../../lib/format/number";
import { nanosecondsText } from "../../../../lib/format/units";
import { Button } from "../../../../ui/controls/button";
import { SegmentedControl } from "../../../../ui/controls/segmented-control";
import { type CategoryBy, COLOURINGS, isAmount } from "../../options/colour-by";
import { useOptions } from "../../session/session-context";
import type { ProfiledStep } from "../profile/profiled-step";
import { StepSelect } from "../profile/step-select";
import type { CategoryLegend, LegendValue } from "./categorical-fills";
import type { ColourLegend, ColourSession } from "./colour-session";
import { valueQuery } from "./value-query";
import "./colour.css";

interface ColourBarProps {
  readonly colouring: ColourSession;
  readonly measured: ProfiledStep;
}

export function ColourBar({ colouring, measured }: ColourBarProps) {
  const hasSteps = measured.steps.value.length > 0;
  const { colour, hotSpots } = useOptions();
  const by = colour.by.value;
  const error = colouring.error.value;
  return (
    <section class="graph-colour-bar" aria-label="Colours">
      <label>
        Colour by
        <select value={by} onChange={(change) => colour.setBy(change.currentTarget.value)}>
          {COLOURINGS.map((each) => (
            <option
              key={each.by}
              value={each.by}
              disabled={isAmount(each.by) && !hasSteps && by !== each.by}
            >
              {isAmount(each.by) && !hasSteps ? `${each.text} (no step was measured)` : each.text}
            </option>
          ))}
        </select>
      </label>
      {colouring.hasScene && <Legend legend={colouring.colours.value.legend} />}
      {error !== null && (
        <span class="graph-colour-error" role="alert">
          {error.message}{" "}
          <Button look="quiet" onClick={() => colouring.retry()}>
            Try again
          </Button>
        </span>
      )}
      {hasSteps && (isAmount(by) || hotSpots.by.value !== undefined) && (
        <StepSelect measured={measured} />
      )}
      {hasSteps && <HotSpotsButton />}
    </section>
  );
}

function HotSpotsButton() {
  const { hotSpots } = useOptions();
  const isOpen = hotSpots.by.value !== undefined;
  return (
    <button
      type="button"
      class="ui-button quiet"
      aria-pressed={isOpen}
      onClick={() => hotSpots.show(isOpen ? undefined : "time")}
    >
      Hot spots
    </button>
  );
}

function Legend({ legend }: { legend: ColourLegend }) {
  switch (legend.kind) {
    case "none":
      return null;
    case "structure":
      return <span class="graph-colour-note">{structureText(legend.structures)}</span>;
    case "categories":
      return <Categories by={legend.by} legend={legend.legend} />;
    default:
      return <Scale most={legend.most} />;
  }
}

function structureText(structures: number): string {
  if (structures === 0) return "No scope in sight is like another.";
  return `${counted(structures, "structure")} in sight: same colour, same inside.`;
}

function Categories({ by, legend }: { by: CategoryBy; legend: CategoryLegend }) {
  const { values, otherValues, otherCount } = legend;
  if (values.length === 0) {
    return <span class="graph-colour-note">{NOTHING[by] ?? "Nothing in sight has a value."}</span>;
  }
  return (
    <ul class="graph-colour-values">
      {values.map((value) => (
        <Value key={value.value} by={by} value={value} />
      ))}
      {otherCount > 0 && (
        <li>
          <span class="graph-colour-swatch" data-category="other" />
          {otherValues > 0 ? `${countText(otherValues)} others` : "none"}
          <span class="colour-count">{countText(otherCount)}</span>
        </li>
      )}
    </ul>
  );
}

const NOTHING: Readonly<Partial<Record<CategoryBy, string>>> = {
  device: "No op in sight has a device.",
  xla_cluster: "No op in sight is in an XLA cluster.",
};

function Value({ by, value: { value, count, category } }: { by: CategoryBy; value: LegendValue }) {
  const { search } = useOptions();
  const query = valueQuery(by, value);
  const content = (
    <>
      <span class="graph-colour-swatch" data-category={category} />
      <span class="graph-colour-value">{value}</span>
      <span class="colour-count">{countText(count)}</span>
    </>
  );
  if (query === undefined) return <li>{content}</li>;
  return (
    <li>
      <button
        type="button"
        data-tooltip={`${value}: find the ${counted(count, "op")}`}
        onClick={() => search.find(query)}
      >
        {content}
      </button>
    </li>
  );
}

function Scale({ most }: { most: number | null }) {
  const { colour } = useOptions();
  if (most === null)
    return <span class="graph-colour-note">No step of this run was measured.</span>;
  const text = colour.by.value === "memory" ? bytesText(most) : nanosecondsText(most);
  return (
    <span class="graph-colour-scale">
      0
      <span class="graph-colour-ramp" role="img" aria-label={`from 0 to ${text}`} />
      {text}
      <SegmentedControl
        label="The scale ends at"
        value={colour.scaleOf.value}
        choices={[
          { value: "view", text: "in view", tooltip: "The most of what is in view" },
          { value: "graph", text: "in graph", tooltip: "The most of all nodes of the top level" },
        ]}
        onChange={(chosen) => colour.setScaleOf(chosen)}
      />
      <span class="graph-colour-unused">
        <span class="graph-colour-swatch" data-category="unused" />
        not measured
      </span>
    </span>
  );
}
