"""What is run in the page: notes of each text that is drawn, and reads of what is shown.

Texts are noted where the canvas draws them, so their sizes are those that a person sees, whatever
decided on them. A frame begins when the whole canvas is painted over.
"""

from typing import Final

NOTE_TEXTS: Final = """
window.drawnTexts_ = [];
const proto = CanvasRenderingContext2D.prototype;
const isDrawing = (context) => context.canvas?.classList?.contains("graph-canvas");
for (const name of ["fillRect", "clearRect"]) {
  const before = proto[name];
  proto[name] = function (x, y, width, height) {
    if (isDrawing(this)) {
      const { a } = this.getTransform();
      if (width * a >= this.canvas.width - 1 && height * a >= this.canvas.height - 1)
        window.drawnTexts_ = [];
    }
    return before.apply(this, arguments);
  };
}
const fillText = proto.fillText;
proto.fillText = function (text, x, y, ...rest) {
  if (isDrawing(this) && `${text}`.trim() !== "") {
    const { textAlign, textBaseline } = this;
    const from = this.getTransform();
    const ratio = this.canvas.width / Math.max(1, this.canvas.clientWidth);
    const size = Number(/([\\d.]+)px/.exec(this.font)?.[1] ?? 0);
    const width = this.measureText(text).width;
    const left = { center: 0, right: -0.5, end: -0.5 }[textAlign] ?? 0.5;
    const up = { middle: 0, top: 0.5, hanging: 0.5 }[textBaseline] ?? -0.35;
    const middle = new DOMPoint(x + left * width, y + up * size).matrixTransform(from);
    window.drawnTexts_.push({ text: `${text}`, x: middle.x / ratio, y: middle.y / ratio,
      px: (size * Math.hypot(from.a, from.b)) / ratio, opacity: this.globalAlpha,
      width: (width * Math.hypot(from.a, from.b)) / ratio });
  }
  return fillText.call(this, text, x, y, ...rest);
};
"""

IS_DRAWN: Final = "() => window.scopeboard?.scene?.()?.boxes.length > 0"

READ: Final = """() => {
  const { x, y, width, height } =
    document.querySelector("canvas.graph-canvas").getBoundingClientRect();
  return { scene: window.scopeboard.scene(), canvas: { x, y, width, height },
    texts: window.drawnTexts_ };
}"""

SHOWN_GRAPH: Final = r"""() => {
  const asked = performance.getEntriesByType("resource")
    .map(({ name }) => /api\/graphs\/([^/?]+)\/scope/.exec(name)?.[1]);
  return asked.findLast((id) => id !== undefined) ?? "";
}"""

SHARE_IN_SIGHT: Final = """([x, y, width, height, steps]) => {
  const canvas = document.querySelector("canvas.graph-canvas");
  const { left, top } = canvas.getBoundingClientRect();
  let seen = 0;
  for (let i = 0; i < steps; i++)
    for (let j = 0; j < steps; j++) {
      const at = [left + x + (width * (i + 0.5)) / steps, top + y + (height * (j + 0.5)) / steps];
      seen += document.elementFromPoint(...at) === canvas;
    }
  return seen / (steps * steps);
}"""
"""The share of a rectangle on the canvas that is within the window and that nothing covers."""

POINT_IN_SIGHT: Final = """([x, y, width, height]) => {
  const canvas = document.querySelector("canvas.graph-canvas");
  const { left, top } = canvas.getBoundingClientRect();
  for (const across of [0.7, 0.5, 0.3, 0.85, 0.15])
    for (const down of [0.5, 0.25, 0.75]) {
      const at = [left + x + width * across, top + y + height * down];
      if (document.elementFromPoint(...at) === canvas) return at;
    }
  return null;
}"""
"""A point in the window at which nothing covers a rectangle of the canvas; null without one."""
