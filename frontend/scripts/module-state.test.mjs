import { describe, expect, it } from "vitest";
import { EXCEPTIONS, moduleState, moduleStateComplaints } from "./module-state.mjs";

const PATH = "src/features/graph/session/hover.ts";

describe("state of a module", () => {
  it.each([
    ["export const hovered = signal('');", "a call of signal at import"],
    ["const both = { node: signal(''), edge: 1 };", "a call of signal at import"],
    ["export const isOpen = computed(() => true);", "a call of computed at import"],
    ["effect(() => follow());", "a call of effect at import"],
    ["const find = urlText('find');", "a call of urlText at import"],
    ["const lists = KEYS.map((key) => key), other = urlList('open');", "a call of urlList"],
    ["class Session { static hovered = signal(''); }", "a call of signal at import"],
    ["let spare: Service | undefined;", "a variable of the module: let spare"],
    ["export let count = 0;", "a variable of the module"],
    ["if (isDevelopment) { var timer = 0; }", "a variable of the module: var timer"],
    ["const cameras = new Map<string, Camera>();", "a collection of the module"],
    ["const cameras: Map<string, Camera> = new Map();", "a collection of the module"],
  ])("is found in %s", (text, what) => {
    const complaints = moduleState(PATH, `/** A module. */\n${text}\n`);
    expect(complaints.length).toBe(1);
    expect(complaints[0]).toMatch(new RegExp(`^${PATH}:2: ${what}`));
  });

  it.each([
    "function useMenu() { let at = 0; return signal(at); }",
    "export const open = () => signal('');",
    "class Hover { readonly node = signal(''); find() { let name = ''; return name; } }",
    "const KINDS: ReadonlySet<string> = new Set(['op']);",
    "const NONE: ReadonlyMap<string, string> = new Map();",
    "const known = new WeakMap<Scope, Ends>();",
    "const LIMIT = 30;",
  ])("is not found in %s", (text) => {
    expect(moduleState(PATH, text)).toEqual([]);
  });

  it("may be held by the modules that are excepted, and these exist", () => {
    const excepted = Object.keys(EXCEPTIONS);
    expect(moduleStateComplaints(excepted)).toEqual([]);
    expect(moduleStateComplaints([])).toEqual(
      excepted.map((path) => `module-state.mjs: there is no ${path}`),
    );
  });
});
