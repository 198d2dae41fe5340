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
import { FrameCanvas, type FrameCanvasProps, PlayerControls } from "../animation/player-controls";
import { usePlayer } from "../animation/use-player";
import {
  complaintOf,
  hasFrames,
  imageStyle,
  isVideo,
  toneFilter,
  useLens,
  usePictureWord,
} from "../images/image-tile";
import { lens, lensTransform } from "../images/lens";
import { square } from "../images/tile-box";
import * as messages from "../messages";
import * as view from "../options/tab-options";
import { VideoTile } from "../video/video-tile";

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
  /** Draws the frame in place of the whole animation. */
  readonly frame?: Pick<FrameCanvasProps, "canvas" | "animation"> | null;
}

function Layer({ shown, ...how }: LayerProps) {
  if (shown === null) return null;
  const { id, picture, message } = shown;
  if (picture === null) return <p class="media-note">{message}</p>;
  const url = sampleUrl("images", id);
  const complaint = url === "" ? NOT_INCLUDED : complaintOf(picture);
  if (complaint !== null) return <p class="media-note">{complaint}</p>;
  if (isVideo(picture)) return <p class="media-note">{messages.videosSideBySide}</p>;
  return <DrawnLayer id={id} picture={picture} url={url} {...how} />;
}

interface DrawnLayerProps extends Omit<LayerProps, "shown"> {
  readonly id: SampleId;
  readonly picture: Picture;
  readonly url: string;
}

function DrawnLayer({ id, picture, url, look, isPart = false, frame = null }: DrawnLayerProps) {
  const { word, onError } = usePictureWord(url, picture);
  const label = messages.layerLabel(id.tag, runName(id.run), id.step);
  const style = {
    ...imageStyle(picture, square(CANVAS_PX)),
    ...(isPart ? { filter: "none" } : {}),
    transform: lensTransform(lens.value),
  };
  return (
    <div class="media-viewer-layer" style={look}>
      {frame === null ? (
        <img src={url} alt={label} draggable={false} onError={onError} style={style} />
      ) : (
        <FrameCanvas {...frame} label={label} look={style} />
      )}
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
      <Pane shown={a} />
      <Pane shown={b} />
    </div>
  );
}

export function Alone({ id }: { id: SampleId | null }) {
  return <Pane shown={usePicture(id)} />;
}

/** One picture; below an animated one its player. */
function Pane({ shown }: { readonly shown: Shown | null }) {
  const picture = shown?.picture ?? null;
  if (shown === null || picture === null || (!isVideo(picture) && !hasFrames(picture))) {
    return (
      <ViewerCanvas label={labelOf(shown)}>
        <Layer shown={shown} />
      </ViewerCanvas>
    );
  }
  const { id } = shown;
  const url = sampleUrl("images", id);
  if (!isVideo(picture) || url === "") return <Played id={id} shown={shown} url={url} />;
  const name = `${id.tag}-${id.step}`;
  const label = labelOf(shown);
  return (
    <div class="media-viewer-pane">
      <VideoTile url={url} label={label} name={name} size={null} damage={picture.damage} />
    </div>
  );
}

interface PlayedProps {
  readonly id: SampleId;
  readonly shown: Shown;
  readonly url: string;
}

function Played({ id, shown, url }: PlayedProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const player = usePlayer(id, url, canvas, true);
  const { animation } = player;
  const label = labelOf(shown);
  return (
    <div class="media-viewer-pane">
      <ViewerCanvas label={label}>
        <Layer shown={shown} frame={animation === null ? null : { canvas, animation }} />
      </ViewerCanvas>
      {animation !== null && <PlayerControls {...player} label={label} />}
    </div>
  );
}
