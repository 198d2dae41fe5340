/**
 * Style sheets of parts of the page that could not be fetched.
 *
 * Vite's loader requests each style sheet once, and treats a failed one as loaded: the code of a
 * part that is fetched again would come without it.
 */

/** Fetches the style sheets again that failed; rejects where one fails again. */
export async function loadFailedStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const failed = [...links].filter(({ sheet }) => sheet === null);
  await Promise.all(failed.map(replaced));
}

function replaced(link: HTMLLinkElement): Promise<void> {
  const next = document.createElement("link");
  next.rel = "stylesheet";
  next.crossOrigin = link.crossOrigin;
  next.href = link.href;
  return new Promise((resolve, reject) => {
    next.addEventListener("load", () => resolve());
    next.addEventListener("error", () => reject(new Error(`Could not load ${next.href}`)));
    link.replaceWith(next);
  });
}
