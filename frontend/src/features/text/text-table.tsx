/** The text of one step: as Markdown or as it is, one cell or a table of them. */
import type { TextValue } from "../../api/types";
import { parsedJson } from "../../lib/format/json-text";
import { JsonTree } from "../../ui/layout/json-tree";
import { Markup, type MarkupNode } from "../../ui/layout/markup";
import * as messages from "./messages";

interface CellProps {
  readonly nodes: readonly MarkupNode[];
  readonly isRendered: boolean;
}

/** JSON is a tree, and a text that is not rendered stands as it is. */
function Cell({ nodes, isRendered }: CellProps) {
  const [only] = nodes;
  if (nodes.length !== 1 || typeof only !== "string") return <Markup nodes={nodes} />;
  const value = isRendered ? parsedJson(only) : undefined;
  return value === undefined ? <pre class="text-raw">{only}</pre> : <JsonTree value={value} />;
}

function noteOf({ shape, is_cut, unrendered, rows }: TextValue): string | null {
  const cells = rows.flat().length;
  const notes = [
    unrendered > 0 && (cells === 1 ? messages.tooLong : messages.tooLongInCells(unrendered, cells)),
    shape.length > 2 && messages.firstSlice(shape.join(" × ")),
    is_cut && messages.truncated,
  ];
  return notes.filter(Boolean).join(" ") || null;
}

interface TextTableProps {
  readonly value: TextValue;
  /** Whether Markdown is rendered and JSON a tree. */
  readonly isRendered: boolean;
}

export function TextTable({ value, isRendered }: TextTableProps) {
  const { rows, message, shape } = value;
  if (message !== null) return <p class="text-note">{message}</p>;
  const note = noteOf(value);
  const [first] = rows;
  if (first === undefined || first.length === 0) {
    return <p class="text-note">{messages.emptyTensor(shape.join(" × "))}</p>;
  }
  if (rows.length === 1 && first.length === 1) {
    return (
      <>
        {note !== null && <p class="text-note">{note}</p>}
        <Cell nodes={first[0] ?? []} isRendered={isRendered} />
      </>
    );
  }
  return (
    <>
      <div class="text-scroller">
        <table class="text-cells">
          <caption class="ui-visually-hidden">{messages.tensorOf(shape.join(" × "))}</caption>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                <th scope="row">{at}</th>
                {row.map((nodes, column) => (
                  <td key={column}>
                    <Cell nodes={nodes} isRendered={isRendered} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note !== null && <p class="text-note">{note}</p>}
    </>
  );
}

/** The text of all cells, to be compared: a line break after each row. */
export function plainText({ rows }: TextValue): string {
  return rows
    .map((row) => row.map((nodes) => nodes.filter((node) => typeof node === "string").join("")))
    .map((cells) => cells.join("\t"))
    .join("\n");
}
