import type { FieldName } from "#app/contract/editor-fields";
import { codecOf, type FormValue, fieldNames, readText } from "./field-codecs";

/** The fields of an editor as they stand in its form; those that a kind doesn't have are empty. */
export type EditorValues = { [N in FieldName]: FormValue<N> } & {
  /** The version of the stored text that this one is based on; 0 for something new. */
  version: number;
  /** Words of its author about a change; no field of the text. */
  reason?: string;
};

/** The form's field with that. */
export const REASON = "reason";

/** The form's field with the time (ISO 8601) of the server's draft that it knows of; empty for none. */
export const KNOWN_DRAFT = "knownDraftAt";

/** The form's field that tells which of several new pieces it is; empty for the first. */
export const DRAFT_SLOT = "draftSlot";

/** Editor's values of which each field is made by its name. */
export function mapFields(make: (name: FieldName) => string | boolean, version: number): EditorValues {
  const values = fieldNames().map((name) => [name, make(name)] as const);
  return { ...Object.fromEntries(values), version } as EditorValues;
}

/** Values of an editor in which nothing was written yet. Marked as pure: pages that load an editor only when it is asked for would load all of this for it. */
export const EMPTY_VALUES: EditorValues = /* @__PURE__ */ mapFields((name) => codecOf(name).empty, 0);

/** Values of a form that was sent, read in the browser and on the server alike. */
export function readValues(form: FormData): EditorValues {
  const version = Number(readText(form, "version"));
  const values = mapFields(
    (name) => codecOf(name).read(form, name),
    Number.isSafeInteger(version) && version > 0 ? version : 0,
  );
  return form.has(REASON) ? { ...values, reason: readText(form, REASON) } : values;
}

/**
 * Whether two editors say the same of the text; the version that they began with, and the reason of a change, aside.
 */
export const sameValues = (a: EditorValues, b: EditorValues): boolean =>
  fieldNames().every((name) => a[name] === b[name]);
