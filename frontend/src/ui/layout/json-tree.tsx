/** A JSON value as lists that fold, the outer ones open. */
import { countText } from "../../lib/format/number";
import * as messages from "../messages";
import "./json-tree.css";

/** Lists this deep are open at first. */
const OPEN_LEVELS = 2;
/** Items of a list that are drawn. */
const MAX_ITEMS = 500;

interface JsonTreeProps {
  readonly value: unknown;
  /** The name or place of the value in what holds it. */
  readonly name?: string;
  readonly level?: number;
}

function Leaf({ value }: { readonly value: unknown }) {
  const kind = value === null ? "null" : typeof value;
  return <span class={`ui-json-leaf ${kind}`}>{JSON.stringify(value)}</span>;
}

/** The names of what a list or an object holds; null for a plain value. */
function entriesOf(value: unknown): readonly (readonly [string, unknown])[] | null {
  if (Array.isArray(value)) return value.map((item, at) => [String(at), item]);
  return typeof value === "object" && value !== null ? Object.entries(value) : null;
}

export function JsonTree({ value, name, level = 0 }: JsonTreeProps) {
  const entries = entriesOf(value);
  const head = name === undefined ? null : <span class="ui-json-name">{name}: </span>;
  if (entries === null || entries.length === 0) {
    return (
      <div class="ui-json-line">
        {head}
        <Leaf value={value} />
      </div>
    );
  }
  const items = entries.slice(0, MAX_ITEMS);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return (
    <details class="ui-json-tree" open={level < OPEN_LEVELS}>
      <summary>
        {head}
        <span class="ui-json-count">{`${open}${countText(entries.length)}${close}`}</span>
      </summary>
      <div class="ui-json-items">
        {items.map(([key, item]) => (
          <JsonTree key={key} name={key} value={item} level={level + 1} />
        ))}
        {entries.length > items.length && (
          <p class="ui-json-count">{messages.moreItems(entries.length - items.length)}</p>
        )}
      </div>
    </details>
  );
}
