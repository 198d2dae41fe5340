/** Two graphs mounted on one page, used as a viewer does: with the pointer and the keyboard. */
import { render } from "preact";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { answerFrom } from "../../../api/client";
import type { Graph } from "../../../api/types";
import { SvgContext } from "../../../lib/canvas/svg-context";
import { inspector } from "../../../state/shell/inspector";
import { startShortcuts } from "../../../state/shell/shortcuts";
import { GraphWorkspace } from "../graph-workspace";
import type { GraphOptions } from "../options/graph-options";
import { memoryOptions } from "../options/memory-options";
import type { GraphSession } from "../session/graph-session";
import { GraphOnPage } from "../session/use-displayed-graph";
import { measureLetters } from "./build-scene";
import { buildScopes } from "./make-graph";
import { type TestServices, testServices } from "./session-services";

const SCOPES = {
  one: buildScopes(["encoder/a", "encoder/b", "loss"], [["encoder/a", "encoder/b", "data"]]),
  other: buildScopes(["encoder/x", "decoder/y", "loss"], [["encoder/x", "decoder/y", "data"]]),
};
type GraphId = keyof typeof SCOPES;

/** Addresses of the requests that were sent, but those for scopes. */
const requested: string[] = [];

/** Answers of a server to what a workspace requests besides scopes. */
async function answer(url: string): Promise<Response> {
  requested.push(url);
  const { pathname, searchParams } = new URL(url, "http://server/");
  if (pathname.endsWith("/run-metadata") || pathname.endsWith("/run_metadata")) {
    return Response.json({ steps: [] });
  }
  if (pathname.endsWith("/search")) {
    return Response.json({ query: searchParams.get("q"), total: 0, bound: null, matches: [] });
  }
  return Response.json({ error: { kind: "test", message: "No answer." } }, { status: 404 });
}

/** happy-dom lays nothing out and has no canvas: elements have one size, and lines become SVG. */
function giveSizes(): void {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  const context = () =>
    Object.assign(new SvgContext(measureLetters), { setTransform: () => undefined });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(context as never);
}

interface Workspace {
  readonly shown: GraphOnPage;
  readonly session: GraphSession;
  readonly options: GraphOptions;
}

function makeWorkspace(id: GraphId, services: TestServices): Workspace {
  const graph = {
    id,
    fingerprint: id,
    run: id,
    tag: "",
    warnings: [],
    properties: [],
    error: null,
  } as unknown;
  const options = memoryOptions();
  const shown = new GraphOnPage(graph as Graph, options, services);
  return { shown, session: shown.session, options };
}

/** Makes a page of these workspaces. */
function show(...workspaces: readonly Workspace[]): void {
  const panes = workspaces.map(({ shown }) => (
    <div key={shown.graph.id} data-pane={shown.graph.id}>
      <GraphWorkspace shown={shown} graphs={[shown.graph]} />
    </div>
  ));
  render(panes, document.body);
}

/** Waits for the page, which renders and draws after the values that it shows have changed. */
async function eventually(holds: () => boolean): Promise<void> {
  await expect.poll(holds).toBe(true);
}

let one: Workspace;
let other: Workspace;

beforeAll(() => {
  giveSizes();
  answerFrom({ answer, fileUrl: (url) => url });
  startShortcuts();
});

beforeEach(async () => {
  const services = testServices(SCOPES);
  [one, other] = [makeWorkspace("one", services), makeWorkspace("other", services)];
  show(one, other);
  await eventually(() => [one, other].every(({ session }) => session.scene.value !== null));
  await eventually(() => rows(one).length > 0 && rows(other).length > 0);
});

afterEach(() => {
  show();
  one.shown.dispose();
  other.shown.dispose();
  requested.length = 0;
});

function rootOf({ shown }: Workspace): HTMLElement {
  const { id } = shown.graph;
  return found(document.querySelector<HTMLElement>(`[data-pane=${id}]`), id);
}

/** The names in the outline. */
function rows(workspace: Workspace): string[] {
  return [...rootOf(workspace).querySelectorAll<HTMLElement>("[role=treeitem]")].map(
    ({ dataset }) => dataset.node ?? "",
  );
}

function row(workspace: Workspace, name: string): HTMLElement {
  return found(
    rootOf(workspace).querySelector<HTMLElement>(`[role=treeitem][data-node="${name}"]`),
    name,
  );
}

function button(workspace: Workspace, label: string): HTMLButtonElement {
  const all = [...rootOf(workspace).querySelectorAll("button")];
  return found(
    all.find((each) => each.getAttribute("aria-label")?.startsWith(label)),
    label,
  );
}

function found<T>(element: T | null | undefined, what: string): T {
  if (!element) throw new Error(`Nothing is called ${what}.`);
  return element;
}

function open(workspace: Workspace, name: string): void {
  row(workspace, name).dispatchEvent(new MouseEvent("dblclick", { bubbles: true }));
}

function zoom(workspace: Workspace): string {
  return found(rootOf(workspace).querySelector(".graph-zoom"), "zoom").textContent ?? "";
}

function breadcrumbs(workspace: Workspace): string[] {
  return [...rootOf(workspace).querySelectorAll(".graph-breadcrumbs li")].map(
    ({ textContent }) => textContent ?? "",
  );
}

function press(workspace: Workspace, key: string): void {
  const canvas = found(rootOf(workspace).querySelector<HTMLElement>(".graph-canvas"), "canvas");
  canvas.focus();
  canvas.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}

it("opens a scope of the graph whose outline is used", async () => {
  open(one, "encoder");
  await eventually(() => rows(one).length === 4);
  expect(rows(one)).toEqual(["encoder", "encoder/a", "encoder/b", "loss"]);
  expect(rows(other)).toEqual(["encoder", "decoder", "loss"]);
});

it("undoes in the workspace whose button is pressed", async () => {
  open(one, "encoder");
  open(other, "decoder");
  await eventually(() => rows(one).length === 4 && rows(other).length === 4);
  button(one, "Undo").click();
  await eventually(() => rows(one).length === 2);
  expect([button(one, "Undo").disabled, button(other, "Undo").disabled]).toEqual([true, false]);
  expect(rows(other)).toContain("decoder/y");
  button(one, "Redo").click();
  await eventually(() => rows(one).length === 4);
});

it("searches the graph of the field that is typed in", async () => {
  button(one, "Find nodes").click();
  await eventually(() => rootOf(one).querySelector("search input") !== null);
  expect(rootOf(other).querySelector("search")).toBeNull();
  const field = found(rootOf(one).querySelector<HTMLInputElement>("search input"), "field");
  field.value = "op:Add";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const searches = () => requested.filter((url) => url.includes("/search"));
  await eventually(() => searches().length > 0);
  expect(searches().every((url) => url.startsWith("api/graphs/one/search?"))).toBe(true);
  expect([one.options.search.text.value, other.options.search.text.value]).toEqual(["op:Add", ""]);
});

it("moves the camera of the drawing that is zoomed", async () => {
  const before = [zoom(one), zoom(other)];
  button(other, "Zoom in").click();
  await eventually(() => zoom(other) !== before[1]);
  expect(zoom(one)).toBe(before[0]);
  expect(one.options.camera.text.value).toBe("");
  expect(other.options.camera.text.value).not.toBe("");
});

it("gives keys to the workspace in use", async () => {
  const before = [zoom(one), zoom(other)];
  press(one, "+");
  await eventually(() => zoom(one) !== before[0]);
  expect(zoom(other)).toBe(before[1]);
  press(other, "+");
  await eventually(() => zoom(other) !== before[1]);
  press(one, "f");
  await eventually(() => rootOf(one).querySelector("search") !== null);
  expect(rootOf(other).querySelector("search")).toBeNull();
});

it("selects and points at nodes of one graph", async () => {
  row(other, "decoder").click();
  await eventually(() => breadcrumbs(other).length > 0);
  expect([breadcrumbs(one), breadcrumbs(other)]).toEqual([[], ["decoder"]]);
  other.session.hover.point("loss");
  expect(one.session.hover.node.value).toBe("");
});

it("leaves the inspector to the graph that filled it last", async () => {
  row(one, "encoder").click();
  await eventually(() => inspector.value?.title === "encoder");
  row(other, "decoder").click();
  await eventually(() => inspector.value?.title === "decoder");
  one.options.select("");
  await eventually(() => breadcrumbs(one).length === 0);
  expect(inspector.value?.title).toBe("decoder");
  one.options.select("loss");
  await eventually(() => inspector.value?.title === "loss");
  inspector.value = null;
  await eventually(() => one.options.selectedNode.value === "");
  expect(other.options.selectedNode.value).toBe("decoder");
});

it("has no element id twice", async () => {
  for (const workspace of [one, other]) {
    open(workspace, "encoder");
    button(workspace, "Find nodes").click();
  }
  await eventually(() => document.querySelectorAll("search").length === 2);
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(4);
  expect(new Set(ids).size).toBe(ids.length);
});

it("goes on with one graph when the other is gone", async () => {
  show(other);
  open(other, "decoder");
  await eventually(() => rows(other).length === 4);
  press(other, "f");
  await eventually(() => rootOf(other).querySelector("search") !== null);
});
