/** The answers that a report holds, as they stand in its file; each is unpacked when it is wanted. */
import type { Pair, Question } from "./question";
import { keyOf } from "./routes";

/** As the file has it: the body in base64, of bytes that are packed (zlib) or as they are. */
type Entry = readonly [
  path: string,
  pairs: readonly Pair[],
  type: string,
  isPacked: boolean,
  body: string,
];

export interface Answer {
  readonly type: string;
  readonly body: ArrayBuffer;
}

type Words = Readonly<Record<string, unknown>>;

export function readJson(answer: Answer): Words {
  return JSON.parse(new TextDecoder().decode(answer.body)) as Words;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

export class HeldAnswers {
  private readonly entries: ReadonlyMap<string, Entry>;
  private readonly urls = new Map<string, string>();

  /** `onMiss` receives each request without a held answer. */
  constructor(
    entries: readonly Entry[],
    private readonly onMiss: (question: Question) => void = () => {},
  ) {
    // Of two that answer the same, the later is the finer one.
    this.entries = new Map(
      entries.map((entry) => [keyOf({ path: entry[0], pairs: entry[1] }), entry]),
    );
  }

  miss(question: Question): void {
    this.onMiss(question);
  }

  async find(question: Question): Promise<Answer | undefined> {
    const entry = this.entries.get(keyOf(question));
    if (entry === undefined) return undefined;
    const [, , type, isPacked, body] = entry;
    const bytes = bytesOf(body);
    return { type, body: isPacked ? await unpacked(bytes) : bytes.buffer };
  }

  /** Where a browser finds a picture or a sound that is held as it is; empty when it is not. */
  urlOf(question: Question): string {
    const key = keyOf(question);
    const known = this.urls.get(key);
    if (known !== undefined) return known;
    const entry = this.entries.get(key);
    if (entry === undefined) this.onMiss(question);
    if (entry === undefined || entry[3]) return "";
    const url = URL.createObjectURL(new Blob([bytesOf(entry[4])], { type: entry[2] }));
    this.urls.set(key, url);
    return url;
  }
}
