/** What the viewer computes of tags: the lines of a chart, or the x axis of all. */
import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { getJson, resourceUrl } from "../../../api/client";
import { isNamedAxis } from "../../../api/scalars";
import type { ExpressionCheck } from "../../../api/types";
import { hparamNames } from "../../../state/runs/run-hparams";
import { Button } from "../../../ui/controls/button";
import { Dialog } from "../../../ui/popover/dialog";
import { addExpression, chooseAxis } from "../options/card-options";
import { toggleMarked } from "../options/change-marks";
import { type ExpressionUse, expressionUse } from "../options/expression-use";
import { axis } from "../options/tab-options";
import { shownTags } from "../options/tags";
import * as messages from "./messages";
import "./expression-dialog.css";

/** More are no help to choose from. */
const MAX_OFFERED = 300;

const problem = signal("");

/** A tag whose name is no word of an expression stands in quotes. */
export function quoted(tag: string): string {
  const isWord = /^[A-Za-z_][\w.]*$/.test(tag) && !isNamedAxis(tag);
  return isWord ? tag : `"${tag.replace(/[\\"]/g, "\\$&")}"`;
}

function suggestions(use: ExpressionUse): string[] {
  const tags = shownTags.value.slice(0, MAX_OFFERED).map(({ tag }) => tag);
  if (use.of === "mark") return tags;
  const { differing, same } = hparamNames.value;
  const products = [...differing, ...same].map((name) => `step * hparam(${JSON.stringify(name)})`);
  return [...tags.map(quoted), ...(use.of === "axis" ? products : [])];
}

/** Why a text cannot be used; empty for one that can. */
async function problemOf(text: string, use: ExpressionUse, signal?: AbortSignal): Promise<string> {
  if (use.of === "mark") {
    return shownTags.peek().some(({ tag }) => tag === text) ? "" : messages.noSuchTag(text);
  }
  if (use.of === "axis" && isNamedAxis(text)) return "";
  const of = use.of === "axis" ? "axis" : "value";
  const url = resourceUrl("api/expressions/check", { expression: text, of });
  const check = await getJson<ExpressionCheck>(url, signal);
  return check.problem === null ? "" : messages.problemAt(check.problem);
}

function apply(text: string, use: ExpressionUse): void {
  if (use.of === "axis") chooseAxis(text);
  else if (use.of === "mark") toggleMarked(text);
  else addExpression(text, use.card);
}

function Form({ use, onClose }: { use: ExpressionUse; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const checking = useRef<AbortController | null>(null);
  const check = async (text: string): Promise<boolean> => {
    checking.current?.abort();
    const own = new AbortController();
    checking.current = own;
    let found: string;
    try {
      found = text === "" ? "" : await problemOf(text, use, own.signal);
    } catch (cause) {
      found = cause instanceof Error ? cause.message : String(cause);
    }
    if (own.signal.aborted) return false;
    problem.value = found;
    return text !== "" && found === "";
  };
  const typed = () => field.current?.value.trim() ?? "";
  const send = async (): Promise<void> => {
    const text = typed();
    if (!(await check(text))) return field.current?.focus();
    apply(text, use);
    onClose();
  };
  const list = suggestions(use);
  return (
    <form
      class="scalar-expression-form"
      onSubmit={(sent) => {
        sent.preventDefault();
        void send();
      }}
    >
      <label>
        {messages.expressionLabels[use.of]}
        <input
          ref={field}
          type="text"
          list="scalar-expression-words"
          autocomplete="off"
          spellcheck={false}
          required
          defaultValue={use.of === "axis" && !isNamedAxis(axis.peek()) ? axis.peek() : ""}
          aria-invalid={problem.value !== ""}
          aria-describedby="scalar-expression-problem"
          onInput={() => void check(typed())}
        />
      </label>
      <datalist id="scalar-expression-words">
        {list.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
      <p id="scalar-expression-problem" class="scalar-expression-problem" role="status">
        {problem.value}
      </p>
      <p class="scalar-expression-hint">{messages.expressionHints[use.of]}</p>
      <div class="scalar-expression-end">
        <button type="submit" class="ui-button primary">
          {messages.expressionActions[use.of]}
        </button>
        <Button onClick={onClose}>{messages.cancel}</Button>
      </div>
    </form>
  );
}

export function ExpressionDialog() {
  const use = expressionUse.value;
  const close = () => {
    expressionUse.value = null;
    problem.value = "";
  };
  return (
    <Dialog
      title={use === null ? "" : messages.expressionTitles[use.of]}
      isOpen={use !== null}
      onClose={close}
      class="scalar-expression-dialog"
    >
      {use !== null && <Form use={use} onClose={close} />}
    </Dialog>
  );
}
