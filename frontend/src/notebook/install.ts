/**
 * Has the page send its requests to the widget around it, where it is in a cell of a notebook; to be
 * imported before all else. Nothing of the page is loaded from an address, and nothing of the
 * browser that belongs to the notebook is used: address, history, theme, storage.
 */
import { answerFrom } from "../api/client";
import { boot } from "../state/base/boot";
import { Channel, type Port } from "./channel";
import { eventSourceOver } from "./channel-event-source";
import { MemoryHistory } from "./memory-history";
import { NotebookTheme } from "./notebook-theme";
import { loadThrough } from "./server-files";

/** The port that the widget sends once this document is loaded, with the key of this document. */
function openPort(key: string): Promise<Port> {
  return new Promise((resolve) => {
    const receive = ({ data, ports, source }: MessageEvent): void => {
      const [port] = ports;
      if (source !== window.parent || data !== key || port === undefined) return;
      removeEventListener("message", receive);
      resolve(port);
    };
    addEventListener("message", receive);
  });
}

type Notebook = NonNullable<typeof boot.notebook>;

function install({ view, is_dark, key }: Notebook): { channel: Channel; shown: EventTarget } {
  const theme = new NotebookTheme(is_dark);
  const shown = new EventTarget();
  const channel = new Channel(openPort(key), (message) => {
    if (message.kind === "theme") theme.set(message.isDark);
    else shown.dispatchEvent(new CustomEvent("show", { detail: message.search }));
  });
  theme.install();
  const history = new MemoryHistory(view, () => dispatchEvent(new PopStateEvent("popstate")));
  Object.defineProperty(globalThis, "history", { value: history });
  globalThis.EventSource = eventSourceOver(channel);
  loadThrough(channel);
  answerFrom({ answer: (url, init) => channel.fetch(url, init), fileUrl: (url) => url });
  return { channel, shown };
}

const { notebook } = boot;

/** The channel of this page, and views to show as they come; null where it is in no notebook. */
export const connected = notebook === null ? null : install(notebook);
