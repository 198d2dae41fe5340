/** Shown when the server does not respond: the page's data stays, and requests are retried. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { connection, pollNow } from "../../state/server/connection";
import { Button } from "../../ui/controls/button";
import { Icon } from "../../ui/controls/icon";
import * as messages from "../messages";

const clock = signal(Date.now());

function secondsUntil(time: number): number {
  return Math.max(0, Math.ceil((time - clock.value) / 1000));
}

export function ConnectionBanner() {
  const now = connection.value;
  const lost = now.state === "lost";
  useEffect(() => {
    if (!lost) return;
    const tick = () => {
      clock.value = Date.now();
    };
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [lost]);
  if (!lost) return null;
  const seconds = secondsUntil(now.retryAt);
  return (
    <div class="app-banner" role="status">
      <Icon name="warning" />
      <span>{seconds === 0 ? messages.retryingNow : messages.retryingIn(seconds)}</span>
      <Button onClick={pollNow}>{messages.retryNow}</Button>
    </div>
  );
}
