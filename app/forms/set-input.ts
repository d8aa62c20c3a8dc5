/**
 * Sets a field's value as a user would, so that React's handlers run: React ignores events after a value was set by the
 * element's own property.
 * @param value its text, or whether it is checked
 * @returns whether it changed
 */
export function setInput(
  field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  value: string | boolean,
): boolean {
  const name = typeof value === "string" ? "value" : "checked";
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name);
  if (property?.get?.call(field) === value) return false;
  property?.set?.call(field, value);
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}
