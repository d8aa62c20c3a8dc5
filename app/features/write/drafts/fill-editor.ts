import { type EditorValues, REASON, readValues } from "#app/features/write/model/editor-values";
import { fieldNames } from "#app/features/write/model/field-codecs";
import { withoutUploadMarks } from "#app/features/write/model/upload-marks";
import { setField } from "#app/features/write/text/apply-edit";

/** Fills an editor's fields from a draft. */
export function fillEditor(form: HTMLFormElement, values: EditorValues): void {
  const field = (name: string) => form.elements.namedItem(name);
  const version = field("version");
  if (version instanceof HTMLInputElement) version.value = String(values.version);
  // Checkboxes first and without events; the text fields' events report the change.
  for (const name of fieldNames("flag")) {
    const box = field(name);
    if (box instanceof HTMLInputElement) box.checked = values[name] === true;
  }
  for (const name of fieldNames("title", "line", "tags", "choice", "picture"))
    setField(field(name), String(values[name]));
  if (values.reason !== undefined) setField(field(REASON), values.reason);
  for (const name of fieldNames("markdown")) setField(field(name), withoutUploadMarks(String(values[name])));
}

/** Values that are in the form now. */
export const valuesIn = (form: HTMLFormElement): EditorValues => readValues(new FormData(form));

/** Values of the form as the server rendered it. */
export function servedIn(form: HTMLFormElement): EditorValues {
  const served = form.cloneNode(true) as HTMLFormElement;
  served.reset();
  return valuesIn(served);
}

/** Whether nothing was typed since the server rendered the page, and the form is not a returned one. */
export function isUntouched(form: HTMLFormElement): boolean {
  if (form.hasAttribute("data-returned")) return false;
  return [...form.elements].every(
    (field) =>
      !(field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === "text")) ||
      field.value === field.defaultValue,
  );
}
