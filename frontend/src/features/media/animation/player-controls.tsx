/** The picture of an animation, its pause, and a slider over its frames. */
import type { RefObject } from "preact";
import { IconButton } from "../../../ui/controls/button";
import * as messages from "../messages";
import type { Animation } from "./gif";
import type { Player } from "./use-player";

export interface FrameCanvasProps {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly animation: Animation;
  readonly label: string;
  readonly look: Record<string, string>;
}

/** What a player draws on. */
export function FrameCanvas({ canvas, animation, label, look }: FrameCanvasProps) {
  const { width, height } = animation;
  return (
    <canvas ref={canvas} role="img" aria-label={label} width={width} height={height} style={look} />
  );
}

interface PlayerControlsProps extends Player {
  readonly label: string;
}

export function PlayerControls({ label, frame, isPlaying, starts }: PlayerControlsProps) {
  const count = starts.length - 1;
  const seconds = (starts[frame.value] ?? 0) / 1000;
  return (
    <div class="media-player">
      <IconButton
        icon={isPlaying.value ? "pause" : "play"}
        label={isPlaying.value ? messages.pauseAnimation(label) : messages.playAnimation(label)}
        onClick={() => {
          isPlaying.value = !isPlaying.value;
        }}
      />
      <input
        type="range"
        min={0}
        max={count - 1}
        value={frame.value}
        aria-label={messages.frameOf(label)}
        aria-valuetext={messages.frameAndTime(frame.value + 1, count, seconds)}
        onInput={({ currentTarget }) => {
          isPlaying.value = false;
          frame.value = Number(currentTarget.value);
        }}
      />
      <span class="media-count">{messages.frameCount(frame.value + 1, count)}</span>
    </div>
  );
}
