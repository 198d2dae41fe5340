/** Answers as the page's client takes them: what a report does not hold is an error with a reason. */
import { findAnswer } from "./answers";
import type { HeldAnswers } from "./held";
import { parseQuestion } from "./question";

const NOT_HELD = 404;
const REFUSED = 403;

/** What a question is about, by its path, and whether a larger report would hold it. */
const SUBJECTS: readonly (readonly [path: RegExp, what: string, isBySize: boolean])[] = [
  [/^api\/scalars$/, "the points of this chart", true],
  [/^api\/histograms$/, "these histograms", true],
  [/^api\/images/, "this picture", true],
  [/^api\/audio/, "this sound", true],
  [/^api\/meshes/, "this mesh", true],
  [/^api\/text$/, "the text of this step", true],
  [/^api\/curves$/, "the curves of this step", true],
  [/^api\/graphs\/[^/]+\/node$/, "more about this node", true],
  [/^api\/graphs\/[^/]+\/scope/, "the inside of this scope with these choices", true],
  [/^api\/graphs\/[^/]+\/search$/, "what a search of the whole graph needs", false],
  [/^api\/graphs\/[^/]+\/trace$/, "what a trace through the graph needs", false],
  [/^api\/projector/, "the vectors of embeddings", false],
];

function refusal(status: number, kind: string, message: string): Response {
  return new Response(JSON.stringify({ error: { kind, message } }), { status });
}

function notHeld(path: string): Response {
  const [, what = "an answer to this", isBySize = false] =
    SUBJECTS.find(([known]) => known.test(path)) ?? [];
  const next = isBySize ? ", or export it with a larger --size" : "";
  const message = `This report does not hold ${what}. Look at the log directory itself${next}.`;
  return refusal(NOT_HELD, "not_in_report", message);
}

/** Takes the place of `fetch` in a report. */
export async function respond(
  url: string,
  init: RequestInit,
  held: HeldAnswers,
): Promise<Response> {
  if ((init.method ?? "GET") !== "GET") {
    return refusal(REFUSED, "read_only", "This is a report: it keeps and takes nothing.");
  }
  const asked = parseQuestion(url);
  const answer = await findAnswer(asked, held);
  if (answer === undefined) return notHeld(asked.path);
  return new Response(answer.body, { headers: { "Content-Type": answer.type } });
}
