import { signal } from "@preact/signals";
import { fireEvent, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { MeshSample } from "../../../api/meshes";
import { MeshCanvas } from "./mesh-canvas";
import { FRONT, type Orbit } from "./orbit";
import type { OpenRenderer } from "./shared-renderer";

/** Without WebGL nothing is drawn; the keys are those of the element. */
class Nothing {
  dispose(): void {}
}

function canvas() {
  const orbit = signal<Orbit | null>(null);
  const onReset = vi.fn(() => {
    orbit.value = null;
  });
  const open = { renderer: { draw: () => undefined }, Solid: Nothing } as unknown as OpenRenderer;
  render(
    <MeshCanvas
      open={open}
      mesh={{} as MeshSample}
      frame={{ centre: [0, 0, 0], radius: 1 }}
      colour="#000"
      orbit={orbit}
      home={FRONT}
      width={200}
      label="cube, a, step 0"
      onReset={onReset}
    />,
  );
  return { orbit, onReset, user: userEvent.setup() };
}

const element = () => screen.getByRole("application", { name: "cube, a, step 0" });

it("is a stop of the Tab key that names its keys", async () => {
  const { user } = canvas();
  await user.tab();
  expect(document.activeElement).toBe(element());
  expect(element().dataset.tooltip).toMatch(/arrow keys .* \+ and − .* 0 /);
});

it("is turned by arrows, which are for nothing else then", async () => {
  const { orbit, user } = canvas();
  const elsewhere = vi.fn();
  document.addEventListener("keydown", elsewhere);
  element().focus();
  await user.keyboard("{ArrowLeft}");
  expect(orbit.value?.yaw).toBeGreaterThan(FRONT.yaw);
  await user.keyboard("{ArrowRight}{ArrowUp}");
  document.removeEventListener("keydown", elsewhere);
  expect(orbit.value?.yaw).toBeCloseTo(FRONT.yaw);
  expect(orbit.value?.pitch).toBeLessThan(FRONT.pitch);
  expect(elsewhere).not.toHaveBeenCalled();
});

it("is zoomed by + and −, also without Shift, and seen as at first by 0", async () => {
  const { orbit, onReset, user } = canvas();
  element().focus();
  await user.keyboard("+=");
  expect(orbit.value?.zoom).toBeCloseTo(1.25 ** 2);
  await user.keyboard("--");
  expect(orbit.value?.zoom).toBeCloseTo(1);
  await user.keyboard("0");
  expect(onReset).toHaveBeenCalledOnce();
  expect(orbit.value).toBeNull();
});

it("leaves keys with Ctrl, and others, to the page", async () => {
  const { orbit, onReset, user } = canvas();
  const elsewhere = vi.fn();
  document.addEventListener("keydown", elsewhere);
  element().focus();
  await user.keyboard("{Control>}0{/Control}x");
  document.removeEventListener("keydown", elsewhere);
  expect([orbit.value, onReset.mock.calls.length]).toEqual([null, 0]);
  expect(elsewhere.mock.calls.map(([press]) => press.key)).toEqual(["Control", "0", "x"]);
});

it("is turned by a drag of half its width by a quarter turn", () => {
  const { orbit } = canvas();
  Object.defineProperty(element(), "clientWidth", { value: 200 });
  Object.defineProperty(element(), "clientHeight", { value: 200 });
  const move = new PointerEvent("pointermove", { bubbles: true, buttons: 1 });
  Object.defineProperties(move, { movementX: { value: -100 }, movementY: { value: 0 } });
  fireEvent(element(), move);
  expect((orbit.value?.yaw ?? 0) - FRONT.yaw).toBeCloseTo(Math.PI / 2);
});
