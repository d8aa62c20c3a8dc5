import type { FormField } from "#app/contract/content/form";
import { fieldProblem, normalizedValue } from "#app/contract/content/form-rules";
import { formFilesOf, formValuesOf } from "./form-values";

/** Errors by field name. */
export type FormProblems = Record<string, string>;

/** Placeholder for an invalid number or date, since browsers report such a field as empty. */
const UNREADABLE = "?";

/**
 * Returns the errors that the upstream would report for the entered values; of files, only their number is checked.
 * @param unreadable names of fields whose text the browser doesn't reveal
 */
export function formProblems(
  fields: readonly FormField[],
  filled: FormData,
  unreadable: ReadonlySet<string> = new Set(),
): FormProblems {
  const values = formValuesOf(fields, filled);
  for (const { name, file } of formFilesOf(fields, filled)) values[name] = file.name;
  for (const name of unreadable) values[name] = UNREADABLE;
  const found = fields.map((field) => [field.name, fieldProblem(field, normalizedValue(field, values[field.name]))]);
  return Object.fromEntries(found.filter(([, problem]) => problem !== null));
}

/** Errors of a form on the page. */
export function problemsIn(form: HTMLFormElement, fields: readonly FormField[]): FormProblems {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement);
  const unreadable = inputs.filter((input) => input.validity.badInput).map((input) => input.name);
  return formProblems(fields, new FormData(form), new Set(unreadable));
}
