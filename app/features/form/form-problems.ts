import type { FormField } from "#app/contract/form";
import { fieldProblem, normalizedValue } from "#app/contract/form-rules";
import { formFilesOf, formValuesOf } from "./form-values";

/** Errors of each field, by its name. */
export type FormProblems = Record<string, string>;

/** Stands for what was typed into a field for numbers or dates and is none: browsers tell scripts that it is empty. */
const UNREADABLE = "?";

/**
 * Errors that the upstream would tell to a form as it is filled in, before it is sent; files apart, which have to be
 * looked at.
 * @param unreadable names of fields whose text the browser keeps to itself
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

/** Problems of a form on the page. */
export function problemsIn(form: HTMLFormElement, fields: readonly FormField[]): FormProblems {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement);
  const unreadable = inputs.filter((input) => input.validity.badInput).map((input) => input.name);
  return formProblems(fields, new FormData(form), new Set(unreadable));
}
