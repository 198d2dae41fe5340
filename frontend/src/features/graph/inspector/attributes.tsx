/** The attributes of an op: searchable, and large ones on demand. */
import { useSignal } from "@preact/signals";
import { getAttribute } from "../../../api/graph-questions";
import type { CardAttribute } from "../../../api/types";
import { countText } from "../../../lib/format/number";
import { SearchField } from "../../../ui/controls/search-field";
import { useOptions } from "../session/session-context";
import { matchAttributes } from "./match-attributes";
import * as messages from "./messages";

/** Beyond so many they are searched rather than looked through. */
const MAX_UNSEARCHED = 5;

interface NodeAttributesProps {
  readonly graph: string;
  readonly name: string;
  readonly attributes: readonly CardAttribute[];
}

export function NodeAttributes({ graph, name, attributes }: NodeAttributesProps) {
  const filter = useSignal("");
  if (attributes.length === 0) return null;
  const shown = matchAttributes(attributes, filter.value);
  return (
    <section>
      <h3>
        {messages.attributes} <span class="graph-info-count">{countText(attributes.length)}</span>
      </h3>
      {attributes.length > MAX_UNSEARCHED && (
        <SearchField
          label={messages.filterAttributes}
          placeholder={messages.filterAttributesPlaceholder}
          value={filter.value}
          error={null}
          onInput={(text) => {
            filter.value = text;
          }}
        />
      )}
      <dl class="graph-info-attributes">
        {shown.map((attribute) => (
          <Attribute key={attribute.name} graph={graph} node={name} attribute={attribute} />
        ))}
      </dl>
      {shown.length === 0 && <p class="graph-info-none">{messages.noMatchingAttributes}</p>}
    </section>
  );
}

interface AttributeProps {
  readonly graph: string;
  readonly node: string;
  readonly attribute: CardAttribute;
}

function Attribute({ graph, node, attribute }: AttributeProps) {
  const { extraction } = useOptions();
  const whole = useSignal<CardAttribute | null>(null);
  const error = useSignal<string | null>(null);
  const { name, type, text, bytes } = whole.value ?? attribute;
  const show = async (): Promise<void> => {
    try {
      whole.value = await getAttribute(graph, {
        ...extraction.groupingQuery(),
        name: node,
        key: name,
      });
      error.value = null;
    } catch (cause) {
      error.value = cause instanceof Error ? cause.message : String(cause);
    }
  };
  return (
    <div>
      <dt>
        {name}
        {type !== null && <span class="graph-info-type">{type}</span>}
      </dt>
      <dd>
        {text !== null && <span class="graph-info-value">{text}</span>}
        {text === null && whole.value === null && (
          <button type="button" class="ui-link" onClick={() => void show()}>
            {messages.showValue(bytes)}
          </button>
        )}
        {text === null && whole.value !== null && <span>{messages.cannotBeShown}</span>}
        {error.value !== null && (
          <span class="graph-info-invalid" role="alert">
            {error.value}
          </span>
        )}
      </dd>
    </div>
  );
}
