/** The filters that are set, each with its ends to type and a way to take it off. */
import type { ComponentChildren } from "preact";
import { Button, IconButton } from "../../../ui/controls/button";
import { useDraft } from "../../../ui/controls/use-draft";
import * as messages from "../messages";
import type { Brush } from "../model/axis";
import type { Column } from "../model/session-table";
import * as view from "../options/tab-options";

interface EndProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function End({ label, value, onChange }: EndProps) {
  const draft = useDraft<HTMLInputElement>(String(Number(value.toPrecision(6))), (field) => {
    const next = Number(field.value);
    if (field.value.trim() !== "" && !Number.isNaN(next)) onChange(next);
  });
  return <input type="text" inputMode="decimal" aria-label={label} {...draft} />;
}

function Chip({ column: { key, title }, brush }: { column: Column; brush: Brush }) {
  return (
    <span class="hparams-brush-chip">
      <span class="hparams-brush-name">{title}</span>
      {brush.kind === "range" ? (
        <>
          <End
            label={messages.rangeFrom(title)}
            value={brush.from}
            onChange={(from) => view.setBrush(key, { ...brush, from })}
          />
          –
          <End
            label={messages.rangeTo(title)}
            value={brush.to}
            onChange={(to) => view.setBrush(key, { ...brush, to })}
          />
        </>
      ) : (
        <span class="hparams-brush-text">{brush.words.join(", ")}</span>
      )}
      <IconButton
        icon="close"
        label={messages.removeFilter(title)}
        onClick={() => view.setBrush(key, null)}
      />
    </span>
  );
}

interface BrushChipsProps {
  readonly columns: readonly Column[];
  /** The text without a filter; the line is there from the start, so that a drag moves nothing. */
  readonly hint: string | null;
  /** Stands at the end of the line. */
  readonly children?: ComponentChildren;
}

export function BrushChips({ columns, hint, children }: BrushChipsProps) {
  const chips = [...view.brushes.value].flatMap(([key, brush]) => {
    const column = columns.find((one) => one.key === key);
    return column === undefined ? [] : [{ column, brush }];
  });
  if (chips.length === 0) {
    if (hint === null) return null;
    return (
      <div class="hparams-brush-chips">
        <p class="hparams-brush-hint">{hint}</p>
        {children}
      </div>
    );
  }
  return (
    <div class="hparams-brush-chips">
      {chips.map(({ column, brush }) => (
        <Chip key={column.key} column={column} brush={brush} />
      ))}
      {chips.length > 1 && (
        <Button look="quiet" onClick={view.clearBrushes}>
          {messages.clearFilters}
        </Button>
      )}
      {children}
    </div>
  );
}
