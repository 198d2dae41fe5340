/** The widget of a notebook: what anywidget loads, once for all cells. */
import type { Model } from "./widget/model";
import { WidgetView } from "./widget/view";

export default {
  render({ model, el }: { readonly model: Model; readonly el: HTMLElement }): () => void {
    const view = new WidgetView(model, el);
    return () => view.remove();
  },
};
