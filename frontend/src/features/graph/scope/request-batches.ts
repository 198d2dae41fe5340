/** Which scopes are asked for in one request. */

/** The server answers for no more in one question. */
const MOST_NAMES = 500;
/** Characters of names, as an address writes them; proxies take addresses of 8 kB and more. */
const MOST_LENGTH = 5_000;

/** The names, in their order, in as few batches as addresses of a bounded length allow. */
export function inBatches(names: readonly string[]): string[][] {
  const batches: string[][] = [];
  let length = MOST_LENGTH;
  for (const name of names) {
    const own = "&name=".length + encodeURIComponent(name).length;
    const last = batches.at(-1);
    if (last !== undefined && last.length < MOST_NAMES && length + own <= MOST_LENGTH) {
      last.push(name);
      length += own;
    } else {
      batches.push([name]);
      length = own;
    }
  }
  return batches;
}
