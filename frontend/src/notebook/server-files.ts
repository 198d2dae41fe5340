/**
 * Pictures, sounds and downloads that the server has at an address: in a cell nothing can be loaded
 * from one, so they come through the channel as blobs.
 */
import type { Channel } from "./channel";

const OF_SERVER = /^api\//;
/** Long enough for a browser to have begun to save. */
const REVOKE_AFTER_MS = 60_000;

interface WithSource {
  src: string;
}

/** Has elements load what the server has through the channel. Call once. */
export function loadThrough(channel: Channel): void {
  for (const of of [HTMLImageElement, HTMLMediaElement]) redirectSource(channel, of.prototype);
  redirectDownloads(channel);
}

function redirectSource(channel: Channel, prototype: WithSource): void {
  const own = Object.getOwnPropertyDescriptor(prototype, "src");
  if (own?.set === undefined || own.get === undefined) return;
  const { get, set } = own;
  const wanted = new WeakMap<object, { url: string; blob: string }>();
  Object.defineProperty(prototype, "src", {
    ...own,
    get(this: WithSource) {
      return wanted.get(this)?.url ?? get.call(this);
    },
    set(this: WithSource, url: string) {
      const before = wanted.get(this);
      if (before?.url === url) return;
      if (before !== undefined) URL.revokeObjectURL(before.blob);
      wanted.delete(this);
      if (!OF_SERVER.test(url)) {
        set.call(this, url);
        return;
      }
      const request = { url, blob: "" };
      wanted.set(this, request);
      void blobOf(channel, url).then((blob) => {
        if (wanted.get(this) !== request) return;
        request.blob = blob === null ? "" : URL.createObjectURL(blob);
        // An address that nothing is at: the element tells that it failed.
        set.call(this, request.blob || "blob:null/missing");
      });
    },
  });
}

async function blobOf(channel: Channel, url: string): Promise<Blob | null> {
  const response = await channel.fetch(url, { headers: { Accept: "*/*" } });
  return response.ok ? response.blob() : null;
}

function redirectDownloads(channel: Channel): void {
  const own = HTMLAnchorElement.prototype.click;
  const save = (link: HTMLAnchorElement): boolean => {
    const url = link.getAttribute("href") ?? "";
    if (!OF_SERVER.test(url)) return false;
    void blobOf(channel, url).then((blob) => {
      if (blob === null) return;
      const file = document.createElement("a");
      file.href = URL.createObjectURL(blob);
      file.download = link.download;
      own.call(file);
      setTimeout(() => URL.revokeObjectURL(file.href), REVOKE_AFTER_MS);
    });
    return true;
  };
  HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
    if (!save(this)) own.call(this);
  };
  document.addEventListener("click", (press) => {
    const link = press.target instanceof Element ? press.target.closest("a") : null;
    if (link !== null && !press.defaultPrevented && save(link)) press.preventDefault();
  });
}
