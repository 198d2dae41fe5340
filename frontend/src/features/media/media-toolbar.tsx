import type { Signal } from "@preact/signals";
import { commitHistory } from "../../state/url";
import { Button } from "../../ui/button";
import { FilterBox } from "../../ui/filter-box";
import { Segments } from "../../ui/segments";
import { lens, WHOLE } from "./lens";
import { FRONT, linkedOrbit } from "./orbit";
import { shownMeshes } from "./tags";
import * as view from "./view";

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
        aria-valuetext={`${value} %`}
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

/** What holds for every picture on the tab. */
export function MediaToolbar() {
  const isPlain = view.brightness.value === 100 && view.contrast.value === 100;
  return (
    <div class="media-toolbar" role="toolbar" aria-label="Media">
      <FilterBox
        label="Filter tags by name"
        placeholder="Filter tags: text or /regex/"
        value={view.tagFilterText.value}
        error={view.tagFilter.value.error}
        onInput={(text) => {
          view.tagFilterText.value = text;
        }}
      />
      <Segments
        label="Size of pictures"
        value={view.tile.value}
        choices={TILE_CHOICES}
        onChange={view.setTile}
      />
      <label class="media-columns">
        Steps
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
      <Percent label="Brightness" value={view.brightness.value} text={view.brightnessText} />
      <Percent label="Contrast" value={view.contrast.value} text={view.contrastText} />
      <label class="check">
        <input
          type="checkbox"
          checked={view.isActualSize.value !== ""}
          onChange={view.toggleActualSize}
        />
        1:1
      </label>
      {shownMeshes.value.length > 0 && (
        <label class="check" title="See all meshes from the same side">
          <input
            type="checkbox"
            checked={view.areCamerasFree.value === ""}
            onChange={view.toggleCameras}
          />
          linked cameras
        </label>
      )}
      {(lens.value.scale > 1 || !isPlain || linkedOrbit.value !== FRONT) && (
        <Button
          onClick={() => {
            lens.value = WHOLE;
            linkedOrbit.value = FRONT;
            view.brightnessText.value = "100";
            view.contrastText.value = "100";
            commitHistory();
          }}
        >
          Reset
        </Button>
      )}
    </div>
  );
}
