/** Long enough for a browser to have begun to save; it says nothing of when it has. */
const REVOKE_AFTER_MS = 60_000;

/** Saves a file to where the browser puts what it downloads. */
export function download(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  follow(url, fileName);
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

/** Saves what the server sends at an address; it is never all in the page's memory. */
export function downloadFrom(url: string, fileName: string): void {
  follow(url, fileName);
}

function follow(url: string, fileName: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
}
