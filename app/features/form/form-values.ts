import type { FormField } from "#app/contract/form";
import type { FormValues } from "#app/contract/form-rules";

/** Characters of one value that are taken; the rules allow fewer. */
const VALUE_MAX = 20_000;

/**
 * Values that were filled in, by field: a list for checkboxes, text for everything else; for a file its key, if it has
 * one yet.
 */
export function formValuesOf(fields: readonly FormField[], filled: FormData): FormValues {
  const values: FormValues = {};
  for (const { name, type } of fields) {
    const texts = filled.getAll(name).filter((value) => typeof value === "string");
    const cut = texts.map((text) => text.slice(0, VALUE_MAX));
    values[name] = type === "checkbox" ? cut : (cut[0] ?? "");
  }
  return values;
}

/** The files that were chosen, by field. */
export function formFilesOf(fields: readonly FormField[], filled: FormData): { name: string; file: File }[] {
  return fields.flatMap(({ name, type }) => {
    const file = type === "file" ? filled.getAll(name).find((value) => value instanceof File && value.size > 0) : null;
    return file instanceof File ? [{ name, file }] : [];
  });
}
