/** The form in which a viewer lays out a chart: patterns of tags, or lines with bands. */
import { useSignal } from "@preact/signals";
import { literalPattern } from "../../../lib/filter/safe-regexp";
import { Button } from "../../../ui/controls/button";
import * as messages from "../messages";
import type { MarginTags } from "../options/card-spec";
import * as late from "../toolbar/messages";
import type { OwnChart } from "./parse-layout";

interface ChartFormProps {
  readonly chart: OwnChart;
  readonly tags: readonly string[];
  readonly onKeep: (chart: OwnChart) => void;
  readonly onCancel: () => void;
}

const PARTS = [
  { key: "value", label: messages.line },
  { key: "lower", label: messages.lowerBound },
  { key: "upper", label: messages.upperBound },
] as const;

const NO_MARGIN: MarginTags = { value: "", lower: "", upper: "" };

function MarginFields(props: { margin: MarginTags; onChange: (margin: MarginTags) => void }) {
  const { margin, onChange } = props;
  return (
    <fieldset class="scalar-chart-margin">
      <legend>{messages.bandFields}</legend>
      {PARTS.map(({ key, label }) => (
        <label key={key}>
          {label}
          <input
            type="text"
            list="custom-tags"
            value={margin[key]}
            onInput={({ currentTarget }) => onChange({ ...margin, [key]: currentTarget.value })}
          />
        </label>
      ))}
    </fieldset>
  );
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

export function ChartForm({ chart, tags, onKeep, onCancel }: ChartFormProps) {
  const title = useSignal(chart.title);
  const patterns = useSignal(chart.patterns.join("\n"));
  const margin = useSignal(chart.margins[0] ?? NO_MARGIN);
  const keep = (submit: SubmitEvent): void => {
    submit.preventDefault();
    const isMargin = PARTS.every(({ key }) => margin.value[key] !== "");
    onKeep({
      id: chart.id,
      title: title.value.trim(),
      patterns: linesOf(patterns.value),
      margins: isMargin ? [margin.value, ...chart.margins.slice(1)] : [],
    });
  };
  return (
    <form class="scalar-chart-form" onSubmit={keep}>
      <label>
        {messages.title}
        <input
          type="text"
          value={title.value}
          onInput={({ currentTarget }) => {
            title.value = currentTarget.value;
          }}
        />
      </label>
      <label>
        {messages.patternsField}
        <textarea
          rows={3}
          spellcheck={false}
          value={patterns.value}
          onInput={({ currentTarget }) => {
            patterns.value = currentTarget.value;
          }}
        />
      </label>
      <label>
        {late.addTag}
        <input
          type="text"
          list="custom-tags"
          autocomplete="off"
          onInput={({ currentTarget }) => {
            const { value } = currentTarget;
            if (!tags.includes(value)) return;
            patterns.value = [...linesOf(patterns.value), `${literalPattern(value)}$`].join("\n");
            currentTarget.value = "";
          }}
        />
      </label>
      <MarginFields
        margin={margin.value}
        onChange={(next) => {
          margin.value = next;
        }}
      />
      <datalist id="custom-tags">
        {tags.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <div class="scalar-chart-form-end">
        <button type="submit" class="ui-button primary">
          {messages.save}
        </button>
        <Button onClick={onCancel}>{messages.cancel}</Button>
      </div>
    </form>
  );
}
