/** The part of anywidget's model that is used, and the messages to and from the kernel. */

export interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  send(content: ToKernel, callbacks?: unknown, buffers?: (ArrayBuffer | DataView)[]): void;
  on(event: string, listener: (...values: never[]) => void): void;
  off(event: string, listener: (...values: never[]) => void): void;
}

export type ToKernel =
  | { readonly kind: "page" }
  | { readonly kind: "ping" }
  | { readonly kind: "cancel"; readonly view: string; readonly id: number }
  | { readonly kind: "close"; readonly view: string }
  | {
      readonly kind: "request";
      readonly view: string;
      readonly id: number;
      readonly method: string;
      readonly url: string;
      readonly headers: readonly (readonly [string, string])[];
    };

export type FromKernel =
  | { readonly kind: "page" | "pong" }
  | {
      readonly kind: "answer" | "part";
      readonly view: string;
      readonly id: number;
      readonly status: number;
      readonly type: string;
    };

/** The bytes of a buffer as they come: of a part of a larger one, or whole. */
export function bytesOf(
  buffer: ArrayBuffer | ArrayBufferView<ArrayBuffer> | undefined,
): ArrayBuffer {
  if (buffer === undefined) return new ArrayBuffer(0);
  if (buffer instanceof ArrayBuffer) return buffer;
  const { buffer: whole, byteOffset, byteLength } = buffer;
  return whole.slice(byteOffset, byteOffset + byteLength);
}
