/** Something that could not be shown: what, why, and how to go on. */
import { Button } from "./button";
import { Icon } from "./icon";
import "./failure.css";

interface FailureProps {
  readonly title: string;
  readonly error: Error;
  readonly onRetry?: () => void;
}

export function Failure({ title, error, onRetry }: FailureProps) {
  return (
    <div class="failure" role="alert">
      <Icon name="warning" />
      <div>
        <p class="failure-title">{title}</p>
        <p>{error.message}</p>
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
      </div>
    </div>
  );
}
