import type { Picture } from "../../../api/types";

export function pictureOf(given: Partial<Picture> = {}): Picture {
  return {
    media_type: "image/png",
    width: 8,
    height: 4,
    is_animated: false,
    seconds: null,
    bytes: 100,
    damage: null,
    ...given,
  };
}

/** The images of a tag: for each run, by its id, the pictures at each step. */
export type LoggedImages = Readonly<Record<string, Readonly<Record<number, readonly Picture[]>>>>;

/** What a server answers about the images; undefined for any other request. */
export function imageAnswers(logged: LoggedImages): (request: string) => object | undefined {
  return (request) => {
    const [path, search] = request.replace("GET ", "").split("?");
    const query = new URLSearchParams(search);
    if (path === "api/steps") {
      const series = Object.entries(logged).map(([run, steps]) => {
        return { run, step: Object.keys(steps).map(Number) };
      });
      return { series };
    }
    if (path !== "api/images") return undefined;
    const run = query.get("run") ?? "";
    const all = Object.keys(logged[run] ?? {}).map(Number);
    const requested = query.getAll("step").map(Number);
    const values = (requested.length === 0 ? all.slice(-1) : requested).map((step) => {
      const pictures = logged[run]?.[step] ?? [];
      const value = { run, step, wall_time: 0, nth: 0, values: 1, message: null };
      return { ...value, samples: pictures.length, pictures };
    });
    return { values };
  };
}

/** Gives each element a place on the screen, as a layout would: cards draw what is in view. */
export function onScreen(): DOMRect {
  return new DOMRect(0, 0, 500, 500);
}
