/**
 * Whether a key event belongs to an input method that is composing: its Enter selects a candidate, its Escape cancels.
 * Every key handler must check this first. Safari ends the composition before the key event, but marks it with keyCode
 * 229.
 */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return event.isComposing || event.keyCode === 229;
}
