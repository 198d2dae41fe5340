import { describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS } from "../layout/request";
import { rounded } from "../options/camera";
import { fitCamera } from "../scene/camera";
import { CameraController } from "./camera-controller";
import { initialCamera } from "./initial-camera";

const WORLD = { x: 0, y: 0, width: 1_250, height: 300 };
const WIDE = { worldBounds: WORLD, boxes: [], edges: [], style: DEFAULT_OPTIONS };
const PHONE = { width: 390, height: 620 };
const DESK = { width: 1_100, height: 700 };

function openedIn(size: typeof PHONE): CameraController {
  const view = new CameraController(() => WIDE);
  view.resize(size, "window");
  view.lookFrom(null);
  return view;
}

describe("the camera of a viewport", () => {
  it("has nothing to keep of a drawing that is seen as it opens", () => {
    for (const size of [PHONE, DESK]) {
      const view = openedIn(size);
      expect(view.now).toEqual(rounded(initialCamera(WIDE, size)));
      expect(view.chosenCamera).toBeUndefined();
    }
  });

  it("stays fitted when a narrow view was fitted", () => {
    const view = openedIn(PHONE);
    view.fit();
    expect(view.now).toEqual(rounded(fitCamera(WORLD, PHONE)));
    expect(view.chosenCamera).toEqual(view.now);
    view.lookFrom(null);
    expect(view.chosenCamera).toBeUndefined();
  });

  it("shows all of it on, whatever size the view takes", () => {
    const view = openedIn(PHONE);
    view.fit();
    const turned = { width: 440, height: 300 };
    view.resize(turned, "window");
    expect(view.now).toEqual(rounded(fitCamera(WORLD, turned)));
    view.resize(DESK, "window");
    expect(view.chosenCamera).toBeUndefined();
  });

  it("follows panels again when it starts afresh", () => {
    const view = openedIn(DESK);
    view.hold();
    const beside = { width: 780, height: 700 };
    view.resize(beside, "panel");
    view.release();
    view.lookFrom(null);
    view.resize(DESK, "panel");
    expect(view.now).toEqual(rounded(initialCamera(WIDE, DESK)));
    expect(view.chosenCamera).toBeUndefined();
  });
});
