/** Plays an animated GIF on a canvas. */
import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { getSampleBytes, type SampleId } from "../../../api/media";
import { frameAt, frameStarts } from "./frame-clock";
import { type Animation, readGif } from "./gif";

export interface Player {
  /** Null until it was read, and for one that cannot be played. */
  readonly animation: Animation | null;
  readonly frame: Signal<number>;
  readonly isPlaying: Signal<boolean>;
  /** When each frame begins and, at last, the length; in milliseconds. */
  readonly starts: Float64Array;
}

const NO_FRAMES: readonly number[] = [];

/** Reads the animation of a sample once it is visible; an empty `url` has none. */
export function usePlayer(
  id: SampleId,
  url: string,
  canvas: RefObject<HTMLCanvasElement | null>,
  visible: boolean,
): Player {
  const animation = useSignal<Animation | null>(null);
  const frame = useSignal(0);
  const isPlaying = useSignal(!matchMedia("(prefers-reduced-motion: reduce)").matches);
  const isWanted = url !== "" && (visible || animation.value !== null);
  useEffect(() => {
    animation.value = null;
    if (!isWanted) return;
    const stop = new AbortController();
    getSampleBytes("images", id, stop.signal)
      .then((bytes) => {
        const read = readGif(bytes);
        read.pixelsAt(0);
        frame.value = 0;
        animation.value = read;
      })
      // The browser shows it as an image, as far as it can.
      .catch(() => {});
    return () => stop.abort();
  }, [url, isWanted]);

  const shown = animation.value;
  const starts = useMemo(() => frameStarts(shown?.delays ?? NO_FRAMES), [shown]);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (shown === null || !context) return;
    const pixels = shown.pixelsAt(frame.value);
    context.putImageData(new ImageData(pixels, shown.width, shown.height), 0, 0);
  }, [shown, frame.value]);
  useEffect(() => {
    if (shown === null || !visible || !isPlaying.value) return;
    const began = performance.now() - (starts[frame.peek()] ?? 0);
    let request = requestAnimationFrame(function tick(now) {
      frame.value = frameAt(starts, now - began);
      request = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(request);
  }, [shown, visible, isPlaying.value]);
  return { animation: shown, frame, isPlaying, starts };
}
