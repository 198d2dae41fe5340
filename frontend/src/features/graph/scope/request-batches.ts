/** Groups of scopes that are requested together. */

/** The server answers for no more in one question. */
const MAX_NAMES = 500;
/** Characters of names, as an address writes them; proxies take addresses of 8 kB and more. */
const MAX_LENGTH = 5_000;

/** The names, in their order, in as few batches as addresses of a bounded length allow. */
export function inBatches(names: readonly string[]): string[][] {
  const batches: string[][] = [];
  let length = MAX_LENGTH;
  for (const name of names) {
    const own = "&name=".length + encodeURIComponent(name).length;
    const last = batches.at(-1);
    if (last !== undefined && last.length < MAX_NAMES && length + own <= MAX_LENGTH) {
      last.push(name);
      length += own;
    } else {
      batches.push([name]);
      length = own;
    }
  }
  return batches;
}
