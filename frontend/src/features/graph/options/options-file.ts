/** The settings of one graph as a file, to save or share. */
import type { Graph } from "../../../api/types";
import { firstCharacters } from "../../../lib/format/characters";
import * as lateMessages from "../late/messages";
import * as messages from "../messages";
import type { Choices } from "./choices";
import { COLOURINGS } from "./colour-by";
import { parseRule, THRESHOLDS } from "./extraction";
import { isHiddenKind } from "./hidden-kinds";
import { isStyle } from "./layout-options";
import { parseNote, parsePaint } from "./node-marks";
import { parseChoices } from "./saved-options";
import { MAX_TAG_RULES, parseTagRule } from "./tag-rules";

const FORMAT = "scopeboard graph choices";
const VERSION = 1;
/** A file of more is none of ours; the server keeps as much at most. */
export const MAX_FILE_BYTES = 1 << 20;

/** What cannot be imported, in a sentence. */
export class ChoicesFileError extends Error {
  override readonly name = "ChoicesFileError";
}

interface ChoicesFile {
  readonly fingerprint: string;
  readonly choices: Choices;
}

export function printChoicesFile({ fingerprint, run, tag }: Graph, choices: Choices): string {
  const file = { format: FORMAT, version: VERSION, graph: { fingerprint, run, tag }, choices };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Throws ChoicesFileError for what is no such file, or holds what cannot be chosen. */
export function parseChoicesFile(text: string): ChoicesFile {
  const value = parseJson(text);
  if (value?.format !== FORMAT) {
    throw new ChoicesFileError(messages.noSettingsInFile);
  }
  if (value.version !== VERSION) {
    throw new ChoicesFileError(lateMessages.fileVersion(value.version));
  }
  const choices = parseChoices(value.choices);
  if (choices === undefined) throw new ChoicesFileError(messages.notListsOfStrings);
  checkChoices(choices);
  const { fingerprint } = (value.graph ?? {}) as { fingerprint?: unknown };
  return {
    fingerprint: typeof fingerprint === "string" ? fingerprint : "",
    choices: withTagRules(choices),
  };
}

/** Rules for tags as the server writes them, each once. */
function withTagRules(choices: Choices): Choices {
  if (choices.tag_rule === undefined) return choices;
  const rules = new Set(choices.tag_rule.flatMap((rule) => parseTagRule(rule) ?? []));
  if (rules.size > MAX_TAG_RULES) {
    throw new ChoicesFileError(lateMessages.tooManyTagRules(rules.size, MAX_TAG_RULES));
  }
  return { ...choices, tag_rule: [...rules] };
}

function parseJson(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    throw new ChoicesFileError(messages.notJson);
  }
}

/** Names the first value that means nothing. */
function checkChoices(choices: Choices): void {
  for (const [key, values = []] of Object.entries(choices)) {
    const wrong = values.find((value) => !isMeaningful(key, value));
    if (wrong !== undefined) {
      throw new ChoicesFileError(lateMessages.invalidValue(firstCharacters(wrong, 100), key));
    }
  }
}

function isMeaningful(key: string, value: string): boolean {
  if (key === "choice") return parseRule(value) !== undefined;
  if (key === "paint") return parsePaint(value) !== undefined;
  if (key === "note") return parseNote(value) !== undefined;
  if (key === "tag_rule") return parseTagRule(value) !== undefined;
  if (key === "hide") return isHiddenKind(value);
  if (key === "colour") return COLOURINGS.some(({ by }) => by === value);
  if (key === "direction" || key === "spacing" || key === "edges") return isStyle(key, value);
  if (key === "colour_scale") return value === "graph";
  if (key === "split_rule") return /^(roles|tensorboard)$/.test(value);
  if (key === "prefixes") return /^(all|none)$/.test(value);
  if (key === "auto_extract" || key === "isolated") return /^(true|false)$/.test(value);
  if ((THRESHOLDS as readonly string[]).includes(key)) return /^\d{1,9}$/.test(value);
  return value !== "";
}
