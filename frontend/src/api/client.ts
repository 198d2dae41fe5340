/** Typed fetch: every request of the page but the stream goes through here. All paths are relative to the page. */

import { wellFormed } from "../lib/format/characters";
import * as messages from "./messages";

/** The server answered with an error, or did not answer (`status` 0, kind `unreachable`). */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: number,
    readonly kind: string,
    message: string,
  ) {
    super(message);
  }
}

/** What answers the page: a server, or the file that the page is in. */
export interface Source {
  answer(url: string, init: RequestInit): Promise<Response>;
  /** The address at which a browser finds what stands at `url`; empty where nothing does. */
  fileUrl(url: string): string;
}

let source: Source = { answer: (url, init) => fetch(url, init), fileUrl: (url) => url };

/** Has all requests answered otherwise than by a server. Call before the first. */
export function answerFrom(other: Source): void {
  source = other;
}

/** The text in place of a file without an address: only a report lacks some. */
export const NOT_INCLUDED = messages.notIncluded;

/** The address of a picture or a sound, for an element that shows or saves it; empty for none. */
export function fileUrl(url: string): string {
  return source.fileUrl(url);
}

export type QueryValue = string | number | readonly string[] | undefined;

/** `path?key=value…`; a list repeats its key, `undefined` is left out. */
export function resourceUrl(
  path: string,
  query: Readonly<Record<string, QueryValue>> = {},
): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [String(value)]) search.append(key, item);
  }
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

interface ErrorBody {
  error?: { kind?: string; message?: string };
}

async function readError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  const { kind = "http", message = messages.serverAnswered(response.status) } = body.error ?? {};
  return new ApiError(response.status, kind, message);
}

let underWay = 0;

/** How many questions have not been answered so far. */
export function requestsUnderWay(): number {
  return underWay;
}

async function request(url: string, accept: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  underWay += 1;
  try {
    response = await source.answer(url, { ...init, headers: { Accept: accept, ...init.headers } });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError(0, "unreachable", messages.noResponse);
  } finally {
    underWay -= 1;
  }
  if (!response.ok) throw await readError(response);
  return response;
}

/** The JSON at `url`; the caller names its type. Throws ApiError, or AbortError when aborted. */
export async function getJson<T>(url: string, signal?: AbortSignal): Promise<T> {
  return (await request(url, "application/json", withSignal(signal))).json() as Promise<T>;
}

/**
 * The JSON that the server answers to a JSON body put at `url`. Throws as getJson does.
 *
 * `keepalive` lets the request outlive the page; browsers then take a body of at most 64 kB.
 */
export function putJson<T>(url: string, body: unknown, keepalive = false): Promise<T> {
  return sendJson(url, { method: "PUT", body: bodyOf(body), keepalive });
}

/** The JSON that the server answers to a JSON body posted to `url`. Throws as getJson does. */
export function postJson<T>(url: string, body: unknown): Promise<T> {
  return sendJson(url, { method: "POST", body: bodyOf(body) });
}

/** The JSON that the server answers once it has deleted what is at `url`. Throws as getJson does. */
export function deleteJson<T>(url: string): Promise<T> {
  return sendJson(url, { method: "DELETE" });
}

/** A body that UTF-8 can hold: a field cut by the browser may end with half an emoji. */
function bodyOf(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "string" ? wellFormed(each) : each,
  );
}

async function sendJson<T>(url: string, init: RequestInit): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return (await request(url, "application/json", { ...init, headers })).json() as Promise<T>;
}

/** The JSON that the server answers to bytes posted to `url`. Throws as getJson does. */
export async function postBytes<T>(url: string, body: Blob, signal?: AbortSignal): Promise<T> {
  const headers = { "Content-Type": "application/octet-stream" };
  const init = { ...withSignal(signal), method: "POST", headers, body };
  return (await request(url, "application/json", init)).json() as Promise<T>;
}

/** The bytes at `url`, requested in the binary form. Throws as getJson does. */
export async function getBytes(url: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  return (await request(url, "application/octet-stream", withSignal(signal))).arrayBuffer();
}

function withSignal(signal: AbortSignal | undefined): RequestInit {
  return { signal: signal ?? null };
}
