import { setInput } from "#app/forms/set-input";
import type { Selected, TextChange, TextEdit } from "./text-edit";

/** A textarea's text and selection. */
export const selectedIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** Edits a textarea as if typed, so that the browser's undo works. */
export function applyEdit(textarea: HTMLTextAreaElement, { from, to, insert, start, end }: TextEdit): void {
  textarea.focus({ preventScroll: true });
  typeOver(textarea, { from, to, insert });
  textarea.setSelectionRange(start, end);
}

/** Replaces a range of a focused textarea's text as if typed, but keeps the selection and what is in view. */
export function replaceText(textarea: HTMLTextAreaElement, change: TextChange): void {
  const { from, to, insert } = change;
  const { selectionStart, selectionEnd, selectionDirection, scrollTop } = textarea;
  const { scrollX: left, scrollY: top } = window;
  const end = from + insert.length;
  const moved = (at: number) => (at <= from ? at : at < to ? end : at - to + end);
  typeOver(textarea, change);
  textarea.setSelectionRange(moved(selectionStart), moved(selectionEnd), selectionDirection);
  textarea.scrollTop = scrollTop;
  window.scrollTo({ left, top, behavior: "instant" });
}

function typeOver(textarea: HTMLTextAreaElement, { from, to, insert }: TextChange): void {
  textarea.setSelectionRange(from, to);
  // Deprecated without a replacement: nothing else keeps the undo history.
  const typed = insert === "" ? document.execCommand("delete") : document.execCommand("insertText", false, insert);
  if (typed) return;
  textarea.setRangeText(insert, from, to);
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
