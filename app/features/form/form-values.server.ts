import type { FormField } from "#app/contract/form";

export type FormValues = Record<string, string | string[]>;

/** Characters of one value that are taken; the upstream has its own, narrower rules. */
const VALUE_MAX = 20_000;

/** What was filled in, by field: a list for checkboxes, text for everything else. Files are not among it. */
export function formValuesOf(fields: readonly FormField[], filled: FormData): FormValues {
  const values: FormValues = {};
  for (const { name, type } of fields) {
    if (type === "file") continue;
    const texts = filled.getAll(name).filter((value) => typeof value === "string");
    const cut = texts.map((text) => text.slice(0, VALUE_MAX));
    values[name] = type === "checkbox" ? cut : (cut[0] ?? "");
  }
  return values;
}
