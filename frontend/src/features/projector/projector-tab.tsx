/** Embeddings: vectors as points, alike ones near each other. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { spriteUrl } from "../../api/projector";
import type { Embedding, Vectors } from "../../api/types";
import { appliedTheme } from "../../state/base/theme";
import { embeddings, unreadEmbeddings, useEmbeddings } from "../../state/tags/embeddings";
import { Button } from "../../ui/controls/button";
import { EmptyState } from "../../ui/feedback/empty-state";
import { ErrorState } from "../../ui/feedback/error-state";
import { Skeleton } from "../../ui/feedback/skeleton";
import { type Colouring, colouringOf, informativeColumn } from "./colours";
import { foundRows } from "./found-rows";
import * as messages from "./messages";
import { type Pictures, PointCanvas } from "./point-canvas";
import { rowAt } from "./points";
import { keyOf, useProjectorKeys } from "./projector-keys";
import { shownEmbeddings } from "./shown-embeddings";
import { SidePanel, useNeighbours } from "./side-panel";
import { Toolbar } from "./toolbar";
import { type Laid, MAX_UMAP, pointCount, useCloud, useVectors } from "./use-cloud";
import * as view from "./view";
import "./projector.css";

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

function Legend({ legend }: Pick<Colouring, "legend">) {
  if (legend.length === 0) return null;
  return (
    <ul class="projector-legend" aria-label={messages.legend}>
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
  const { total, dimensions, stride } = vectors;
  const size =
    stride > 1
      ? messages.sizeNoteSampled(total, dimensions, stride)
      : messages.sizeNote(total, dimensions);
  if (view.method.value === "custom") {
    return [size, error === null ? "" : messages.axesFailed(error)].filter(Boolean).join(" ");
  }
  if (error !== null) return messages.umapFailed(size, error);
  if (view.method.value === "umap") {
    const cut = pointCount(vectors) > cloud.count ? messages.firstDrawn(MAX_UMAP) : "";
    const progress = part < 1 ? messages.umapProgress(part) : "";
    return [size, cut, progress].filter(Boolean).join(" ");
  }
  const shares = vectors.variance.slice(0, view.dimensions.value);
  const share = shares.reduce((sum, one) => sum + one, 0);
  return messages.varianceNote(size, share);
}

/** What stands at the ends of the axes that the viewer chose. */
function AxisEnds() {
  return (
    <>
      {(["left", "right", "bottom", "top"] as const).map((end) => (
        <span key={end} class={`projector-axis-end ${end}`} aria-hidden="true">
          {view.axisEnds[end].value}
        </span>
      ))}
    </>
  );
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
  const text = view.searchText.value;
  const found = useMemo(() => foundRows(vectors, text), [vectors, text]);
  const { metadata } = vectors;
  const labels = (metadata.find(({ name }) => name === view.labelBy.value) ?? metadata[0])?.values;
  const labelOf = (row: number) => labels?.[row] || messages.vectorLabel(row * vectors.stride);
  const note = noteOf(vectors, laid);
  return (
    <div class="projector-body">
      <div class="projector-plot">
        <PointCanvas
          cloud={laid.cloud}
          isFlat={view.dimensions.value === 2}
          colourOf={colouring.colourOf}
          labelOf={labelOf}
          hasLabels={view.hasLabels.value}
          found={found}
          near={new Set(near.map(({ row }) => row))}
          chosen={view.point.value}
          pictures={pictures}
          summary={`${embedding.name}: ${note}`}
          theme={theme}
        >
          {view.method.value === "custom" && <AxisEnds />}
        </PointCanvas>
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
  const { data, error } = useVectors(embedding);
  const laid = useCloud(embedding, data);
  const informative = useMemo(() => informativeColumn(data?.metadata ?? []), [data]);
  const colour = view.colourBy.value || (informative ?? "-");
  const rows = useMemo(
    () =>
      Array.from({ length: laid?.cloud.count ?? 0 }, (_, at) =>
        laid ? rowAt(laid.cloud, at) : at,
      ),
    [laid],
  );
  useProjectorKeys(embedding, rows);
  return (
    <div class="ui-tab-column">
      <Toolbar embedding={embedding} vectors={data} colour={colour} cloud={laid?.cloud ?? null} />
      {error !== null && <ErrorState title={messages.embeddingFailed} error={error} />}
      {error !== null && view.isolation.value !== null && (
        <Button onClick={() => view.isolate(null)}>{messages.showAll}</Button>
      )}
      {error === null && (data === null || laid === null) && (
        <Skeleton text={messages.loadingVectors} />
      )}
      {data !== null && laid !== null && (
        <Plot embedding={embedding} vectors={data} laid={laid} colour={colour} />
      )}
    </div>
  );
}

export function ProjectorTab() {
  useEmbeddings();
  const shown = shownEmbeddings.value;
  const chosen = shown.find((one) => keyOf(one) === view.embeddingKey.value) ?? shown[0];
  if (chosen !== undefined) return <Projector key={keyOf(chosen)} embedding={chosen} />;
  if (embeddings.value.length > 0) {
    return (
      <EmptyState title={messages.noneOfRunsShown}>
        <p>{messages.inHiddenRuns(embeddings.value.length)}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={messages.nothingToShow}>
      <p>
        {messages.noEmbedding} (<code>projector_config.pbtxt</code>). {messages.callHint}
      </p>
      <pre>writer.add_embedding(vectors, metadata=labels, global_step=step)</pre>
      {unreadEmbeddings.value.map((message) => (
        <p key={message}>{messages.notRead(message)}</p>
      ))}
    </EmptyState>
  );
}
