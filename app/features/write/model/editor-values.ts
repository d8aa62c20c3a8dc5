import type { FieldName } from "#app/contract/writing/editor-fields";
import { codecOf, type FormValue, fieldNames, readText } from "./field-codecs";

/** An editor's field values as its form has them; fields that a kind does not have are empty. */
export type EditorValues = { [N in FieldName]: FormValue<N> } & {
  /** Version of the stored text that this one is based on; 0 for a new text. */
  version: number;
  /** The author's reason for the change; not part of the text. */
  reason?: string;
  /** For the change of a held text: version of the published text that it is based on. */
  baseVersion?: number;
};

/** Name of that form field. */
export const REASON = "reason";

/** Name of the form field with `baseVersion`. */
export const BASE_VERSION = "baseVersion";

/**
 * Name of the form field with the ISO 8601 time of the server draft that the form knows of; empty if none. The server
 * marks that of a draft which the form has never had.
 */
export const KNOWN_DRAFT = "knownDraftAt";

/** Name of the form field with the time (milliseconds since 1970) of the server draft that the page shows or offers. */
export const SHOWN_DRAFT = "shownDraftAt";

/** Name of the form field that distinguishes several new texts; empty for the first. */
export const DRAFT_SLOT = "draftSlot";

/** Builds editor values by calling `make` for each field. */
export function mapFields(make: (name: FieldName) => string | boolean, version: number): EditorValues {
  const values = fieldNames().map((name) => [name, make(name)] as const);
  return { ...Object.fromEntries(values), version } as EditorValues;
}

/**
 * Values of an empty editor. Marked as pure, because pages that load the editor lazily would otherwise bundle all of
 * this.
 */
export const EMPTY_VALUES: EditorValues = /* @__PURE__ */ mapFields((name) => codecOf(name).empty, 0);

/** Reads a submitted form; used in the browser and on the server. */
export function readValues(form: FormData): EditorValues {
  const baseVersion = readVersion(form, BASE_VERSION);
  return {
    ...mapFields((name) => codecOf(name).read(form, name), readVersion(form, "version")),
    ...(form.has(REASON) ? { reason: readText(form, REASON) } : {}),
    ...(baseVersion > 0 ? { baseVersion } : {}),
  };
}

/** Reads a version; 0 if it is missing or invalid. */
function readVersion(form: FormData, name: string): number {
  const version = Number(readText(form, name));
  return Number.isSafeInteger(version) && version > 0 ? version : 0;
}

/** Whether two editors have the same text, ignoring the base versions and the reason of the change. */
export const sameValues = (a: EditorValues, b: EditorValues): boolean =>
  fieldNames().every((name) => a[name] === b[name]);
