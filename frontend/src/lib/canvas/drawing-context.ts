/**
 * What the drawing functions need of a 2D canvas. Whatever has it can be drawn on: the canvas on
 * the page, one off the page for a PNG, and a recorder that writes an SVG (`svg-context`).
 */
export type DrawingContext = Pick<
  CanvasRenderingContext2D,
  | "arc"
  | "beginPath"
  | "bezierCurveTo"
  | "closePath"
  | "fill"
  | "fillRect"
  | "fillStyle"
  | "fillText"
  | "font"
  | "globalAlpha"
  | "lineCap"
  | "lineJoin"
  | "lineTo"
  | "lineWidth"
  | "moveTo"
  | "quadraticCurveTo"
  | "rect"
  | "roundRect"
  | "setLineDash"
  | "stroke"
  | "strokeRect"
  | "strokeStyle"
  | "strokeText"
  | "textAlign"
  | "textBaseline"
>;

/** The width of a text in a font, as the page's canvas measures it. */
export type MeasureText = (text: string, font: string) => number;
