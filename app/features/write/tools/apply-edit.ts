import { setInput } from "#app/components/ui/set-input";
import type { Selected, TextEdit } from "./text-edit";

/** The text of a textarea with its selection. */
export const selectedIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** Edits a textarea as if somebody typed it, so that the browser's undo takes it back. */
export function applyEdit(textarea: HTMLTextAreaElement, { from, to, insert, start, end }: TextEdit): void {
  textarea.focus({ preventScroll: true });
  textarea.setSelectionRange(from, to);
  // Deprecated without anything in its place: it alone keeps the history for undo.
  const typed = insert === "" ? document.execCommand("delete") : document.execCommand("insertText", false, insert);
  if (!typed) replaceText(textarea, from, to, insert);
  textarea.setSelectionRange(start, end);
}

/** Changes a part of the text where it is, wherever the caret may be, and tells who listens. */
export function replaceText(textarea: HTMLTextAreaElement, from: number, to: number, insert: string): void {
  textarea.setRangeText(insert, from, to, "preserve");
  textarea.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Fills a field and tells who listens. */
export function setField(field: Element | RadioNodeList | null, value: string): void {
  if (
    !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)
  )
    return;
  setInput(field, value);
}
