import { setInput } from "#app/forms/set-input";
import type { Selected, TextEdit } from "./text-edit";

/** A textarea's text and selection. */
export const selectedIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** Edits a textarea as if typed, so that the browser's undo works. */
export function applyEdit(textarea: HTMLTextAreaElement, { from, to, insert, start, end }: TextEdit): void {
  textarea.focus({ preventScroll: true });
  textarea.setSelectionRange(from, to);
  // Deprecated without a replacement: nothing else keeps the undo history.
  const typed = insert === "" ? document.execCommand("delete") : document.execCommand("insertText", false, insert);
  if (!typed) replaceText(textarea, from, to, insert);
  textarea.setSelectionRange(start, end);
}

/** Replaces a range of the text, independent of the caret, and dispatches an input event. */
export function replaceText(textarea: HTMLTextAreaElement, from: number, to: number, insert: string): void {
  textarea.setRangeText(insert, from, to, "preserve");
  textarea.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Sets a field's value and dispatches an input event. */
export function setField(field: Element | RadioNodeList | null, value: string): void {
  if (
    !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)
  )
    return;
  setInput(field, value);
}
