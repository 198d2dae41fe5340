/** The videos that lie beside the event files. */
import { fileUrl, getJson, resourceUrl } from "./client";
import type { Videos } from "./types";

export function getVideos(signal?: AbortSignal): Promise<Videos> {
  return getJson("api/videos", signal);
}

/** Where a browser finds a video; empty where there is none. */
export function videoUrl(path: string): string {
  return fileUrl(resourceUrl("api/videos/file", { path }));
}
