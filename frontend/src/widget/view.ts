/**
 * A view of the widget: a frame with the page, and the way of its requests to the kernel.
 *
 * The frame has an origin of its own: neither can its styles, keys or addresses reach the notebook,
 * nor can what a log brings.
 */
import type { RequestMessage, ToPage, ToWidget } from "../notebook/protocol";
import { BusyWatch } from "./busy";
import { isDarkAround, watchTheme } from "./dark";
import * as messages from "./messages";
import { bytesOf, type FromKernel, type Model } from "./model";
import { pageDocument } from "./page-document";

const SANDBOX = "allow-scripts allow-downloads allow-popups allow-modals";
const FRAME = "display:block;width:100%;height:100%;border:0;background:transparent";
const AROUND =
  "position:relative;box-sizing:border-box;min-height:120px;padding-bottom:12px;resize:vertical;overflow:hidden";
const BUSY =
  "position:absolute;z-index:1;inset:auto auto 20px 8px;max-width:calc(100% - 16px);padding:6px 10px;border-radius:6px;background:#5b4a00;color:#fff;font:13px system-ui,sans-serif";

/** What saves a view with the notebook has this attribute, with the name of the widget. */
const SAVED_VIEW = "data-scopeboard-report";

function isStream({ headers }: Pick<RequestMessage, "headers">): boolean {
  return headers.some(([name, value]) => name === "accept" && value === "text/event-stream");
}

/** 128 random bits; unlike `randomUUID`, they are there too where a notebook has no TLS. */
function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

export class WidgetView {
  private readonly name = randomKey();
  /** The page takes the port that comes with it, and no other. */
  private readonly key = randomKey();
  private readonly frame = document.createElement("iframe");
  private readonly busyNote = document.createElement("p");
  private readonly busy: BusyWatch;
  private port: MessagePort | null = null;
  private isDark: boolean;
  private readonly cleanUp: (() => void)[] = [];

  constructor(
    private readonly model: Model,
    private readonly element: HTMLElement,
  ) {
    element.classList.add("scopeboard-live");
    this.busy = new BusyWatch(
      () => model.send({ kind: "ping" }),
      (isBusy) => {
        this.busyNote.hidden = !isBusy;
      },
    );
    this.build();
    this.isDark = isDarkAround(element);
    this.listen("msg:custom", (content: FromKernel, buffers: readonly ArrayBuffer[]) =>
      this.receive(content, buffers),
    );
    this.listen("change:view", () =>
      this.post({ kind: "show", search: String(this.model.get("view")) }),
    );
    this.cleanUp.push(watchTheme(() => this.followTheme()));
    // The browser closes the notebook, or loads it again, without a word to its views.
    addEventListener("pagehide", this.close);
    this.cleanUp.push(() => removeEventListener("pagehide", this.close));
    void this.load();
  }

  remove(): void {
    for (const each of this.cleanUp) each();
    this.busy.stop();
    this.port?.close();
    this.close();
    this.frame.remove();
  }

  /** Has the kernel cancel all requests of this view. */
  private readonly close = (): void => this.model.send({ kind: "close", view: this.name });

  private build(): void {
    const around = document.createElement("div");
    around.style.cssText = `${AROUND};height:${Number(this.model.get("height")) || 600}px`;
    this.frame.style.cssText = FRAME;
    this.frame.title = messages.frameTitle;
    this.frame.setAttribute("sandbox", SANDBOX);
    this.frame.allow = "clipboard-write; fullscreen";
    this.busyNote.style.cssText = BUSY;
    this.busyNote.setAttribute("role", "status");
    this.busyNote.textContent = messages.busy;
    this.busyNote.hidden = true;
    around.append(this.frame, this.busyNote);
    this.element.append(around);
  }

  private listen(event: string, listener: (...values: never[]) => void): void {
    this.model.on(event, listener);
    this.cleanUp.push(() => this.model.off(event, listener));
  }

  private async load(): Promise<void> {
    // An element may be filled before it is a part of the notebook, whose colours count.
    await new Promise((done) => requestAnimationFrame(done));
    this.isDark = isDarkAround(this.element);
    const start = this.model.get("_boot") as Record<string, unknown>;
    const view = String(this.model.get("view")).replace(/^\?/, "");
    const notebook = { view, is_dark: this.isDark, key: this.key };
    const page = await pageDocument(this.model, { ...start, notebook });
    this.frame.addEventListener("load", () => this.connect());
    this.frame.srcdoc = page;
  }

  private connect(): void {
    this.port?.close();
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }: MessageEvent<ToWidget>) => this.forward(data);
    this.frame.contentWindow?.postMessage(this.key, "*", [port2]);
    this.followTheme();
    this.hideSavedView();
  }

  /** Passes on what the page sends. */
  private forward(message: ToWidget): void {
    if (message.kind === "selection") {
      const { runs, step, node } = message.selection;
      this.model.set("selected_runs", runs);
      this.model.set("step", step);
      this.model.set("node", node);
      this.model.save_changes();
    } else if (message.kind === "cancel") {
      this.busy.done(message.id);
      this.model.send({ kind: "cancel", view: this.name, id: message.id });
    } else {
      const { body, ...request } = message;
      // Nothing comes of a stream while nothing changes.
      if (!isStream(request)) this.busy.sent(message.id);
      const buffers = body === null ? [] : [body];
      this.model.send({ ...request, view: this.name }, undefined, buffers);
    }
  }

  /** Passes on what the kernel sends. */
  private receive(content: FromKernel, buffers: readonly ArrayBuffer[]): void {
    if (!("view" in content)) {
      this.busy.received();
    } else if (content.view === this.name) {
      this.busy.done(content.id);
      // A stream goes on by itself while the kernel is busy.
      if (content.kind === "answer") this.busy.received();
      const { kind, id, status, type } = content;
      const body = bytesOf(buffers[0]).slice(0);
      this.post({ kind, id, status, type, body }, [body]);
    }
  }

  private post(message: ToPage, transfer: Transferable[] = []): void {
    this.port?.postMessage(message, transfer);
  }

  private followTheme(): void {
    this.isDark = isDarkAround(this.element);
    this.post({ kind: "theme", isDark: this.isDark });
  }

  /** The view that was saved with the notebook stands for the page only while no kernel does. */
  private hideSavedView(): void {
    const saved = document.querySelector(`[${SAVED_VIEW}="${this.model.get("_saved_view")}"]`);
    const output = saved?.closest(".jp-OutputArea-child") ?? saved;
    if (output instanceof HTMLElement) output.style.display = "none";
  }
}
