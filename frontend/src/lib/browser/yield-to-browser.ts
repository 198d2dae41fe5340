/** Resolves in a task of its own: before it, input and frames that wait have their turn. */
export function yieldToBrowser(): Promise<void> {
  return new Promise((resolve) => {
    // A timer would be held back for 4 ms when it is set again and again.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
