/**
 * Fills a field as if somebody had, so that React's handlers are told as well: it takes notice of values that are set
 * by the field's own property, and then of no event that tells the same.
 * @param value its text, or whether it is chosen
 * @returns whether it had another
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
