import { signal } from "@preact/signals";
import { render, screen } from "@testing-library/preact";
import { expect, it } from "vitest";
import { memoryOptions } from "../../options/memory-options";
import { GraphSession } from "../../session/graph-session";
import { SessionProvider } from "../../session/session-context";
import { buildScopes } from "../../testing/make-graph";
import { testServices } from "../../testing/session-services";
import { ColourItems } from "./colour-legend";
import type { ColourSession, Colours } from "./colour-session";

it("calls devices by what tells them apart, and finds them by their whole names", () => {
  const devices = [0, 1].map((gpu) => `/job:localhost/replica:0/task:0/device:GPU:${gpu}`);
  const legend = {
    kind: "categories" as const,
    by: "device" as const,
    isMeasured: false,
    legend: {
      values: devices.map((value, category) => ({ value, count: 3, category })),
      otherValues: 0,
      otherCount: 0,
    },
  };
  const colours = signal<Colours>({ fills: new Map(), unused: new Set(), legend });
  const services = testServices({ g: buildScopes(["a"], []) });
  const session = new GraphSession({ id: "g", fingerprint: "1" }, memoryOptions(), services);
  render(
    <SessionProvider value={session}>
      <ul>
        <ColourItems colouring={{ colours, hasScene: true } as unknown as ColourSession} />
      </ul>
    </SessionProvider>,
  );
  const names = screen.getAllByRole("button").map((button) => button.textContent);
  expect(names).toEqual(["device:GPU:03", "device:GPU:13"]);
  session.dispose();
});
