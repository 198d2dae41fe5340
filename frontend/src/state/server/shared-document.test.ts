import { describe, expect, it, vi } from "vitest";
import { ApiError } from "../../api/client";
import type { StatePart } from "../../api/types";
import { type DocumentStore, refreshDocuments, SharedDocument } from "./shared-document";

type Value = Record<string, string>;

/** A server with one part; others write to it by `other`. */
class MemoryStore implements DocumentStore {
  part: StatePart = { revision: 0, value: {} };
  writes = 0;
  isForReading = false;
  refusal: ApiError | undefined;

  isReadOnly(): Promise<boolean> {
    return Promise.resolve(this.isForReading);
  }

  get(): Promise<StatePart> {
    return Promise.resolve(this.part);
  }

  put(_: string, change: { based_on: number; value: Value }): Promise<StatePart> {
    this.writes++;
    if (this.refusal !== undefined) return Promise.reject(this.refusal);
    if (change.based_on !== this.part.revision) {
      return Promise.reject(new ApiError(409, "conflict", "Another client was faster."));
    }
    this.part = { revision: change.based_on + 1, value: change.value };
    return Promise.resolve(this.part);
  }

  other(value: Value): void {
    this.part = { revision: this.part.revision + 1, value };
  }
}

function sharedDocument(store: DocumentStore, onMerged = vi.fn()) {
  const merge = (_: Value | undefined, ours: Value, theirs: Value) => ({ ...theirs, ...ours });
  const parse = (value: unknown) => value as Value;
  return { part: new SharedDocument<Value>("views", { parse, merge, onMerged, store }), onMerged };
}

describe("a shared document", () => {
  it("is nothing before it was written, and what was written last afterwards", async () => {
    const store = new MemoryStore();
    const { part } = sharedDocument(store);
    expect(await part.load()).toBeUndefined();
    part.save({ a: "1" });
    part.save({ a: "2" });
    await part.flush();
    expect(store.writes).toBe(1);
    expect(await sharedDocument(store).part.load()).toEqual({ a: "2" });
    expect(part.state.value).toBe("saved");
  });

  it("waits a moment for further changes", async () => {
    vi.useFakeTimers();
    const store = new MemoryStore();
    const { part } = sharedDocument(store);
    await part.load();
    part.save({ a: "1" });
    await vi.advanceTimersByTimeAsync(500);
    part.save({ a: "2" });
    await vi.advanceTimersByTimeAsync(900);
    expect(store.writes).toBe(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(store.part.value).toEqual({ a: "2" });
    vi.useRealTimers();
  });

  it("merges with a concurrent change, and passes the result on", async () => {
    const store = new MemoryStore();
    const { part, onMerged } = sharedDocument(store);
    await part.load();
    store.other({ theirs: "1" });
    part.save({ ours: "2" });
    await part.flush();
    expect(store.part.value).toEqual({ ours: "2", theirs: "1" });
    expect(onMerged).toHaveBeenCalledWith({ ours: "2", theirs: "1" });
  });

  it("retains changes made during a merge, and the concurrent ones", async () => {
    const store = new MemoryStore();
    const changed = (base: Value | undefined, now: Value) =>
      Object.fromEntries(Object.entries(now).filter(([key, value]) => base?.[key] !== value));
    const merge = (base: Value | undefined, ours: Value, theirs: Value) => ({
      ...theirs,
      ...changed(base, ours),
    });
    const onMerged = vi.fn();
    const parse = (value: unknown) => value as Value;
    const part = new SharedDocument<Value>("views", { parse, merge, onMerged, store });
    store.other({ name: "a" });
    await part.load();
    store.other({ name: "theirs" });
    part.save({ name: "a", tag: "1" });
    const written = part.flush();
    part.save({ name: "a", tag: "2" });
    await written;
    await part.flush();
    expect(store.part.value).toEqual({ name: "theirs", tag: "2" });
    expect(onMerged).toHaveBeenLastCalledWith({ name: "theirs", tag: "2" });
  });

  it("writes what is changed back while the change is being written", async () => {
    const store = new MemoryStore();
    const { part } = sharedDocument(store);
    store.other({ a: "1" });
    await part.load();
    part.save({ a: "2" });
    const written = part.flush();
    part.save({ a: "1" });
    await written;
    await part.flush();
    expect(store.part.value).toEqual({ a: "1" });
  });

  it("sends no changes to a read-only server", async () => {
    const store = new MemoryStore();
    store.isForReading = true;
    const { part } = sharedDocument(store);
    await part.load();
    part.save({ a: "1" });
    await part.flush();
    expect([part.state.value, store.writes]).toEqual(["read-only", 0]);
  });

  it("gives up where nothing may be changed, and keeps trying where something failed", async () => {
    const store = new MemoryStore();
    const { part } = sharedDocument(store);
    await part.load();
    store.refusal = new ApiError(503, "unavailable", "The disk is full.");
    part.save({ a: "1" });
    await part.flush();
    expect(part.state.value).toBe("failed");
    store.refusal = undefined;
    await part.flush();
    expect([part.state.value, store.part.value]).toEqual(["saved", { a: "1" }]);
    store.refusal = new ApiError(403, "refused", "Read only.");
    part.save({ a: "3" });
    await part.flush();
    const { writes } = store;
    part.save({ a: "4" });
    await part.flush();
    expect([part.state.value, store.writes]).toEqual(["read-only", writes]);
  });
});

describe("a part that others change", () => {
  it("is read again and shown, once for each change", async () => {
    const store = new MemoryStore();
    const { part, onMerged } = sharedDocument(store);
    await part.load();
    const stop = part.follow();
    store.other({ a: "1" });
    const get = vi.spyOn(store, "get");
    refreshDocuments({ views: 1, runs: 7 });
    await expect.poll(() => onMerged).toHaveBeenCalledWith({ a: "1" });
    await part.refresh(1);
    expect(get).toHaveBeenCalledTimes(1);
    stop();
    store.other({ a: "2" });
    refreshDocuments({ views: 2 });
    expect(get).toHaveBeenCalledTimes(1);
  });

  it("keeps a change of ours that is not written yet", async () => {
    const store = new MemoryStore();
    const { part, onMerged } = sharedDocument(store);
    await part.load();
    part.save({ a: "1" });
    store.other({ b: "2" });
    await part.refresh(1);
    expect(onMerged).toHaveBeenLastCalledWith({ a: "1", b: "2" });
    await part.flush();
    expect(store.part.value).toEqual({ a: "1", b: "2" });
  });

  it("is not written again by a client that shows it", async () => {
    const store = new MemoryStore();
    const { part } = sharedDocument(store);
    await part.load();
    store.other({ a: "1", b: "2" });
    await part.refresh(1);
    part.save({ b: "2", a: "1" });
    await part.flush();
    expect([store.writes, part.state.value]).toEqual([0, "saved"]);
  });

  it("is not requested after our own change", async () => {
    const store = new MemoryStore();
    const { part, onMerged } = sharedDocument(store);
    await part.load();
    part.save({ a: "1" });
    await part.flush();
    await part.refresh(store.part.revision);
    expect(onMerged).not.toHaveBeenCalled();
  });
});
