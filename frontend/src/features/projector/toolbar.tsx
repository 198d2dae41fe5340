/** Which embedding is shown, how its points are laid out, and what they are coloured by. */
import type { Embedding, Vectors } from "../../api/types";
import type { FileTable } from "../../lib/format/table";
import { shortener } from "../../lib/lists/shortener";
import { Button } from "../../ui/controls/button";
import { Checkbox } from "../../ui/controls/checkbox";
import { SegmentedControl } from "../../ui/controls/segmented-control";
import { TableExportItems } from "../../ui/export/table-export-items";
import { TabToolbar } from "../../ui/layout/tab-toolbar";
import { ToolbarOptions } from "../../ui/layout/toolbar-options";
import { MenuButton, MenuItem } from "../../ui/popover/menu-button";
import { PopoverPanel } from "../../ui/popover/popover-panel";
import * as messages from "./messages";
import { type Cloud, FRONT, rowAt } from "./points";
import { keyOf } from "./projector-keys";
import { embeddingRunName, shownEmbeddings } from "./shown-embeddings";
import * as view from "./view";

const METHODS = [
  { value: "pca", text: messages.pca, tooltip: messages.pcaTitle },
  {
    value: "umap",
    text: messages.umap,
    tooltip: messages.umapTitle,
  },
  { value: "custom", text: messages.custom, tooltip: messages.customTitle },
] as const;

const DIMENSIONS = [
  { value: "2", text: messages.n2d },
  { value: "3", text: messages.n3d },
] as const;

/** The points as they are laid out, with what is known of them. */
function tableOf({ metadata, stride }: Vectors, cloud: Cloud): FileTable {
  return {
    columns: ["vector", "x", "y", "z", ...metadata.map(({ name }) => name)],
    rows: Array.from({ length: cloud.count }, (_, point) => [
      rowAt(cloud, point) * stride,
      ...cloud.places.slice(3 * point, 3 * point + 3),
      ...metadata.map(({ values }) => values[rowAt(cloud, point)] ?? null),
    ]),
  };
}

function Bookmarks({ vectors }: { vectors: Vectors }) {
  if (vectors.bookmarks.length === 0) return null;
  return (
    <MenuButton icon="bookmark" label={messages.bookmarks}>
      {vectors.bookmarks.map((bookmark, at) => (
        <MenuItem key={at} onChoose={() => view.goToBookmark(bookmark)}>
          {bookmark.label}
        </MenuItem>
      ))}
    </MenuButton>
  );
}

const nameOf = (embedding: Embedding): string =>
  `${embeddingRunName(embedding)} · ${embedding.name || embedding.index}`;

function EmbeddingChoice({ embedding }: { embedding: Embedding }) {
  const shorten = shortener(shownEmbeddings.value.map(nameOf));
  return (
    <label class="projector-choice">
      {messages.embedding}
      <select
        data-tooltip={nameOf(embedding)}
        value={keyOf(embedding)}
        onChange={({ currentTarget }) => view.chooseEmbedding(currentTarget.value)}
      >
        {shownEmbeddings.value.map((one) => (
          <option key={keyOf(one)} value={keyOf(one)}>
            {shorten(nameOf(one)).name}
          </option>
        ))}
      </select>
    </label>
  );
}

function LayoutChoices() {
  return (
    <>
      <SegmentedControl
        label={messages.layout}
        value={view.method.value}
        choices={METHODS}
        onChange={view.setMethod}
      />
      {view.method.value !== "custom" && (
        <SegmentedControl
          label={messages.dimensions}
          value={view.dimensions.value === 2 ? "2" : "3"}
          choices={DIMENSIONS}
          onChange={view.setDimensions}
        />
      )}
    </>
  );
}

function ColourChoice({ vectors, colour }: { vectors: Vectors; colour: string }) {
  if (vectors.metadata.length === 0) return null;
  return (
    <label class="projector-choice">
      {messages.colour}
      <select value={colour} onChange={({ currentTarget }) => view.setColour(currentTarget.value)}>
        <option value="-">{messages.none}</option>
        {vectors.metadata.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function DisplayOptions({ embedding, vectors }: Pick<ToolbarProps, "embedding" | "vectors">) {
  const columns = vectors?.metadata ?? [];
  return (
    <PopoverPanel icon="sliders" label={messages.display}>
      <div class="projector-options">
        <Checkbox
          label={messages.showLabels}
          checked={view.hasLabels.value}
          onChange={view.showLabels}
        />
        {columns.length > 1 && (
          <label class="projector-choice">
            {messages.labelBy}
            <select
              value={view.labelBy.value || columns[0]?.name}
              onChange={({ currentTarget }) => view.setLabel(currentTarget.value)}
            >
              {columns.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        {embedding.sprite_width !== null && (
          <Checkbox
            label={messages.images}
            checked={view.hasPictures.value}
            onChange={(checked) => {
              view.hasPictures.value = checked;
            }}
          />
        )}
        <Checkbox
          label={messages.spherical}
          tooltip={messages.sphericalTitle}
          checked={view.isSpherical.value}
          onChange={view.setSpherical}
        />
      </div>
    </PopoverPanel>
  );
}

function FitButton() {
  return (
    <Button
      icon="fit"
      tooltip={messages.fitTitle}
      onClick={() => {
        view.turn.value = FRONT;
      }}
    >
      {messages.fit}
    </Button>
  );
}

interface ToolbarProps {
  readonly embedding: Embedding;
  readonly vectors: Vectors | null;
  readonly colour: string;
  readonly cloud: Cloud | null;
}

export function Toolbar({ embedding, vectors, colour, cloud }: ToolbarProps) {
  return (
    <TabToolbar label={messages.projector}>
      <EmbeddingChoice embedding={embedding} />
      <ToolbarOptions>
        <LayoutChoices />
        {vectors !== null && <ColourChoice vectors={vectors} colour={colour} />}
        <DisplayOptions embedding={embedding} vectors={vectors} />
        <FitButton />
      </ToolbarOptions>
      {vectors !== null && <Bookmarks vectors={vectors} />}
      {vectors !== null && cloud !== null && (
        <TableExportItems
          label={messages.exportLabel}
          name={embedding.name.replace(/[^\w.-]+/g, "_") || "embedding"}
          table={() => tableOf(vectors, cloud)}
        />
      )}
    </TabToolbar>
  );
}
