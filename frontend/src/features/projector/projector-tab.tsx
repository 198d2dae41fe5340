/** Embeddings: vectors as points, alike ones near each other. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { spriteUrl } from "../../api/projector";
import type { Embedding, Vectors } from "../../api/types";
import { counted, countText } from "../../lib/number-text";
import type { FileTable } from "../../lib/table-file";
import { embeddings, unreadEmbeddings, useEmbeddings } from "../../state/embeddings";
import { useShortcuts } from "../../state/shortcuts";
import { appliedTheme } from "../../state/theme";
import { Button } from "../../ui/button";
import { Check } from "../../ui/check";
import { EmptyState } from "../../ui/empty-state";
import { Failure } from "../../ui/failure";
import { MenuButton, MenuItem } from "../../ui/menu";
import { Segments } from "../../ui/segments";
import { Skeleton } from "../../ui/skeleton";
import { TabToolbar } from "../../ui/tab-toolbar";
import { TableMenu } from "../../ui/table-menu";
import { type Colouring, colouringOf, tellingColumn } from "./colours";
import { type Pictures, PointCanvas } from "./point-canvas";
import { type Cloud, FRONT } from "./points";
import { SidePanel, useNeighbours } from "./side-panel";
import { type Laid, MOST_UMAP, useCloud, useVectors } from "./use-cloud";
import * as view from "./view";
import "./projector.css";

const METHODS = [
  { value: "pca", text: "PCA", title: "Principal components: the directions of most variance" },
  {
    value: "umap",
    text: "UMAP",
    title: "Keeps neighbours together; distances far apart say little",
  },
] as const;

const DIMENSIONS = [
  { value: "2", text: "2D" },
  { value: "3", text: "3D" },
] as const;

function keyOf({ run, index }: Embedding): string {
  return `${run}#${index}`;
}

function usePictures(embedding: Embedding, stride: number): Pictures | null {
  const { run, index, sprite_width: width, sprite_height: height } = embedding;
  const isWanted = view.hasPictures.value && width !== null && height !== null;
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  useEffect(() => {
    setImage(null);
    if (!isWanted) return;
    const loading = new Image();
    loading.onload = () => setImage(loading);
    loading.src = spriteUrl({ run, index });
  }, [run, index, isWanted]);
  if (image === null || width === null || height === null) return null;
  const across = Math.max(1, Math.floor(image.naturalWidth / width));
  return { image, width, height, across, stride };
}

interface ToolbarProps {
  readonly embedding: Embedding;
  readonly vectors: Vectors | null;
  readonly colour: string;
  readonly cloud: Cloud | null;
}

/** The points as they are laid out, with what is known of them. */
function tableOf({ metadata, stride }: Vectors, { places, count }: Cloud): FileTable {
  return {
    columns: ["vector", "x", "y", "z", ...metadata.map(({ name }) => name)],
    rows: Array.from({ length: count }, (_, row) => [
      row * stride,
      ...places.slice(3 * row, 3 * row + 3),
      ...metadata.map(({ values }) => values[row] ?? null),
    ]),
  };
}

function Bookmarks({ vectors }: { vectors: Vectors }) {
  if (vectors.bookmarks.length === 0) return null;
  return (
    <MenuButton icon="bookmark" label="Bookmarks">
      {vectors.bookmarks.map((bookmark, at) => (
        <MenuItem key={at} onChoose={() => view.goToBookmark(bookmark)}>
          {bookmark.label}
        </MenuItem>
      ))}
    </MenuButton>
  );
}

/** From one embedding or point to the next. */
function useKeys(embedding: Embedding, rows: number): void {
  const go = (by: number) => () => {
    const all = embeddings.peek();
    const next = all[all.findIndex((one) => keyOf(one) === keyOf(embedding)) + by];
    if (next !== undefined) view.chooseEmbedding(keyOf(next));
    return next !== undefined;
  };
  const point = (by: number) => () => {
    const last = view.point.peek();
    const next = last === null ? (by > 0 ? 0 : rows - 1) : last + by;
    if (next < 0 || next >= rows) return false;
    view.choosePoint(next);
    return true;
  };
  const group = "Projector";
  useShortcuts(
    [
      { keys: "ArrowLeft", label: "Previous embedding", group, run: go(-1) },
      { keys: "ArrowRight", label: "Next embedding", group, run: go(1) },
      { keys: "j", label: "Next point", group, run: point(1) },
      { keys: "k", label: "Previous point", group, run: point(-1) },
    ],
    `${keyOf(embedding)} ${rows}`,
  );
}

function Toolbar({ embedding, vectors, colour, cloud }: ToolbarProps) {
  return (
    <TabToolbar label="Projector">
      <label class="projector-choice">
        Embedding
        <select
          value={keyOf(embedding)}
          onChange={({ currentTarget }) => view.chooseEmbedding(currentTarget.value)}
        >
          {embeddings.value.map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {one.run} · {one.name || one.index}
            </option>
          ))}
        </select>
      </label>
      <Segments
        label="Layout"
        value={view.method.value}
        choices={METHODS}
        onChange={view.setMethod}
      />
      <Segments
        label="Dimensions"
        value={view.dimensions.value === 2 ? "2" : "3"}
        choices={DIMENSIONS}
        onChange={view.setDimensions}
      />
      {vectors !== null && vectors.metadata.length > 0 && (
        <label class="projector-choice">
          Colour
          <select
            value={colour}
            onChange={({ currentTarget }) => view.setColour(currentTarget.value)}
          >
            <option value="-">none</option>
            {vectors.metadata.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {embedding.sprite_width !== null && (
        <Check
          label="Pictures"
          checked={view.hasPictures.value}
          onChange={(checked) => {
            view.hasPictures.value = checked;
          }}
        />
      )}
      <Button
        icon="fit"
        title="See all points from the front (0)"
        onClick={() => {
          view.turn.value = FRONT;
        }}
      >
        Fit
      </Button>
      {vectors !== null && <Bookmarks vectors={vectors} />}
      {vectors !== null && cloud !== null && (
        <TableMenu
          label="Export"
          name={embedding.name.replace(/[^\w.-]+/g, "_") || "embedding"}
          table={() => tableOf(vectors, cloud)}
        />
      )}
    </TabToolbar>
  );
}

function Legend({ legend }: Pick<Colouring, "legend">) {
  if (legend.length === 0) return null;
  return (
    <ul class="projector-legend" aria-label="Colours">
      {legend.map(({ text, colour }) => (
        <li key={text}>
          <span style={{ background: colour }} />
          {text}
        </li>
      ))}
    </ul>
  );
}

/** How much of the vectors is seen, and how. */
function noteOf(vectors: Vectors, { part, error, cloud }: Laid): string {
  const all = `${counted(vectors.total, "vector")} of ${countText(vectors.dimensions)} dimensions`;
  const some = vectors.stride > 1 ? `; every ${vectors.stride}th is drawn` : "";
  if (error !== null) return `${all}${some}. UMAP gave up: ${error}`;
  if (view.method.value === "umap") {
    const cut = vectors.rows > cloud.count ? `, the first ${countText(MOST_UMAP)} drawn` : "";
    const progress = part < 1 ? ` UMAP is at ${Math.round(part * 100)} %.` : "";
    return `${all}${some}${cut}.${progress}`;
  }
  const shares = vectors.variance.slice(0, view.dimensions.value);
  const share = shares.reduce((sum, one) => sum + one, 0);
  return `${all}${some}. The axes hold ${Math.round(share * 100)} % of the variance.`;
}

function foundRows({ metadata, rows }: Vectors): ReadonlySet<number> | null {
  if (view.searchText.value.trim() === "") return null;
  const { matches } = view.search.value;
  const found = new Set<number>();
  for (let row = 0; row < rows; row += 1) {
    if (metadata.some(({ values }) => matches(values[row] ?? ""))) found.add(row);
  }
  return found;
}

interface PlotProps {
  readonly embedding: Embedding;
  readonly vectors: Vectors;
  readonly laid: Laid;
  readonly colour: string;
}

function Plot({ embedding, vectors, laid, colour }: PlotProps) {
  const theme = appliedTheme.value;
  const column = vectors.metadata.find(({ name }) => name === colour)?.values ?? null;
  const plain = theme === "dark" ? "#6cb2ff" : "#0a63c2";
  const colouring = useMemo(() => colouringOf(column, theme, plain), [column, theme, plain]);
  const pictures = usePictures(embedding, vectors.stride);
  const { near, error } = useNeighbours(embedding);
  const found = useMemo(
    () => foundRows(vectors),
    [vectors, view.searchText.value, view.search.value],
  );
  const labels = vectors.metadata[0]?.values;
  const labelOf = (row: number) => labels?.[row] || `Vector ${row * vectors.stride}`;
  const note = noteOf(vectors, laid);
  return (
    <div class="projector-body">
      <div class="projector-plot">
        <PointCanvas
          cloud={laid.cloud}
          isFlat={view.dimensions.value === 2}
          colourOf={colouring.colourOf}
          labelOf={labelOf}
          found={found}
          near={new Set(near.map(({ row }) => row))}
          chosen={view.point.value}
          pictures={pictures}
          summary={`${embedding.name}: ${note}`}
          theme={theme}
        />
        <Legend legend={colouring.legend} />
        <p class="projector-note" role="status">
          {note} {vectors.note}
        </p>
      </div>
      <SidePanel vectors={vectors} labelOf={labelOf} found={found} near={near} error={error} />
    </div>
  );
}

function Projector({ embedding }: { embedding: Embedding }) {
  const { data, error } = useVectors(embedding, view.method.value);
  const laid = useCloud(data, view.method.value, view.dimensions.value);
  const telling = useMemo(() => tellingColumn(data?.metadata ?? []), [data]);
  const colour = view.colourBy.value || (telling ?? "-");
  useKeys(embedding, data?.rows ?? 0);
  return (
    <div class="tab-column">
      <Toolbar embedding={embedding} vectors={data} colour={colour} cloud={laid?.cloud ?? null} />
      {error !== null && <Failure title="The embedding could not be read" error={error} />}
      {error === null && (data === null || laid === null) && (
        <Skeleton text="Reading the vectors" />
      )}
      {data !== null && laid !== null && (
        <Plot embedding={embedding} vectors={data} laid={laid} colour={colour} />
      )}
    </div>
  );
}

export function ProjectorTab() {
  useEmbeddings();
  const all = embeddings.value;
  const chosen = all.find((one) => keyOf(one) === view.embeddingKey.value) ?? all[0];
  if (chosen !== undefined) return <Projector key={keyOf(chosen)} embedding={chosen} />;
  return (
    <EmptyState title="No embedding to show">
      <p>
        No directory of the log has a <code>projector_config.pbtxt</code> that names vectors. A call
        such as this writes one.
      </p>
      <pre>writer.add_embedding(vectors, metadata=labels, global_step=step)</pre>
      {unreadEmbeddings.value.map((message) => (
        <p key={message}>Not read: {message}</p>
      ))}
    </EmptyState>
  );
}
