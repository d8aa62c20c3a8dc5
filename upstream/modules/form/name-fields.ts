import type { z } from "zod";
import type { builtField } from "#app/contract/admin/form";
import type { FormField } from "#app/contract/form";

type Built = z.output<typeof builtField>;

/**
 * The fields as they are kept: each has a name that no other field of the form ever had, so that an answer is never taken
 * for one to another question; a choice keeps its value for as long as it keeps its words.
 * @param known the fields that the form has or had, the newest first
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
