import type { FlatGraph } from "../layout/core/flat-graph";
import { finish } from "../layout/core/resumable";
import type { LayerOrder } from "../layout/order/layer-order";
import { OrderSearch } from "../layout/order/order-search";
import type { LayeredGraph } from "../layout/rank/layered-graph";

/** A finished search for the order of ranks that are given. */
export function searchOrder(graph: FlatGraph, layered: LayeredGraph): OrderSearch {
  const search = new OrderSearch(graph, layered);
  finish(search.look());
  finish(search.search());
  finish(search.searchClosely());
  return search;
}

export function orderLayers(graph: FlatGraph, layered: LayeredGraph): LayerOrder {
  return searchOrder(graph, layered).order;
}
