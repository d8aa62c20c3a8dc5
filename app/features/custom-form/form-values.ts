import type { FormField } from "#app/contract/content/form";
import type { FormValues } from "#app/contract/content/form-rules";

/** Maximum characters of a value that are read; the rules allow fewer. */
const VALUE_MAX = 20_000;

/** Entered values by field: a list for checkboxes, otherwise text; for a file, its key if it is already uploaded. */
export function formValuesOf(fields: readonly FormField[], filled: FormData): FormValues {
  const values: FormValues = {};
  for (const { name, type } of fields) {
    const texts = filled.getAll(name).filter((value) => typeof value === "string");
    const cut = texts.map((text) => text.slice(0, VALUE_MAX));
    values[name] = type === "checkbox" ? cut : (cut[0] ?? "");
  }
  return values;
}

/** Chosen files, by field. */
export function formFilesOf(fields: readonly FormField[], filled: FormData): { name: string; file: File }[] {
  return fields.flatMap(({ name, type }) => {
    const files = type === "file" ? filled.getAll(name).filter((value) => value instanceof File) : [];
    // Browsers send an empty file without a name if none was chosen; a chosen one that is empty is refused later.
    const file = files.find((value) => value.size > 0 || value.name !== "");
    return file ? [{ name, file }] : [];
  });
}
