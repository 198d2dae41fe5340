/** The name above or beside the plots of a column, pressed for what can be done with its axis. */
import { useSignal } from "@preact/signals";
import type { ShortName } from "../../../lib/lists/shortener";
import { NameText } from "../../../ui/controls/name-text";
import { ContextMenu } from "../../../ui/popover/context-menu";
import * as messages from "../messages";
import type { Column } from "../model/session-table";
import * as view from "../options/tab-options";
import { AxisMenu } from "../parallel/axis-menu";

interface ScatterHeadProps {
  readonly column: Column;
  /** Of the columns shown, in their order. */
  readonly keys: readonly string[];
  /** As it is written here. */
  readonly title: ShortName;
}

export function ScatterHead({ column, keys, title }: ScatterHeadProps) {
  const menu = useSignal<{ x: number; y: number } | null>(null);
  const scale = view.scaleOf(column);
  return (
    <>
      <button
        type="button"
        class="hparams-scatter-head"
        aria-haspopup="menu"
        aria-expanded={menu.value !== null}
        data-tooltip={messages.optionsOf(column.title)}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          menu.value = { x: left, y: bottom + 4 };
        }}
      >
        <NameText {...title} full={null} />
        {scale !== "linear" && <span class="hparams-axis-scale"> {scale}</span>}
      </button>
      {menu.value !== null && (
        <ContextMenu
          label={column.title}
          {...menu.value}
          onClose={() => {
            menu.value = null;
          }}
        >
          <AxisMenu column={column} keys={keys} />
        </ContextMenu>
      )}
    </>
  );
}
