/**
 * How names that are too wide for their boxes are cut: where they are like others, never where they
 * differ. `conv2d_transpose_12` leaves its number in view; a group that is called by two of its
 * members, `(encoder, concat + 3)`, is called by the first of them when both have no room.
 */
import { cutNames } from "../../../lib/lists/cut-names";
import { distinctParts } from "./name-series";

/** A name by turns: what gives way at its end, and what stays. */
export type NameParts = readonly string[];

/** What a name may be cut to; each form is shorter than the one before. */
export type NameForms = readonly NameParts[];

/** A label, by the names in it and the texts around them. */
interface Label {
  readonly names: readonly string[];
  /** The forms: texts around the first names, one more than names. */
  readonly around: readonly (readonly string[])[];
}

/** `(encoder, concat + 3)` */
const MEMBERS = /^\((.+), (.+?)(?: \+ (\d+))?\)$/;
/** `(like alphaalpha) ×60` */
const ALIKE = /^(\(like )(.+)(\)(?: ×[\d,]+)?)$/;
/** `tower ×100` */
const STACK = /^([^\s()]+)( ×[\d,]+)$/;
/** `axis = 1`, `dim and 2 more = 0`, `strides 1×2×2×1`, `perm [0, 2, 1]` */
const CONSTANT = /^([^()]+?)( (?:= .*|\[.*|[\d?]+(?:×[\d?]+)*))$/;

function readLabel(label: string): Label {
  const members = MEMBERS.exec(label);
  if (members !== null) {
    const [, first, second, more] = members;
    const [both, alone] = [more === undefined ? ")" : ` + ${more})`, Number(more ?? 0) + 1];
    const around = [
      ["(", ", ", both],
      ["(", ` + ${alone})`],
    ];
    return { names: [first, second], around };
  }
  const alike = ALIKE.exec(label);
  if (alike !== null) return { names: [alike[2]], around: [[alike[1], alike[3]]] };
  const [, name = label, more = ""] = STACK.exec(label) ?? CONSTANT.exec(label) ?? [];
  return { names: [name], around: [["", more]] };
}

/** For each of the labels that stand beside one another, what it may be cut to. */
export function nameForms(labels: readonly string[]): NameForms[] {
  const read = labels.map(readLabel);
  const constants = read.filter((_, i) => CONSTANT.test(labels[i])).flatMap(({ names }) => names);
  const parts = partsByName([...new Set(read.flatMap(({ names }) => names))], new Set(constants));
  return read.map(({ names, around }) =>
    around.map((texts) => composed(texts, (i) => parts.get(names[i]) ?? [names[i]])),
  );
}

/**
 * By the numbers in which names differ; else by where they leave others. Before a value, the end of
 * a name gives way.
 */
function partsByName(
  names: readonly string[],
  constants: ReadonlySet<string>,
): Map<string, NameParts> {
  const series = distinctParts(names);
  const cut = cutNames(names);
  const alone = (name: string): NameParts => (constants.has(name) ? [name] : [...cut(name), ""]);
  return new Map(names.map((name, i) => [name, series[i] ?? alone(name)]));
}

/** Names with the texts between them; the parts of each name begin and end with what gives way. */
function composed(texts: readonly string[], partsOf: (i: number) => NameParts): NameParts {
  return texts.flatMap((text, i) => {
    const fixed = i === 0 ? ["", text] : [text];
    return i < texts.length - 1 ? [...fixed, ...partsOf(i)] : fixed;
  });
}
