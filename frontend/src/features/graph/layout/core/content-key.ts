/** Typed arrays whose content makes up a key. */
type Content = Int32Array | Float64Array | Uint8Array | number;

/**
 * A key for the content of arrays: equal content gives equal keys, and two contents differ in
 * their keys but for one chance in 2^64 (two FNV-1a hashes of 32 bits with different seeds).
 */
export function contentKey(contents: readonly Content[]): string {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  const add = (word: number): void => {
    a = Math.imul(a ^ word, 0x01000193);
    b = Math.imul(b ^ (word + 0x9e3779b9), 0x85ebca6b);
    b ^= b >>> 13;
  };
  for (const content of contents) {
    const array = typeof content === "number" ? Float64Array.of(content) : content;
    const words = array instanceof Float64Array ? new Int32Array(array.slice().buffer) : array;
    add(array.length);
    for (let i = 0; i < words.length; i++) add(words[i]);
  }
  return `${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}`;
}
