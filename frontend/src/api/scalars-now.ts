/** Scalars read while the page waits: a browser that prints takes the page as it is. */
import { decodeScalars, type Scalars, type ScalarsQuery, scalarsUrl } from "./scalars";

const BINARY = "application/octet-stream";
const FIRST_SERVER_ERROR = 500;

/**
 * What the server answers, before anything else happens on the page: null for an error, undefined
 * where no answer comes within `seconds`. Browsers bound no such request, so the server has to.
 */
export function getScalarsNow(query: ScalarsQuery, seconds: number): Scalars | null | undefined {
  const request = new XMLHttpRequest();
  request.open("GET", scalarsUrl(query), false);
  request.setRequestHeader("Accept", BINARY);
  request.setRequestHeader("Prefer", `wait=${Math.max(1, Math.ceil(seconds))}`);
  // Such a request has texts only: with this one, each letter is a byte.
  request.overrideMimeType("text/plain; charset=x-user-defined");
  try {
    request.send();
  } catch {
    return undefined;
  }
  if (request.status !== 200) return request.status < FIRST_SERVER_ERROR ? null : undefined;
  const scalars = decodeScalars(bytesOf(request.responseText));
  return query.isExpression ? { ...scalars, isExpression: true } : scalars;
}

function bytesOf(text: string): ArrayBuffer {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at) & 0xff;
  return bytes.buffer;
}
