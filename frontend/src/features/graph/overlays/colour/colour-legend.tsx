/** What the colours of the nodes mean; loaded with the first colours. */
import { bytesText, countText } from "../../../../lib/format/number";
import { nanosecondsText } from "../../../../lib/format/units";
import { type ShortName, shortener } from "../../../../lib/lists/shortener";
import { NameText } from "../../../../ui/controls/name-text";
import { SegmentedControl } from "../../../../ui/controls/segmented-control";
import * as lateMessages from "../../late/messages";
import type { CategoryBy } from "../../options/colour-by";
import { useOptions } from "../../session/session-context";
import * as messages from "../messages";
import { MetricItems } from "../metric/metric-legend";
import type { LegendValue } from "./categorical-fills";
import type { ColourLegend, ColourSession } from "./colour-session";
import { valueQuery } from "./value-query";

/** A list item for each thing that a colour says; nothing while there is no colour. */
export function ColourItems({ colouring }: { readonly colouring: ColourSession }) {
  const { legend } = colouring.colours.value;
  return colouring.hasScene && legend.kind !== "none" ? <Items legend={legend} /> : null;
}

type Legend<Kind extends ColourLegend["kind"]> = Extract<ColourLegend, { kind: Kind }>;

interface LegendProps {
  readonly legend: Exclude<ColourLegend, { kind: "none" }>;
}

function Items({ legend }: LegendProps) {
  switch (legend.kind) {
    case "structure":
      return <Note text={structureText(legend.structures)} />;
    case "categories":
      return <Categories {...legend} />;
    case "metric":
      return <MetricItems scale={legend.scale} />;
    default:
      return <Scale most={legend.most} />;
  }
}

function Note({ text }: { readonly text: string }) {
  return (
    <li class="graph-colour-note" data-tooltip={text}>
      {text}
    </li>
  );
}

function structureText(structures: number): string {
  if (structures === 0) return messages.noRepeatedStructures;
  return messages.repeatedStructures(structures);
}

function Categories({ by, legend, isMeasured }: Legend<"categories">) {
  const { values, otherValues, otherCount } = legend;
  // Devices differ in the end of a path that they share.
  const shorten = shortener(values.map(({ value }) => value));
  if (values.length === 0) {
    return <Note text={NOTHING[by] ?? messages.noValues} />;
  }
  return (
    <>
      {values.map((value) => (
        <Value
          key={value.value}
          value={value}
          short={shorten(value.value)}
          // Searches know the graph alone.
          query={isMeasured ? undefined : valueQuery(by, value.value)}
        />
      ))}
      {otherCount > 0 && (
        <li class="graph-colour-others">
          <span class="graph-colour-swatch" data-category="other" />
          {otherValues > 0 ? lateMessages.otherValues(otherValues) : messages.none}
          <span class="colour-count">{countText(otherCount)}</span>
        </li>
      )}
    </>
  );
}

const NOTHING: Readonly<Partial<Record<CategoryBy, string>>> = {
  device: messages.noDevices,
  xla_cluster: messages.noClusters,
};

interface ValueProps {
  readonly value: LegendValue;
  readonly short: ShortName;
  /** The search that finds its ops. */
  readonly query: string | undefined;
}

function Value({ value: { value, count, category }, short, query }: ValueProps) {
  const { search } = useOptions();
  const content = (
    <>
      <span class="graph-colour-swatch" data-category={category} />
      <NameText
        name={short.name}
        // The button around it has a tooltip with all of it.
        full={query === undefined ? value : null}
        pieces={short.pieces}
        class="graph-colour-value"
      />
      <span class="colour-count">{countText(count)}</span>
    </>
  );
  if (query === undefined) return <li>{content}</li>;
  return (
    <li>
      <button
        type="button"
        class="graph-colour-find"
        data-tooltip={lateMessages.findOps(value, count)}
        onClick={() => search.find(query)}
      >
        {content}
      </button>
    </li>
  );
}

function Scale({ most }: { most: number | null }) {
  const { colour } = useOptions();
  if (most === null) return <Note text={messages.noProfile} />;
  const text = colour.by.value === "memory" ? bytesText(most) : nanosecondsText(most);
  return (
    <li class="graph-colour-scale">
      0
      <span class="graph-colour-ramp" role="img" aria-label={lateMessages.scaleRange(text)} />
      {text}
      <SegmentedControl
        label={messages.scaleMaximum}
        value={colour.scaleOf.value}
        choices={[
          { value: "view", text: messages.inView, tooltip: messages.maximumInView },
          { value: "graph", text: messages.inGraph, tooltip: messages.maximumInGraph },
        ]}
        onChange={(chosen) => colour.setScaleOf(chosen)}
      />
      <span class="graph-colour-unused">
        <span class="graph-colour-swatch" data-category="unused" />
        {messages.notProfiledOps}
      </span>
    </li>
  );
}
