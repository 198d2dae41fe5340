/** The page, which the kernel sends once for all cells of a notebook. */
import { bytesOf, type FromKernel, type Model } from "./model";

/** What stands in the document for the data of its start. */
const START = '{"window_title":"Scopeboard"}';

/** How long a cell waits for the page that another cell requested: it may have been removed. */
const PATIENCE_MS = 5000;

type Pages = Map<string, Promise<string>>;

/** One for the notebook, also where the module is loaded for each cell. */
function pages(): Pages {
  const shared = globalThis as { scopeboardPages?: Pages };
  shared.scopeboardPages ??= new Map();
  return shared.scopeboardPages;
}

/** Returns the document of the page, with the data of its start in it. */
export async function pageDocument(model: Model, boot: unknown): Promise<string> {
  const version = String(model.get("_page"));
  const requested = pages().get(version);
  const known = requested === undefined ? requestPage(model) : pageOr(requested, model);
  pages().set(version, known);
  const text = JSON.stringify(boot).replaceAll("<", "\\u003c");
  return (await known).replace(START, () => text);
}

/** Returns the page that another cell requested; requests it again if none comes. */
function pageOr(requested: Promise<string>, model: Model): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => requestPage(model).then(resolve, reject), PATIENCE_MS);
    void requested.then((page) => {
      clearTimeout(timer);
      resolve(page);
    }, reject);
  });
}

function requestPage(model: Model): Promise<string> {
  return new Promise((resolve) => {
    const receive = (content: FromKernel, buffers: readonly ArrayBuffer[]): void => {
      if (content.kind !== "page") return;
      model.off("msg:custom", receive as never);
      const packed = new Blob([bytesOf(buffers[0])]);
      const stream = packed.stream().pipeThrough(new DecompressionStream("gzip"));
      resolve(new Response(stream).text());
    };
    model.on("msg:custom", receive as never);
    model.send({ kind: "page" });
  });
}
