/** The page's only Trusted Types policy: worker scripts, from the page's own origin alone. */

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

function sameOriginUrl(url: string): string {
  const resolved = new URL(url, document.baseURI);
  if (resolved.origin !== location.origin) throw new TypeError(`Not a worker of this page: ${url}`);
  return resolved.href;
}

function createPolicy(): { createScriptURL(url: string): string } {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  const rules = { createScriptURL: sameOriginUrl };
  return factory === undefined ? rules : factory.createPolicy("app", rules);
}

let policy: { createScriptURL(url: string): string } | undefined;

/** `url` in the form that `new Worker` accepts under the page's policy. */
export function trustedWorkerUrl(url: string): string {
  policy ??= createPolicy();
  return policy.createScriptURL(url);
}
