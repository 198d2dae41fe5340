/** How boxes look, known from frame to frame: thousands of boxes are drawn in each. */
import type { SceneBox } from "../scene/scene";
import { heatColour } from "./fill-style";
import { type NodeLook, nodeLook } from "./node-style";
import type { Palette } from "./theme";

/** Tones that a viewer can distinguish. */
const TONES = 40;

interface KnownLook {
  readonly palette: Palette;
  readonly look: NodeLook;
}

const byBox = new WeakMap<SceneBox, KnownLook>();
const byPalette = new WeakMap<Palette, Map<string, NodeLook>>();
const byTone = new WeakMap<NodeLook, Map<number, NodeLook>>();

/** The look of a box; boxes that look the same have the same one. */
export function lookOf(box: SceneBox, palette: Palette): NodeLook {
  const known = byBox.get(box);
  if (known?.palette === palette) return known.look;
  const look = shared(nodeLook(box.node, box.paint, box.fill, palette), palette);
  byBox.set(box, { palette, look });
  return look;
}

/** The same with some of the colour of the border in the ground: `tone` from 0 to 1. */
export function tonedLook(look: NodeLook, tone: number): NodeLook {
  const step = Math.round(TONES * tone);
  if (step === 0) return look;
  const tones = byTone.get(look) ?? new Map<number, NodeLook>();
  byTone.set(look, tones);
  const toned = tones.get(step) ?? {
    ...look,
    fill: heatColour([look.fill, look.line], step / TONES),
  };
  tones.set(step, toned);
  return toned;
}

/** Looks with bands are as many as their shares. */
function shared(look: NodeLook, palette: Palette): NodeLook {
  if (look.bands.length > 0) return look;
  const looks = byPalette.get(palette) ?? new Map<string, NodeLook>();
  byPalette.set(palette, looks);
  const key = `${look.shape} ${look.fill} ${look.line} ${look.tint}`;
  const same = looks.get(key) ?? look;
  looks.set(key, same);
  return same;
}
