/** What can be done with an axis: its scale, its place, a filter, the colours. */
import { MenuGroup, MenuItem, MenuRadio } from "../../../ui/popover/menu-button";
import * as messages from "../messages";
import { axisOf, type Scale, scalesOf } from "../model/axis";
import type { Column } from "../model/session-table";
import * as view from "../options/tab-options";
import { movedTo } from "./parallel-geometry";

const SCALE_NAMES: Record<Scale, string> = {
  linear: messages.linear,
  log: messages.logarithmic,
  quantile: messages.byRank,
};
interface AxisMenuProps {
  readonly column: Column;
  /** Of the columns shown, in their order. */
  readonly keys: readonly string[];
}

export function AxisMenu({ column, keys }: AxisMenuProps) {
  const { key, title } = column;
  const at = keys.indexOf(key);
  const scales = scalesOf(column);
  return (
    <>
      {scales.length > 0 && (
        <MenuGroup title={messages.scale}>
          {scales.map((scale) => (
            <MenuRadio
              key={scale}
              isChosen={view.scaleOf(column) === scale}
              onChoose={() => view.setScale(column, scale)}
            >
              {SCALE_NAMES[scale]}
            </MenuRadio>
          ))}
        </MenuGroup>
      )}
      <MenuItem onChoose={() => view.flip(key)}>{messages.invertAxis}</MenuItem>
      <MenuItem disabled={at === 0} onChoose={() => view.showColumns(movedTo(keys, key, at - 1))}>
        {messages.moveLeft}
      </MenuItem>
      <MenuItem
        disabled={at === keys.length - 1}
        onChoose={() => view.showColumns(movedTo(keys, key, at + 1))}
      >
        {messages.moveRight}
      </MenuItem>
      <MenuItem onChoose={() => view.setBrush(key, axisOf(column, "linear", false).covered(0, 1))}>
        {messages.filterBy(title)}
      </MenuItem>
      <MenuItem onChoose={() => view.colourBy(key)}>{messages.colourBy(title)}</MenuItem>
      <MenuItem
        disabled={keys.length === 1}
        onChoose={() => view.showColumns(keys.filter((other) => other !== key))}
      >
        {messages.hideColumn(title)}
      </MenuItem>
    </>
  );
}
