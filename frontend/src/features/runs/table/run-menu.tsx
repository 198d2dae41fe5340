/** The menu of a row. */
import { PALETTE } from "../../../lib/colour/run-colours";
import { boot } from "../../../state/base/boot";
import { graphPicker } from "../../../state/graphs/graph-picker";
import { changeMark, marks } from "../../../state/runs/run-annotations";
import type { RunColour } from "../../../state/runs/run-annotations-value";
import { besideGroup, drawBesideGroup } from "../../../state/runs/run-groups";
import { groupColumn } from "../../../state/runs/run-table";
import { baseline, isArchived, runColour, slotColour } from "../../../state/runs/runs";
import { ContextMenu } from "../../../ui/popover/context-menu";
import { MenuCheck, MenuGroup, MenuItem } from "../../../ui/popover/menu-button";
import { confirmDeletion, DeleteDialog } from "../actions/delete-dialog";
import { pickColour } from "../actions/pick-colour";
import {
  copyPath,
  isOne,
  markName,
  pin,
  setArchived,
  startRenaming,
  toggleBaseline,
} from "../actions/run-actions";
import { graphCount, showGraph } from "../actions/run-graph";
import { closeMenu, openedMenu } from "../actions/run-menu-state";
import * as messages from "../messages";
import type { TableRow } from "../rows/rows";
import { shownPart, solo, toggle } from "../rows/run-visibility";
import { pinned, rowLabel, rows, toggleRow } from "../rows/table-rows";
import { inspectRow } from "./name-cell";
import "./run-menu.css";

const COLOUR_NAMES = [
  messages.blue,
  messages.orange,
  messages.green,
  messages.pink,
  messages.steel,
  messages.brown,
  messages.indigo,
  messages.crimson,
  messages.olive,
  messages.blackOrWhite,
] as const;

function Colours({ row }: { readonly row: TableRow }) {
  const chosen = marks.value.get(markName(row))?.colour;
  const choose = (colour: RunColour | undefined) => () => changeMark(markName(row), { colour });
  const pick = () => {
    const [first] = row.runs;
    const at = openedMenu.peek();
    if (first === undefined || at === null) return;
    pickColour(runColour(first.id), at, (colour) => choose(colour)());
  };
  return (
    <MenuGroup title={messages.colour}>
      <div class="run-colour-choices">
        {PALETTE.map((_, slot) => (
          <button
            key={COLOUR_NAMES[slot]}
            type="button"
            role="menuitemradio"
            aria-checked={chosen === slot}
            aria-label={COLOUR_NAMES[slot]}
            data-tooltip={COLOUR_NAMES[slot]}
            tabIndex={-1}
            class="colour-choice"
            style={{ "--run-colour": slotColour(slot) }}
            onClick={choose(slot)}
          />
        ))}
      </div>
      <MenuItem onChoose={pick}>{messages.customColour}</MenuItem>
      <MenuItem onChoose={choose(undefined)} disabled={chosen === undefined}>
        {messages.defaultColour}
      </MenuItem>
    </MenuGroup>
  );
}

function Showing({ row }: { readonly row: TableRow }) {
  return (
    <MenuGroup title={row.name}>
      {isOne(row) && graphPicker.value !== null && (
        <MenuItem onChoose={() => showGraph(row)} shortcut="Enter" disabled={graphCount(row) === 0}>
          {messages.showGraph}
        </MenuItem>
      )}
      <MenuItem onChoose={() => toggle(row.runs)} shortcut="Space">
        {shownPart(row.runs) === "all" ? messages.hide : messages.show}
      </MenuItem>
      <MenuItem onChoose={() => solo(row.runs)} shortcut="o">
        {messages.soloMenuItem}
      </MenuItem>
    </MenuGroup>
  );
}

function OfOne({ row }: { readonly row: TableRow }) {
  const isBaseline = row.runs.some(({ name }) => name === baseline.value?.name);
  return (
    <>
      <Colours row={row} />
      <MenuGroup title={messages.notes}>
        <MenuItem onChoose={() => startRenaming(row)} shortcut="F2">
          {messages.rename}
        </MenuItem>
        <MenuItem onChoose={() => inspectRow(row)} shortcut="Enter">
          {messages.openDetails}
        </MenuItem>
      </MenuGroup>
      <MenuGroup title={messages.tableMenuGroup}>
        {row.kind === "training" && (
          <MenuItem onChoose={() => pin(row)} shortcut="p">
            {pinned.value.has(row.name) ? messages.unpin : messages.pinToTop}
          </MenuItem>
        )}
        <MenuItem onChoose={() => toggleBaseline(row)} shortcut="b">
          {isBaseline ? messages.clearBaseline : messages.useAsBaseline}
        </MenuItem>
        {groupColumn.value !== null && <BesideGroup row={row} />}
        <MenuItem onChoose={() => void copyPath(row)}>{messages.copyPath}</MenuItem>
        {isArchived(row.name) ? (
          <MenuItem onChoose={() => setArchived(row, false)}>{messages.restore}</MenuItem>
        ) : (
          <MenuItem onChoose={() => setArchived(row, true)}>{messages.archive}</MenuItem>
        )}
        {boot.allow_delete && (
          <MenuItem onChoose={() => confirmDeletion(row)}>
            {messages.deleteEventFilesMenuItem}
          </MenuItem>
        )}
      </MenuGroup>
    </>
  );
}

/** Draws the row's runs beside the bands of their groups, or only as part of these. */
function BesideGroup({ row }: { readonly row: TableRow }) {
  const names = row.runs.map(({ name }) => name);
  const isOn = names.every((name) => besideGroup.value.includes(name));
  return (
    <MenuCheck isOn={isOn} onChoose={() => drawBesideGroup(names, !isOn)}>
      {messages.besideGroup}
    </MenuCheck>
  );
}

export function RunMenu() {
  return (
    <>
      <OpenedMenu />
      <DeleteDialog />
    </>
  );
}

function OpenedMenu() {
  const opened = openedMenu.value;
  const row = opened && rows.value.find(({ key }) => key === opened.key);
  if (!opened || !row) return null;
  return (
    <ContextMenu label={rowLabel(row)} x={opened.x} y={opened.y} onClose={closeMenu}>
      <Showing row={row} />
      {isOne(row) ? (
        <OfOne row={row} />
      ) : (
        <MenuItem onChoose={() => toggleRow(row.key)}>
          {row.isOpen ? messages.collapse : messages.expand}
        </MenuItem>
      )}
    </ContextMenu>
  );
}
