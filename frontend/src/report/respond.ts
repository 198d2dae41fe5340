/** Answers as the page's client takes them: what a report does not hold is an error with a reason. */
import { findAnswer } from "./answers";
import type { HeldAnswers } from "./held";
import * as messages from "./messages";
import { parseQuestion } from "./question";
import { subjectOf, unknownParameter } from "./routes";

const NOT_HELD = 404;
const REFUSED = 403;

function refusal(status: number, kind: string, message: string): Response {
  return new Response(JSON.stringify({ error: { kind, message } }), { status });
}

function notHeld(path: string): Response {
  const { what, isBySize } = subjectOf(path);
  const message = isBySize ? messages.missingBySize(what) : messages.missing(what);
  return refusal(NOT_HELD, "not_in_report", message);
}

function isMedia(type: string): boolean {
  return /^(image|audio|video)\//.test(type);
}

/** Takes the place of `fetch` in a report. */
export async function respond(
  url: string,
  init: RequestInit,
  held: HeldAnswers,
): Promise<Response> {
  if ((init.method ?? "GET") !== "GET") {
    return refusal(REFUSED, "read_only", messages.readOnly);
  }
  const question = parseQuestion(url);
  const accepted = new Headers(init.headers).get("Accept") ?? "*/*";
  const answer =
    unknownParameter(question) === undefined ? await findAnswer(question, held) : undefined;
  // In another form than the requested one, an answer is of no use to the page.
  const isInForm = accepted === "*/*" || answer?.type === accepted || isMedia(answer?.type ?? "");
  if (answer === undefined || !isInForm) {
    held.miss(question);
    return notHeld(question.path);
  }
  return new Response(answer.body, { headers: { "Content-Type": answer.type } });
}
