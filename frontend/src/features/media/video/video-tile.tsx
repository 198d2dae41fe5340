/** A video with the controls of the browser. */
import { useSignal } from "@preact/signals";
import * as messages from "../messages";

interface VideoTileProps {
  readonly url: string;
  readonly label: string;
  /** The file's name when it is downloaded. */
  readonly name: string;
  /** Width and height, in CSS pixels; null fills what is there. */
  readonly size: number | null;
  /** What is wrong with it, if anything is known. */
  readonly damage: string | null;
}

export function VideoTile({ url, label, name, size, damage }: VideoTileProps) {
  const failed = useSignal("");
  const box = size === null ? {} : { width: `${size}px`, height: `${size}px` };
  if (failed.value === url) {
    return (
      <div class="media-image-tile wrong" style={box}>
        <p>{damage ?? messages.videoDecodeFailed}</p>
        <a href={url} download={name}>
          {messages.download}
        </a>
      </div>
    );
  }
  return (
    <div class="media-image-tile media-video-tile" style={box}>
      <video
        src={url}
        controls
        loop
        muted
        playsInline
        preload="metadata"
        aria-label={label}
        onError={() => {
          failed.value = url;
        }}
      />
      {damage !== null && <span class="media-image-caption">{damage}</span>}
    </div>
  );
}
