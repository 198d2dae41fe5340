/**
 * Removes the session from addresses in a text.
 *
 * A browser that keeps no cookie for the page carries its session as a part of the path, and who
 * has it may use the server. So it must not be in anything that a viewer passes on.
 */
export function withoutSession(text: string): string {
  return text.replace(/\/~[\w-]{43}(?=\/)/g, "");
}
