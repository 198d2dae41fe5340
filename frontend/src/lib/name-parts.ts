/**
 * What tells names apart. Runs of a sweep share long beginnings and endings; a narrow column has
 * room for what differs.
 */

/** Up to this many characters of every name's own part stay whole. */
const SHORT = 20;

function commonLength(names: readonly string[]): number {
  const [first = "", ...others] = names;
  let length = first.length;
  for (const name of others) {
    let same = 0;
    while (same < length && name[same] === first[same]) same += 1;
    length = same;
  }
  return length;
}

/**
 * What all names begin with, up to a "/". Where that leaves long names, up to any mark between
 * words, so that `resnet_adam_lr0.1` and `resnet_adam_lr0.2` differ from their first character on.
 */
export function sharedPrefix(names: readonly string[]): string {
  if (names.length < 2) return "";
  const common = (names[0] ?? "").slice(0, commonLength(names));
  const byPath = common.slice(0, common.lastIndexOf("/") + 1);
  const longest = Math.max(...names.map((name) => name.length - byPath.length));
  if (longest <= SHORT) return byPath;
  const byWord = /^.*[/_:=@ -]/s.exec(common)?.[0] ?? "";
  return byWord.length > byPath.length ? byWord : byPath;
}

/** The name without the prefix; whole when it does not begin with it. */
export function ownPart(name: string, prefix: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/**
 * The name in two pieces for a column that is cut in the middle: the first piece gives way, the
 * second (at most `tail` characters, from a path part's beginning where one is near) always shows.
 */
export function splitForMiddleCut(name: string, tail: number): [head: string, tail: string] {
  if (name.length <= tail) return ["", name];
  const from = name.length - tail;
  const slash = name.indexOf("/", from);
  const cut = slash >= 0 && slash < name.length - 1 ? slash : from;
  return [name.slice(0, cut), name.slice(cut)];
}
