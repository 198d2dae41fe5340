import { afterEach, expect, test, vi } from "vitest";
import type { FromKernel, Model, ToKernel } from "./model";
import { WidgetView } from "./view";

type Listener = (...values: unknown[]) => void;

/** A model whose kernel is the test. */
class TestModel implements Model {
  readonly values = new Map<string, unknown>([
    ["view", "?tab=graph"],
    ["height", 300],
    ["_page", "v1"],
    ["_boot", { version: "1" }],
    ["_saved_view", "abc"],
  ]);
  readonly sent: ToKernel[] = [];
  saves = 0;
  private readonly listeners = new Map<string, Set<Listener>>();

  get(name: string): unknown {
    return this.values.get(name);
  }
  set(name: string, value: unknown): void {
    this.values.set(name, value);
  }
  save_changes(): void {
    this.saves += 1;
  }
  send(content: ToKernel): void {
    this.sent.push(content);
  }
  on(event: string, listener: (...values: never[]) => void): void {
    const known = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, known.add(listener as Listener));
  }
  off(event: string, listener: (...values: never[]) => void): void {
    this.listeners.get(event)?.delete(listener as Listener);
  }
  receive(content: FromKernel, ...buffers: ArrayBuffer[]): void {
    for (const each of [...(this.listeners.get("msg:custom") ?? [])]) each(content, buffers);
  }
  count(): number {
    return [...this.listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }
}

async function packed(text: string): Promise<ArrayBuffer> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

afterEach(() => {
  document.body.replaceChildren();
  (globalThis as { scopeboardPages?: unknown }).scopeboardPages = undefined;
});

const PAGE = '<title>Scopeboard</title><script id="boot">{"window_title":"Scopeboard"}</script>';

async function start(model: TestModel) {
  const element = document.body.appendChild(document.createElement("div"));
  const view = new WidgetView(model, element);
  const frame = element.querySelector("iframe");
  if (frame === null) throw new Error("There is no frame.");
  return { view, frame, element };
}

test("the page is requested once for all cells, and begins with the view of each", async () => {
  const [one, two] = [new TestModel(), new TestModel()];
  two.set("view", "?tab=text&tags=</script>");
  const first = await start(one);
  const second = await start(two);
  await expect.poll(() => one.sent).toEqual([{ kind: "page" }]);
  one.receive({ kind: "page" }, await packed(PAGE));
  await expect.poll(() => second.frame.srcdoc).not.toBe("");
  expect(two.sent).toEqual([]);
  expect(first.frame.srcdoc).toContain('"notebook":{"view":"tab=graph","is_dark":false,"key":"');
  const [own, other] = [first, second].map(
    ({ frame }) => /"key":"([^"]+)"/.exec(frame.srcdoc)?.[1],
  );
  expect(own).toMatch(/^(\d+-){3}\d+$/);
  expect(other).not.toBe(own);
  expect(first.frame.srcdoc).toContain('{"version":"1",');
  expect(second.frame.srcdoc).toContain("tab=text&tags=\\u003c/script>");
  expect(first.frame.getAttribute("sandbox")).not.toContain("allow-same-origin");
});

test("a page that a removed cell has requested is requested again", async () => {
  const [one, two] = [new TestModel(), new TestModel()];
  const first = await start(one);
  await expect.poll(() => one.sent).toEqual([{ kind: "page" }]);
  first.view.remove();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const second = await start(two);
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
  vi.advanceTimersByTime(6000);
  vi.useRealTimers();
  expect(two.sent).toEqual([{ kind: "page" }]);
  two.receive({ kind: "page" }, await packed(PAGE));
  await expect.poll(() => second.frame.srcdoc).not.toBe("");
});

test("a notebook that the browser leaves cancels the requests of its cells", async () => {
  const model = new TestModel();
  const { view } = await start(model);
  dispatchEvent(new Event("pagehide"));
  expect(model.sent.at(-1)?.kind).toBe("close");
  view.remove();
  const sent = model.sent.length;
  dispatchEvent(new Event("pagehide"));
  expect(model.sent).toHaveLength(sent);
});

test("what is removed leaves no listener, and cancels its requests", async () => {
  const model = new TestModel();
  const { view, element } = await start(model);
  expect(model.count()).toBeGreaterThan(0);
  await expect.poll(() => model.sent).toHaveLength(1);
  model.receive({ kind: "page" }, await packed(PAGE));
  view.remove();
  expect(model.sent.at(-1)?.kind).toBe("close");
  expect(model.count()).toBe(0);
  expect(element.querySelector("iframe")).toBeNull();
});
