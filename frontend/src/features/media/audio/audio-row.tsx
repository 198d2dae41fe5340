/** One sound: its waveform, rate and length, and a button that plays it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { NOT_INCLUDED } from "../../../api/client";
import { getSampleBytes, type SampleId, sampleUrl } from "../../../api/media";
import type { Sound } from "../../../api/types";
import { bytesText } from "../../../lib/format/number";
import { appliedTheme } from "../../../state/base/theme";
import { IconButton } from "../../../ui/controls/button";
import * as messages from "../messages";
import { audible, pause, play, positionOf } from "./player";
import { drawPeaks, type Peaks, peaksOfAll } from "./waveform";

const PARTS = 240;
const HEIGHT_PX = 48;
/** Longer sounds are played but not drawn: decoded, they take many times their bytes. */
const MAX_DECODED_BYTES = 30_000_000;

interface Decoded {
  readonly peaks: Peaks | null;
  readonly seconds: number | null;
  readonly complaint: string | null;
}

const NOTHING: Decoded = { peaks: null, seconds: null, complaint: null };

/** Samples at the lowest rate that browsers decode at: enough for peaks. */
async function decode(id: SampleId, signal: AbortSignal): Promise<Decoded> {
  const bytes = await getSampleBytes("audio", id, signal);
  try {
    const buffer = await new OfflineAudioContext(1, 1, 8000).decodeAudioData(bytes);
    const channels = Array.from({ length: buffer.numberOfChannels }, (_, at) =>
      buffer.getChannelData(at),
    );
    return {
      ...NOTHING,
      peaks: peaksOfAll(channels, PARTS),
      seconds: buffer.duration,
    };
  } catch {
    return { ...NOTHING, complaint: messages.audioDecodeFailed };
  }
}

function useDecoded(id: SampleId, sound: Sound): Decoded {
  const [decoded, setDecoded] = useState(NOTHING);
  const url = sampleUrl("audio", id);
  useEffect(() => {
    if (url === "" || sound.media_type === null || sound.bytes > MAX_DECODED_BYTES) return;
    const stop = new AbortController();
    decode(id, stop.signal).then(setDecoded, (cause: Error) => {
      if (!stop.signal.aborted) setDecoded({ ...NOTHING, complaint: cause.message });
    });
    return () => stop.abort();
  }, [url]);
  return decoded;
}

function Waveform({ peaks, share }: { peaks: Peaks; share: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = appliedTheme.value;
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    const style = getComputedStyle(context.canvas);
    const colours = {
      rest: style.getPropertyValue("--line-strong"),
      played: style.getPropertyValue("--accent"),
    };
    drawPeaks(context, peaks, share, colours);
  }, [peaks, share, theme]);
  return <canvas ref={canvas} width={PARTS * 4} height={HEIGHT_PX * 2} />;
}

function factsOf(sound: Sound, seconds: number | null): string {
  const facts = [
    seconds === null ? null : messages.seconds(seconds),
    sound.sample_rate === null ? null : messages.hertz(sound.sample_rate),
    sound.channels === null || sound.channels === 1 ? null : messages.channelCount(sound.channels),
    bytesText(sound.bytes),
  ];
  return facts.filter((fact) => fact !== null).join(", ");
}

/** Why a sound is not played; null when it is. */
function complaintOf(sound: Sound, url: string): string | null {
  if (sound.media_type === null) return messages.unsupportedAudio;
  return url === "" ? NOT_INCLUDED : null;
}

export function SoundRow({ id, sound }: { readonly id: SampleId; readonly sound: Sound }) {
  const url = sampleUrl("audio", id);
  const decoded = useDecoded(id, sound);
  const seconds = sound.seconds ?? decoded.seconds;
  const position = positionOf(url);
  const isPlaying = url !== "" && audible.value === url;
  const seek = (press: MouseEvent): void => {
    const box = (press.currentTarget as HTMLElement).getBoundingClientRect();
    void play(url, ((press.clientX - box.left) / box.width) * (seconds ?? 0));
  };
  const complaint = complaintOf(sound, url) ?? decoded.complaint;
  return (
    <div class="media-audio-row">
      <IconButton
        icon={isPlaying ? "pause" : "play"}
        label={isPlaying ? messages.pauseAudio : messages.playAudio}
        disabled={url === "" || sound.media_type === null}
        onClick={() => (isPlaying ? pause() : void play(url))}
      />
      {complaint === null ? (
        <button
          type="button"
          class="media-waveform"
          aria-label={messages.playPosition}
          onClick={seek}
        >
          {decoded.peaks !== null && (
            <Waveform peaks={decoded.peaks} share={seconds ? position / seconds : 0} />
          )}
        </button>
      ) : (
        <p class="media-note">{complaint}</p>
      )}
      <span class="media-audio-facts">
        {sound.label !== "" && <span class="media-audio-label">{sound.label}</span>}
        {factsOf(sound, seconds)}
      </span>
      {url !== "" && (
        <a href={url} download={`${id.tag}-${id.step}`} aria-label={messages.downloadAudio}>
          {messages.download}
        </a>
      )}
    </div>
  );
}
