import type { Signal } from "@preact/signals";
import { percentText } from "../../lib/format/number";
import { commitHistory } from "../../state/address/url-state";
import { useFilterKey } from "../../state/shell/filter-shortcut";
import { Button } from "../../ui/controls/button";
import { Checkbox } from "../../ui/controls/checkbox";
import { SegmentedControl } from "../../ui/controls/segmented-control";
import { TabToolbar } from "../../ui/layout/tab-toolbar";
import { TagFilter } from "../../ui/layout/tag-filter";
import { ToolbarOptions } from "../../ui/layout/toolbar-options";
import { lens, WHOLE } from "./images/lens";
import { linkedOrbit } from "./meshes/orbit";
import * as messages from "./messages";
import * as view from "./options/tab-options";
import { shownMeshes } from "./options/tags";
import { TabExport } from "./tab-export";

const TILE_CHOICES = view.TILES.map((value) => ({ value, text: value }));
const COLUMN_CHOICES = [1, 2, 4, 8, 12];

function Percent({ label, value, text }: { label: string; value: number; text: Signal<string> }) {
  return (
    <label class="media-percent">
      {label}
      <input
        type="range"
        min={0}
        max={300}
        step={5}
        value={value}
        aria-valuetext={percentText(value / 100)}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
        }}
        onChange={commitHistory}
        onDblClick={() => {
          text.value = "100";
          commitHistory();
        }}
      />
    </label>
  );
}

/** There before anything is changed, too: nothing beside it moves. */
function ResetButton() {
  const isPlain = view.brightness.value === 100 && view.contrast.value === 100;
  return (
    <Button
      disabled={isPlain && lens.value.scale <= 1 && linkedOrbit.value === null}
      onClick={() => {
        lens.value = WHOLE;
        linkedOrbit.value = null;
        view.brightnessText.value = "100";
        view.contrastText.value = "100";
        commitHistory();
      }}
    >
      {messages.reset}
    </Button>
  );
}

/** What holds for every picture on the tab. */
export function MediaToolbar() {
  const input = useFilterKey("media");
  return (
    <TabToolbar label={messages.media}>
      <TagFilter text={view.tagFilterText} error={view.tagFilter.value.error} inputRef={input} />
      <ToolbarOptions>
        <SegmentedControl
          label={messages.imageSize}
          value={view.tile.value}
          choices={TILE_CHOICES}
          onChange={view.setTile}
        />
        <label class="media-columns">
          {messages.steps}
          <select
            value={view.columns.value}
            onChange={({ currentTarget }) => view.setColumns(Number(currentTarget.value))}
          >
            {COLUMN_CHOICES.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </select>
        </label>
        <Percent
          label={messages.brightness}
          value={view.brightness.value}
          text={view.brightnessText}
        />
        <Percent label={messages.contrast} value={view.contrast.value} text={view.contrastText} />
        <Checkbox
          label="1:1"
          checked={view.isActualSize.value !== ""}
          onChange={view.toggleActualSize}
        />
        {shownMeshes.value.length > 0 && (
          <Checkbox
            label={messages.linkCameras}
            tooltip={messages.linkCamerasTitle}
            checked={view.areCamerasFree.value === ""}
            onChange={view.toggleCameras}
          />
        )}
        <ResetButton />
      </ToolbarOptions>
      <TabExport />
    </TabToolbar>
  );
}
