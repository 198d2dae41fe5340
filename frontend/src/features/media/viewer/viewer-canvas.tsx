/** What the viewer draws: one picture, or two beside each other, over each other or subtracted. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { NOT_INCLUDED } from "../../../api/client";
import { getImages, type SampleId, sampleUrl } from "../../../api/media";
import type { Picture } from "../../../api/types";
import { runName } from "../../../state/runs/runs";
import { seriesVersion } from "../../../state/server/connection";
import { QueryCache } from "../../../state/server/query-cache";
import { useQuery } from "../../../state/server/use-query";
import { complaintOf, imageStyle, toneFilter, useLens, usePictureWord } from "../images/image-tile";
import { lens, lensTransform } from "../images/lens";
import * as messages from "../messages";
import * as view from "../options/tab-options";

/** Fitted pictures are about so wide; only when to show single pixels depends on it. */
const CANVAS_PX = 640;

interface Shown {
  readonly id: SampleId;
  /** Null with a message that says why. */
  readonly picture: Picture | null;
  readonly message: string | null;
}

const MAX_IDLE = 100;

const pictures = new QueryCache<SampleId, Shown>({
  fetch: async (id, signal) => {
    const { step, ...others } = id;
    const query = { ...others, steps: [step], values: 1, samples: 1 };
    const [value] = (await getImages(query, signal)).values;
    return { id, picture: value?.pictures[0] ?? null, message: value?.message ?? null };
  },
  version: ({ tag, run }) => seriesVersion(tag, [run]),
  maxIdle: MAX_IDLE,
});

/** The picture of a sample; the one before until the answer is here. */
function usePicture(id: SampleId | null): Shown | null {
  const { data } = useQuery(pictures, id);
  return data === null || (data.picture === null && data.message === null) ? null : data;
}

/** What the lens moves: a wheel zooms here without a key. */
function ViewerCanvas({ children, label }: { children: ComponentChildren; label: string }) {
  const { wasDragged: _, ...hold } = useLens(false);
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const pane = element.current;
    if (pane === null) return;
    // Preact listens passively, and the page would scroll as well.
    const stay = (input: WheelEvent) => input.preventDefault();
    pane.addEventListener("wheel", stay, { passive: false });
    return () => pane.removeEventListener("wheel", stay);
  }, []);
  return (
    <div class="media-viewer-stage" ref={element} aria-label={label} role="img" {...hold}>
      {children}
    </div>
  );
}

interface LayerProps {
  readonly shown: Shown | null;
  readonly look?: Record<string, string> | undefined;
  /** Without brightness and contrast, which are then those of what it is a part of. */
  readonly isPart?: boolean;
}

function Layer({ shown, look, isPart = false }: LayerProps) {
  if (shown === null) return null;
  const { id, picture, message } = shown;
  if (picture === null) return <p class="media-note">{message}</p>;
  const url = sampleUrl("images", id);
  const complaint = complaintOf(picture) ?? (url === "" ? NOT_INCLUDED : null);
  if (complaint !== null) return <p class="media-note">{complaint}</p>;
  return <DrawnLayer id={id} picture={picture} url={url} look={look} isPart={isPart} />;
}

interface DrawnLayerProps extends Omit<LayerProps, "shown"> {
  readonly id: SampleId;
  readonly picture: Picture;
  readonly url: string;
}

function DrawnLayer({ id, picture, url, look, isPart = false }: DrawnLayerProps) {
  const { word, onError } = usePictureWord(url, picture);
  return (
    <div class="media-viewer-layer" style={look}>
      <img
        src={url}
        alt={messages.layerLabel(id.tag, runName(id.run), id.step)}
        draggable={false}
        onError={onError}
        style={{
          ...imageStyle(picture, CANVAS_PX),
          ...(isPart ? { filter: "none" } : {}),
          transform: lensTransform(lens.value),
        }}
      />
      {word !== null && <span class="media-image-caption">{word}</span>}
    </div>
  );
}

function labelOf(shown: Shown | null): string {
  if (shown === null) return "";
  const { tag, run, step, sample } = shown.id;
  return messages.sampleLabelInViewer(tag, runName(run), step, sample + 1);
}

/** Fitted into the same frame, pixels of pictures of two sizes do not lie over each other. */
function SizesDiffer({ a, b }: Pair) {
  const [one, other] = [a, b].map((shown) => shown?.picture && sizeText(shown.picture));
  if (!one || !other || one === other) return null;
  return (
    <p class="media-note" role="status">
      {messages.sizesDiffer(one, other)}
    </p>
  );
}

function sizeText({ width, height }: Picture): string {
  return `${width} × ${height}`;
}

interface Pair {
  readonly a: Shown | null;
  readonly b: Shown | null;
}

export function Compared({ a, b }: { a: SampleId | null; b: SampleId | null }) {
  const pair = { a: usePicture(a), b: usePicture(b) };
  return (
    <>
      <SizesDiffer {...pair} />
      {view.mode.value === "wipe" ? (
        <Wipe {...pair} />
      ) : view.mode.value === "difference" ? (
        <Difference {...pair} />
      ) : (
        <Beside {...pair} />
      )}
    </>
  );
}

function labelOfPair({ a, b }: Pair): string {
  return messages.pairLabel(labelOf(a), labelOf(b));
}

function Wipe({ a, b }: Pair) {
  const line = useSignal(50);
  return (
    <div class="media-viewer-wipe">
      <ViewerCanvas label={labelOfPair({ a, b })}>
        <Layer shown={a} look={{ clipPath: `inset(0 ${100 - line.value}% 0 0)` }} />
        <Layer shown={b} look={{ clipPath: `inset(0 0 0 ${line.value}%)` }} />
        <span class="media-viewer-line" style={{ left: `${line.value}%` }} />
      </ViewerCanvas>
      <input
        type="range"
        min={0}
        max={100}
        value={line.value}
        aria-label={messages.dividerPosition}
        onInput={({ currentTarget }) => {
          line.value = Number(currentTarget.value);
        }}
      />
    </div>
  );
}

function Difference({ a, b }: Pair) {
  return (
    <ViewerCanvas label={messages.differenceLabel(labelOfPair({ a, b }))}>
      <div class="media-viewer-layer" style={{ filter: toneFilter() }}>
        <Layer shown={a} isPart />
        <Layer shown={b} isPart look={{ mixBlendMode: "difference" }} />
      </div>
    </ViewerCanvas>
  );
}

function Beside({ a, b }: Pair) {
  return (
    <div class="media-viewer-pair">
      <ViewerCanvas label={labelOf(a)}>
        <Layer shown={a} />
      </ViewerCanvas>
      <ViewerCanvas label={labelOf(b)}>
        <Layer shown={b} />
      </ViewerCanvas>
    </div>
  );
}

export function Alone({ id }: { id: SampleId | null }) {
  const shown = usePicture(id);
  return (
    <ViewerCanvas label={labelOf(shown)}>
      <Layer shown={shown} />
    </ViewerCanvas>
  );
}
