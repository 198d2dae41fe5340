/** The searches at the ends of the custom axes, and how many points each finds. */
import type { Vectors } from "../../api/types";
import { parseTextFilter } from "../../lib/filter/text-filter";
import { commitHistory } from "../../state/address/url-state";
import { SearchField } from "../../ui/controls/search-field";
import { foundRows } from "./found-rows";
import * as messages from "./messages";
import * as view from "./view";

const AXES = [
  { title: messages.horizontalAxis, begin: "left", end: "right" },
  { title: messages.verticalAxis, begin: "bottom", end: "top" },
] as const;

function EndField({ end, vectors }: { end: view.AxisEnd; vectors: Vectors }) {
  const text = view.axisEnds[end];
  const found = foundRows(vectors, text.value);
  return (
    <div class="projector-axis-field">
      <span>{messages.axisEnds[end]}</span>
      <SearchField
        label={messages.axisEndLabel(messages.axisEnds[end])}
        placeholder={messages.textOrRegex}
        value={text.value}
        error={parseTextFilter(text.value).error}
        onInput={(next) => {
          text.value = next;
          commitHistory();
        }}
      />
      <span class="projector-axis-count">
        {found === null ? "" : messages.foundCount(found.size)}
      </span>
    </div>
  );
}

export function AxisFields({ vectors }: { vectors: Vectors }) {
  return (
    <section class="projector-axes">
      <p>{messages.axesHint}</p>
      {AXES.map(({ title, begin, end }) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          <EndField end={begin} vectors={vectors} />
          <EndField end={end} vectors={vectors} />
        </fieldset>
      ))}
    </section>
  );
}
