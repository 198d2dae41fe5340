/**
 * Workers, and the page's only Trusted Types policy: for their scripts, from the page's own origin
 * alone.
 */

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/** What the page made of its own text is its own; the page of a server allows no such worker. */
function sameOriginUrl(url: string): string {
  const resolved = new URL(url, document.baseURI);
  if (resolved.protocol !== "blob:" && resolved.origin !== location.origin)
    throw new TypeError(`Not a worker of this page: ${url}`);
  return resolved.href;
}

function createPolicy(): { createScriptURL(url: string): string } {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  const rules = { createScriptURL: sameOriginUrl };
  return factory === undefined ? rules : factory.createPolicy("app", rules);
}

let policy: { createScriptURL(url: string): string } | undefined;

/** Starts the worker whose script is at `url`, as the page's policy allows it. */
export function startPageWorker(url: string): Worker {
  policy ??= createPolicy();
  // A page that is a file may start a script of its own text, but no module.
  const options: WorkerOptions = url.startsWith("blob:") ? {} : { type: "module" };
  return new Worker(policy.createScriptURL(url), options);
}
