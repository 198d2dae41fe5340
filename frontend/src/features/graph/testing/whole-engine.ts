/** Caches of the engine with all its passes, as a worker has one after its first answer. */
import * as latePasses from "../layout/compound/late-passes";
import * as engine from "../layout/compound/layout-scopes";

export function emptyCache(): engine.LayoutCache {
  return engine.emptyCache(latePasses);
}
