/** Elements that a person types into. */

export function isTextField(
  target: EventTarget | null,
): target is HTMLInputElement | HTMLTextAreaElement {
  if (target instanceof HTMLInputElement) {
    return !/^(checkbox|radio|range|button)$/.test(target.type);
  }
  return target instanceof HTMLTextAreaElement;
}
