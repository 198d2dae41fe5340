/** Something that could not be shown: what, why, and how to go on. */
import { useSignal } from "@preact/signals";
import { copyText } from "../../lib/browser/clipboard";
import { withoutSession } from "../../lib/browser/session-path";
import { Button } from "../controls/button";
import { Icon } from "../controls/icon";
import * as messages from "../messages";
import "./error-state.css";

/** The name and version of the program, for the details of a failure. */
let program = "";

export function nameProgram(name: string): void {
  program = name;
}

interface FailureProps {
  readonly title: string;
  readonly error: Error;
  readonly onRetry?: () => void;
}

/** Details for a report of an error: where it arose, and in which version. No token, no session. */
export function failureDetails(title: string, { name, message, cause, stack = "" }: Error): string {
  const lines = [
    title,
    `${name}: ${message}`,
    cause instanceof Error && `${cause.name}: ${cause.message}`,
    program,
    `Page: ${location.href.replace(/([?&]token=)[^&#]*/, "$1…")}`,
    `Browser: ${navigator.userAgent}`,
    `Time: ${new Date().toISOString()}`,
    stack,
  ];
  return withoutSession(lines.filter(Boolean).join("\n"));
}

function CopyDetails({ title, error }: Pick<FailureProps, "title" | "error">) {
  const outcome = useSignal("");
  const copy = async () => {
    const isCopied = await copyText(failureDetails(title, error));
    outcome.value = isCopied ? messages.copied : messages.copyFailed;
  };
  return <Button onClick={() => void copy()}>{outcome.value || messages.copyDetails}</Button>;
}

export function ErrorState({ title, error, onRetry }: FailureProps) {
  // As the API's errors have it; nothing went wrong where a report lacks something.
  const isNotIncluded = "kind" in error && error.kind === "not_in_report";
  return (
    <div class="ui-error-state" role="alert">
      <Icon name="warning" />
      <div>
        <p class="failure-title">{isNotIncluded ? messages.notInReport : title}</p>
        <p>{error.message}</p>
        <div class="ui-error-actions">
          {onRetry && <Button onClick={onRetry}>{messages.retry}</Button>}
          {!isNotIncluded && <CopyDetails title={title} error={error} />}
        </div>
      </div>
    </div>
  );
}
