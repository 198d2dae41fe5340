import { afterEach, beforeEach, expect, it, vi } from "vitest";

type Panels = typeof import("./panels");

let panels: Panels;
let width = 0;

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal("localStorage", undefined);
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: width <= Number(/\d+/.exec(query)?.[0]),
    addEventListener: () => undefined,
  }));
  panels = await import("./panels");
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function startAt(pixels: number): void {
  width = pixels;
  panels.startPanels();
}

it("leaves the room of a tight window to a drawing, until the table is opened", () => {
  startAt(1000);
  expect(panels.runTableForm.value).toBe("table");
  panels.isDrawingOpen.value = true;
  expect(panels.runTableForm.value).toBe("rail");
  panels.toggleRunTable();
  expect(panels.runTableForm.value).toBe("table");
  panels.toggleRunTable();
  expect(panels.runTableForm.value).toBe("rail");
  panels.isDrawingOpen.value = false;
  expect(panels.runTableForm.value).toBe("table");
});

it("opens a table beside a drawing that was collapsed by hand", () => {
  startAt(1000);
  panels.toggleRunTable();
  panels.isDrawingOpen.value = true;
  expect(panels.runTableForm.value).toBe("rail");
  panels.toggleRunTable();
  expect(panels.runTableForm.value).toBe("table");
});

it("keeps the table beside a drawing in a wide window, and a sheet in a narrow one", () => {
  startAt(1440);
  panels.isDrawingOpen.value = true;
  expect(panels.runTableForm.value).toBe("table");
  startAt(390);
  expect(panels.runTableForm.value).toBe("hidden");
  panels.toggleRunTable();
  expect(panels.runTableForm.value).toBe("sheet");
});
