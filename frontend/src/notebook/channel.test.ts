import { describe, expect, test } from "vitest";
import { Channel, type Port } from "./channel";
import { eventSourceOver } from "./channel-event-source";
import type { RequestMessage, ToPage, ToWidget } from "./protocol";

const encoder = new TextEncoder();

/** A port whose other end is the test. */
function openChannel() {
  const sent: ToWidget[] = [];
  const others: ToPage[] = [];
  const port: Port = { postMessage: (message) => sent.push(message), onmessage: null };
  const channel = new Channel(Promise.resolve(port), (message) => others.push(message));
  const receive = (data: ToPage) => port.onmessage?.({ data } as MessageEvent);
  const answer = (id: number, text: string, status = 200) =>
    receive({ kind: "answer", id, status, type: "text/plain", body: encoder.encode(text).buffer });
  const part = (id: number, body: ArrayBuffer) =>
    receive({ kind: "part", id, status: 200, type: "text/event-stream", body });
  const sentAre = (count: number) => expect.poll(() => sent).toHaveLength(count);
  return { channel, sent, sentAre, others, port, receive, answer, part };
}

describe("requests through a port", () => {
  test("are sent whole, and each gets its own answer", async () => {
    const { channel, sent, sentAre, answer } = openChannel();
    const first = channel.fetch("api/runs", { headers: { Accept: "application/json" } });
    const second = channel.fetch("api/views", { method: "POST", body: "{}" });
    await sentAre(2);
    const [get, post] = sent as RequestMessage[];
    expect(get).toMatchObject({ method: "GET", url: "api/runs", body: null });
    expect(get?.headers).toEqual([["accept", "application/json"]]);
    expect(new TextDecoder().decode(post?.body ?? undefined)).toBe("{}");
    answer(post?.id ?? 0, "two", 201);
    answer(get?.id ?? 0, "one");
    const [one, two] = await Promise.all([first, second]);
    expect([one.status, await one.text()]).toEqual([200, "one"]);
    expect([two.status, await two.text()]).toEqual([201, "two"]);
    expect(one.headers.get("Content-Type")).toBe("text/plain");
  });

  test("that are aborted are cancelled at the other end", async () => {
    const { channel, sent, sentAre, answer } = openChannel();
    const abort = new AbortController();
    const pending = channel.fetch("api/scalars?tag=x", { signal: abort.signal });
    await sentAre(1);
    abort.abort();
    await expect(pending).rejects.toThrow(/abort/i);
    await sentAre(2);
    expect(sent.map(({ kind }) => kind)).toEqual(["request", "cancel"]);
    answer(1, "late"); // has no one to go to
    await expect(channel.fetch("api/x", { signal: abort.signal })).rejects.toThrow(/abort/i);
    expect(sent).toHaveLength(2);
  });

  test("that have no content are answers without a body", async () => {
    const { channel, sentAre, answer } = openChannel();
    const pending = channel.fetch("api/stream");
    await sentAre(1);
    answer(1, "", 204);
    expect((await pending).body).toBeNull();
  });

  test("are apart from what answers none", async () => {
    const { others, port, receive } = openChannel();
    await expect.poll(() => port.onmessage).not.toBeNull();
    receive({ kind: "theme", isDark: true });
    expect(others).toEqual([{ kind: "theme", isDark: true }]);
  });
});

describe("a stream through a port", () => {
  test("has events, cut anywhere", async () => {
    const { channel, sent, sentAre, answer, part } = openChannel();
    const Source = eventSourceOver(channel);
    const source = new Source("api/stream?since=1");
    const events: string[] = [];
    for (const type of ["change", "status"]) {
      source.addEventListener(type, ({ data }) => events.push(`${type} ${data}`));
    }
    source.addEventListener("error", () => events.push("error"));
    await sentAre(1);
    const text = ': ping\n\nid: 3\nevent: change\ndata: {"run":"é"}\n\nevent: status\ndata: {}\n\n';
    for (const byte of encoder.encode(text)) part(1, new Uint8Array([byte]).buffer);
    expect(events).toEqual(['change {"run":"é"}', "status {}"]);
    answer(1, "");
    expect(events.at(-1)).toBe("error");
    source.close();
    await sentAre(2);
    expect(sent.at(-1)).toEqual({ kind: "cancel", id: 1 });
  });
});
