import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Graph } from "../../../api/types";
import { boot } from "../../../state/base/boot";
import { findOwnView, findViewBefore, type OwnView, writeOwnView } from "./local-view";

/** What a browser's storage does, with room for so many characters. */
class Room implements Storage {
  private readonly items = new Map<string, string>();

  constructor(private readonly most = Number.POSITIVE_INFINITY) {}

  get length(): number {
    return this.items.size;
  }
  key(at: number): string | null {
    return [...this.items.keys()][at] ?? null;
  }
  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    const used = [...this.items].reduce((sum, [name, text]) => sum + name.length + text.length, 0);
    if (used + key.length + value.length > this.most) throw new DOMException("", "QuotaExceeded");
    this.items.set(key, value);
  }
  removeItem(key: string): void {
    this.items.delete(key);
  }
  clear(): void {
    this.items.clear();
  }
}

function graph(fingerprint: string, run = "train"): Graph {
  return { fingerprint, run, tag: "", kind: "graph_def", stage: "" } as unknown as Graph;
}

const VIEW: OwnView = {
  choices: { open: ["layer1"], direction: ["left-to-right"] },
  node: "layer1/x",
  camera: "1,2,3",
};

beforeEach(() => vi.stubGlobal("localStorage", new Room()));
afterEach(() => vi.unstubAllGlobals());

it("is of one graph of one log directory", () => {
  writeOwnView(graph("a"), VIEW);
  expect(findOwnView(graph("a"))).toEqual(VIEW);
  expect(findOwnView(graph("b"))).toBeUndefined();
  const { log_directory } = boot;
  Object.assign(boot, { log_directory: "/other" });
  expect(findOwnView(graph("a"))).toBeUndefined();
  expect(findViewBefore(graph("a"))).toBeUndefined();
  Object.assign(boot, { log_directory });
});

it("is found for a newer graph of the same run", () => {
  vi.useFakeTimers();
  for (const [at, fingerprint] of ["a", "b", "c"].entries()) {
    vi.setSystemTime(at + 1);
    writeOwnView(graph(fingerprint), { ...VIEW, node: fingerprint });
  }
  vi.useRealTimers();
  expect(findViewBefore(graph("new"))?.node).toBe("c");
  expect(findViewBefore(graph("new", "eval"))).toBeUndefined();
});

it("is none where storage is missing, refused, full or holds something else", () => {
  vi.stubGlobal("localStorage", undefined);
  writeOwnView(graph("a"), VIEW);
  expect(findOwnView(graph("a"))).toBeUndefined();
  vi.stubGlobal("localStorage", new Room(10));
  writeOwnView(graph("a"), VIEW);
  expect(findOwnView(graph("a"))).toBeUndefined();
  const room = new Room();
  vi.stubGlobal("localStorage", room);
  writeOwnView(graph("a"), VIEW);
  for (const text of ["", "{", "null", "[]", "{}", '{"version":1,"at":1,"place":"","view":{}}']) {
    room.setItem(room.key(0) ?? "", text);
    expect(findOwnView(graph("a"))).toBeUndefined();
    expect(findViewBefore(graph("b"))).toBeUndefined();
  }
});

it("gives way to newer ones", () => {
  const room = new Room(5000);
  vi.stubGlobal("localStorage", room);
  for (let at = 0; at < 300; at++) writeOwnView(graph(`g${at}`), VIEW);
  expect(findOwnView(graph("g299"))).toEqual(VIEW);
  vi.stubGlobal("localStorage", new Room());
  for (let at = 0; at < 300; at++) writeOwnView(graph(`g${at}`), VIEW);
  expect(localStorage.length).toBe(100);
  expect(findOwnView(graph("g299"))).toEqual(VIEW);
});
