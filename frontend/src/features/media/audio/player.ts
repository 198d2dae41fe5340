/** The one player: another sound goes on at the position of the one before, for comparing. */
import { computed, signal } from "@preact/signals";

/** The address of the sound that was played last. */
const playing = signal("");
const isRunning = signal(false);
/** Seconds. */
const position = signal(0);

/** The URL that is audible now; empty for none. */
export const audible = computed(() => (isRunning.value ? playing.value : ""));

let element: HTMLAudioElement | null = null;

function audio(): HTMLAudioElement {
  if (element !== null) return element;
  const made = new Audio();
  made.addEventListener("play", () => {
    isRunning.value = true;
  });
  for (const end of ["pause", "ended", "error"]) {
    made.addEventListener(end, () => {
      isRunning.value = false;
    });
  }
  made.addEventListener("timeupdate", () => {
    position.value = made.currentTime;
  });
  element = made;
  return made;
}

/** Where the sound at an address is, in seconds; 0 when another was played last. */
export function positionOf(url: string): number {
  return playing.value === url ? position.value : 0;
}

/** Plays a sound from `seconds` on; from where the one before was, when left out. */
export async function play(url: string, seconds?: number): Promise<void> {
  const player = audio();
  const from = seconds ?? (player.ended ? 0 : player.currentTime);
  if (playing.peek() !== url) {
    playing.value = url;
    player.src = url;
  }
  player.currentTime = from;
  position.value = from;
  // A browser that refuses to play says so by never starting.
  await player.play().catch(() => {});
}

export function pause(): void {
  element?.pause();
}
