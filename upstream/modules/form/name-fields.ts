import type { z } from "zod";
import type { builtField } from "#app/contract/admin/content/form";
import type { FormField } from "#app/contract/content/form";

type Built = z.output<typeof builtField>;

/**
 * Assigns stable field names: each name is never reused for another field of the form, so that an answer is never
 * attributed to another question. A choice keeps its value as long as its label stays the same.
 * @param known the form's current and earlier fields, newest first
 */
export function nameFields(built: readonly Built[], known: readonly FormField[]): FormField[] {
  const names = new Set(known.map(({ name }) => name));
  const taken = new Set<string>();
  let last = Math.max(0, ...[...names].map((name) => Number(/^f(\d{1,9})$/.exec(name)?.[1] ?? 0)));
  return built.map((field) => {
    const mine = names.has(field.name) && !taken.has(field.name);
    last += mine ? 0 : 1;
    const name = mine ? field.name : `f${last}`;
    taken.add(name);
    const choices = known.filter((one) => one.name === name).flatMap(({ options }) => options);
    const options = field.options.map(({ value, label }) => ({
      value: value || (choices.find((one) => one.label === label)?.value ?? label),
      label,
    }));
    return { ...field, name, options };
  });
}
