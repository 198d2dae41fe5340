/**
 * What a drawing shows where its names would be too small to be read: grounds that are the darker, the
 * larger the share of a node is, and signs of a size to be read, with names and shares.
 */
import {
  mix,
  type Point,
  type Rect,
  rectContains,
  rectMiddle,
  rectsOverlap,
} from "../../../../lib/geometry/geometry";
import type { Camera } from "../../options/camera";
import { worldToView } from "../../scene/camera";
import { fontOf, type MeasureText } from "../../scene/node-size";
import type { Scene, SceneBox } from "../../scene/scene";
import type { Brush, Signs, StandingOf } from "../draw-nodes";
import { type Fade, fadeIn, SIGNS_BELOW } from "../fading";
import { drawPlate, toneOf } from "./draw-plate";
import { planSigns, SIGN_TEXT, type Sign, signRect } from "./plan-signs";
import type { ShownSign } from "./shown-sign";

/** The zooms over which names come and signs leave: titles of open scopes are read for longer. */
const CLOSED_LEAVE: Fade = [0.42, 0.46];
const OPEN_LEAVE: Fade = [0.46, SIGNS_BELOW];
const TONES_LEAVE: Fade = [0.38, 0.46];
/** A sign comes while the zoom grows by this factor from where it has room. */
const COMES_BY = 1.03;

/** The signs of a scene, at all zooms. */
export class SceneSigns {
  private readonly signs: readonly Sign[];

  constructor(
    private readonly scene: Scene,
    measure: MeasureText,
  ) {
    this.signs = planSigns(scene, measure);
  }

  /** Whether these are the signs of a scene: marks on it leave them as they are. */
  isOf({ boxIndex, shares }: Scene): boolean {
    return boxIndex === this.scene.boxIndex && shares === this.scene.shares;
  }

  /** The signs of a drawing, which may be on its way to the scene. */
  at(drawn: Scene, scale: number): DrawnSigns {
    const shown = this.signs.flatMap((sign) => this.shownAt(drawn, scale, sign) ?? []);
    return new DrawnSigns(shown, this.scene.shares, scale);
  }

  private shownAt({ boxByName }: Scene, scale: number, sign: Sign): ShownSign | undefined {
    if (scale < sign.shortFrom) return undefined;
    const box = boxByName.get(sign.name);
    if (box === undefined) return undefined;
    const level = 1 - fadeIn(scale, box.isOpen ? OPEN_LEAVE : CLOSED_LEAVE);
    const opacity = box.opacity * level * fadeIn(scale, comesFrom(sign.shortFrom));
    if (opacity === 0) return undefined;
    const whole = fadeIn(scale, comesFrom(sign.from));
    const worldRect = signRect(box, mix(sign.shortWidth, sign.width, whole), scale);
    const text = whole < 0.5 ? sign.short : sign.text;
    const share = this.scene.shares.get(sign.name) ?? 0;
    return { sign, box, worldRect, opacity, share, whole, text };
  }
}

/** The signs that are seen at one zoom. */
export class DrawnSigns implements Signs {
  private readonly byName: ReadonlyMap<string, ShownSign>;
  /** How much of their tones nodes have at this zoom. */
  private readonly toned: number;

  constructor(
    readonly shown: readonly ShownSign[],
    private readonly shares: Scene["shares"],
    scale: number,
  ) {
    this.toned = 1 - fadeIn(scale, TONES_LEAVE);
    this.byName = new Map(shown.map((sign) => [sign.sign.name, sign]));
  }

  /** How much of a box's own name is seen: its sign takes the place of it. */
  nameLeft({ node }: SceneBox): number {
    return 1 - (this.byName.get(node.name)?.opacity ?? 0);
  }

  /** A node that is coloured by something else keeps its colour. */
  tone({ node, fill, paint }: SceneBox): number {
    if (this.toned === 0 || fill !== undefined || paint !== undefined) return 0;
    return this.toned * toneOf(this.shares.get(node.name) ?? 0);
  }

  drawSigns(brush: Brush, area: Rect, standingOf: StandingOf): void {
    const shown = this.shown.filter(({ worldRect }) => rectsOverlap(worldRect, area));
    for (const sign of shown) drawPlate(brush, sign, standingOf(sign.box));
    const { context, scale, palette, inPixels } = brush;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = palette.text;
    const write = (camera: Camera, unit: number): void => {
      context.font = fontOf("metanode", SIGN_TEXT * unit);
      for (const sign of shown) writeSign(brush, sign, camera, unit);
    };
    if (inPixels === undefined) write({ x: 0, y: 0, scale: 1 }, 1 / scale);
    else inPixels((camera) => write(camera, 1));
    context.globalAlpha = 1;
  }

  /** The box whose sign is at a place of the world. */
  boxAt({ x, y }: Point): SceneBox | undefined {
    return this.shown.find(({ worldRect }) => rectContains(worldRect, x, y))?.box;
  }
}

/** Signs that have room at any zoom are there at any. */
function comesFrom(zoom: number): Fade {
  return zoom === 0 ? [-1, 0] : [zoom, COMES_BY * zoom];
}

/** `unit` is a pixel of the view in the units in which the camera shows the world. */
function writeSign(
  { context }: Brush,
  { sign, worldRect, opacity, whole }: ShownSign,
  camera: Camera,
  unit: number,
): void {
  const { x, y } = worldToView(camera, rectMiddle(worldRect));
  const write = (text: string, seen: number): void => {
    if (seen === 0) return;
    context.globalAlpha = opacity * seen;
    context.fillText(text, x, y + 0.5 * unit);
  };
  if (sign.short !== sign.text) write(sign.short, 1 - whole);
  write(sign.text, sign.short === sign.text ? 1 : whole);
}
