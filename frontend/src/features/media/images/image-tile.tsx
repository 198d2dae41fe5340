/** One picture in its tile, seen through the lens that all pictures share, or one video. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { NOT_INCLUDED } from "../../../api/client";
import { type SampleId, sampleUrl } from "../../../api/media";
import type { Picture } from "../../../api/types";
import { useInViewport } from "../../../ui/lists/use-in-viewport";
import { FrameCanvas, PlayerControls } from "../animation/player-controls";
import { usePlayer } from "../animation/use-player";
import * as messages from "../messages";
import * as view from "../options/tab-options";
import { VideoTile } from "../video/video-tile";
import { lens, lensTransform, panned, WHOLE, zoomed } from "./lens";
import { type Box, boxStyle, fittedScale, square, tileBox } from "./tile-box";

/** Larger images are decoded on request only: browsers would need gigabytes. */
const MAX_PIXELS = 50_000_000;
/** Larger animations are left to the browser, which shows them without controls. */
const MAX_ANIMATION_BYTES = 50_000_000;
const NEAREST_FROM = 4;
const WHEEL_PX_PER_DOUBLING = 240;

interface PictureTileProps {
  readonly id: SampleId;
  readonly picture: Picture;
  readonly alt: string;
  /** The side of a square tile, in CSS pixels; null fills what is there. */
  readonly size: number | null;
  /** Whether it is fetched at once; else when it is scrolled to. */
  readonly isWanted: boolean;
  readonly onOpen?: () => void;
}

export function isVideo({ media_type }: Picture): boolean {
  return media_type?.startsWith("video/") ?? false;
}

/** Why a picture is not drawn; null when it is. */
export function complaintOf(picture: Picture): string | null {
  if (picture.media_type === null) return messages.invalidImage(picture.bytes);
  if (isVideo(picture)) return null;
  if (picture.width === 0 || picture.height === 0) return messages.emptyImage;
  if (picture.width * picture.height > MAX_PIXELS) {
    return messages.imageTooLarge(picture.width, picture.height);
  }
  return null;
}

/** Browsers draw the intact part of a damaged image, and report others only on decoding. */
export function usePictureWord(url: string, picture: Picture | null) {
  const failed = useSignal("");
  const word = failed.value === url ? messages.imageDecodeFailed : picture?.damage;
  const onError = (): void => {
    failed.value = url;
  };
  return { word: word ?? null, onError };
}

export function toneFilter(): string {
  return `brightness(${view.brightness.value}%) contrast(${view.contrast.value}%)`;
}

export function imageStyle(picture: Picture, box: Box): Record<string, string> {
  const actual = view.isActualSize.value !== "";
  const pixel = (actual ? 1 : fittedScale(picture, box)) * lens.value.scale;
  return {
    filter: toneFilter(),
    imageRendering: pixel >= NEAREST_FROM ? "pixelated" : "auto",
    objectFit: actual ? "none" : "contain",
  };
}

/** Wheel with Ctrl, drag and double click move the lens; the wheel alone scrolls the page. */
export function useLens(needsCtrl: boolean) {
  const held = useRef<{ x: number; y: number; moved: boolean } | null>(null);
  const share = (input: MouseEvent): [number, number, DOMRect] => {
    const box = (input.currentTarget as HTMLElement).getBoundingClientRect();
    return [(input.clientX - box.left) / box.width, (input.clientY - box.top) / box.height, box];
  };
  return {
    onWheel: (input: WheelEvent) => {
      if (needsCtrl && !input.ctrlKey && !input.metaKey) return;
      input.preventDefault();
      const [x, y] = share(input);
      lens.value = zoomed(lens.peek(), 2 ** (-input.deltaY / WHEEL_PX_PER_DOUBLING), x, y);
    },
    onPointerDown: (input: PointerEvent) => {
      held.current = { x: input.clientX, y: input.clientY, moved: false };
      if (lens.peek().scale > 1)
        (input.currentTarget as HTMLElement).setPointerCapture(input.pointerId);
    },
    onPointerMove: (input: PointerEvent) => {
      const from = held.current;
      if (from === null || input.buttons === 0) return;
      const [, , box] = share(input);
      const [dx, dy] = [input.clientX - from.x, input.clientY - from.y];
      if (!from.moved && Math.hypot(dx, dy) < 4) return;
      held.current = { x: input.clientX, y: input.clientY, moved: true };
      lens.value = panned(lens.peek(), dx / box.width, dy / box.height);
    },
    onDblClick: () => {
      lens.value = WHOLE;
    },
    /** Whether the press that has just ended was a drag. */
    wasDragged: () => held.current?.moved ?? false,
  };
}

/** Whether the frames of a picture can be chosen; other animations are the browser's. */
export function hasFrames({ media_type, is_animated, bytes }: Picture): boolean {
  return media_type === "image/gif" && is_animated && bytes <= MAX_ANIMATION_BYTES;
}

export function PictureTile(props: PictureTileProps) {
  const { id, picture, alt, size } = props;
  const complaint = complaintOf(picture);
  const url = sampleUrl("images", id);
  const box = size === null ? {} : boxStyle(square(size));
  if (url === "") {
    return (
      <div class="media-image-tile wrong" style={box}>
        <p>{NOT_INCLUDED}</p>
      </div>
    );
  }
  const name = `${id.tag}-${id.step}`;
  if (isVideo(picture)) {
    return <VideoTile url={url} label={alt} name={name} size={size} damage={picture.damage} />;
  }
  if (complaint !== null) {
    return (
      <div class="media-image-tile wrong" style={box}>
        <p>{complaint}</p>
        <a href={url} download={name}>
          {messages.download}
        </a>
      </div>
    );
  }
  return <DrawnTile {...props} url={url} />;
}

interface DrawnTileProps extends PictureTileProps {
  readonly url: string;
}

function DrawnTile({ id, picture, alt, size, isWanted, onOpen, url }: DrawnTileProps) {
  const { wasDragged, ...hold } = useLens(true);
  const { word, onError } = usePictureWord(url, picture);
  const tile = useRef<HTMLButtonElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const visible = useInViewport(tile);
  const player = usePlayer(id, hasFrames(picture) ? url : "", canvas, visible);
  const box = tileBox(picture, size ?? 512);
  const look = { ...imageStyle(picture, box), transform: lensTransform(lens.value) };
  const { animation } = player;
  return (
    <div class="media-picture">
      <button
        type="button"
        class="media-image-tile"
        ref={tile}
        style={size === null ? {} : boxStyle(box)}
        aria-label={messages.openImage(alt)}
        data-tooltip={messages.imageTitle(picture.width, picture.height, picture.bytes)}
        onClick={() => {
          if (!wasDragged()) onOpen?.();
        }}
        {...hold}
      >
        {animation === null ? (
          <img
            src={url}
            alt={alt}
            onError={onError}
            loading={isWanted ? "eager" : "lazy"}
            decoding="async"
            draggable={false}
            style={look}
          />
        ) : (
          <FrameCanvas canvas={canvas} animation={animation} label={alt} look={look} />
        )}
        {word !== null && <span class="media-image-caption">{word}</span>}
      </button>
      {animation !== null && <PlayerControls {...player} label={alt} />}
    </div>
  );
}
