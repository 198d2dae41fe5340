/** Has the page ask the report that it is in; to be imported before all else. */
import { answerFrom } from "../api/client";
import { HeldAnswers } from "./held";
import { parseQuestion } from "./question";
import { respond } from "./respond";

const text = document.getElementById("answers")?.textContent ?? "[]";
const held = new HeldAnswers(JSON.parse(text));

answerFrom({
  answer: (url, init) => respond(url, init, held),
  fileUrl: (url) => held.urlOf(parseQuestion(url)),
});
