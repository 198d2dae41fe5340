/** Plays the lines of a card one after the other, from the left end of the x axis to the right. */
import { announce } from "../../../state/shell/announcements";
import { type PlayedAxes, tonesOf } from "./tones";

const SECONDS = 3;
const TONES_PER_SECOND = 40;
const PAUSE_SECONDS = 0.4;
const VOLUME = 0.15;
/** A tone begins and ends softly: a click would sound like a value. */
const FADE_SECONDS = 0.01;

export interface PlayedLine {
  readonly name: string;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

let playing: AudioContext | null = null;

/** Ends what is playing; returns whether something was. */
export function stopPlaying(): boolean {
  const was = playing !== null;
  void playing?.close();
  playing = null;
  return was;
}

/** Plays lines and says the name of each; a second call ends what the first plays. */
export async function playLines(lines: readonly PlayedLine[], axes: PlayedAxes): Promise<void> {
  stopPlaying();
  const context = new AudioContext();
  playing = context;
  for (const line of lines) {
    if (playing !== context) return;
    announce(line.name);
    await playLine(context, tonesOf(line, axes, SECONDS * TONES_PER_SECOND));
  }
  if (playing === context) stopPlaying();
}

function playLine(context: AudioContext, tones: Float32Array): Promise<void> {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  const panner = context.createStereoPanner();
  oscillator.connect(gain).connect(panner).connect(context.destination);
  const start = context.currentTime + PAUSE_SECONDS;
  gain.gain.setValueAtTime(0, context.currentTime);
  panner.pan.setValueAtTime(-1, start);
  panner.pan.linearRampToValueAtTime(1, start + SECONDS);
  tones.forEach((tone, at) => {
    const moment = start + at / TONES_PER_SECOND;
    if (!Number.isNaN(tone)) oscillator.frequency.setValueAtTime(tone, moment);
    gain.gain.setTargetAtTime(Number.isNaN(tone) ? 0 : VOLUME, moment, FADE_SECONDS);
  });
  gain.gain.setTargetAtTime(0, start + SECONDS, FADE_SECONDS);
  oscillator.start(start);
  oscillator.stop(start + SECONDS + 10 * FADE_SECONDS);
  return new Promise((resolve) => {
    oscillator.onended = () => resolve();
    context.onstatechange = () => {
      if (context.state === "closed") resolve();
    };
  });
}
