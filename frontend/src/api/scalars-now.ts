/** Scalars read while the page waits: a browser that prints takes the page as it is. */
import { decodeScalars, type Scalars, type ScalarsQuery, scalarsUrl } from "./scalars";

const BINARY = "application/octet-stream";

/** What the server answers, before anything else happens on the page; null where it does not. */
export function getScalarsNow(query: ScalarsQuery): Scalars | null {
  const request = new XMLHttpRequest();
  request.open("GET", scalarsUrl(query), false);
  request.setRequestHeader("Accept", BINARY);
  // Such a request has texts only: with this one, each letter is a byte.
  request.overrideMimeType("text/plain; charset=x-user-defined");
  try {
    request.send();
    if (request.status !== 200) return null;
    const scalars = decodeScalars(bytesOf(request.responseText));
    return query.isExpression ? { ...scalars, isExpression: true } : scalars;
  } catch {
    return null;
  }
}

function bytesOf(text: string): ArrayBuffer {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at) & 0xff;
  return bytes.buffer;
}
