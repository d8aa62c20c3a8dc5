/**
 * Whether a key belongs to an input method that is still composing: its Enter picks a candidate, its Escape drops one.
 * Every key handler asks this first. Safari ends the composition before the key's event, but marks it with 229.
 */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return event.isComposing || event.keyCode === 229;
}
