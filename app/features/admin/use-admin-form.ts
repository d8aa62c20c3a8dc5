import { useActionData, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { fieldOf } from "#app/forms/field-of";
import { type FormResult, SENT_ALONG } from "#app/forms/form-result";
import { useFormResult } from "#app/forms/use-form-result";

/**
 * State of a console form submitted to its own page: errors, typed values, and whether it is being submitted. A field
 * whose error has its own name takes all of it from `field`: `<TextField label="名称" {...field("name", stored.name)} />`.
 * @param intents if the page has several forms: the possible values of its `intent`
 */
export function useAdminForm<Data, Values>(names?: readonly string[], intents?: readonly string[]) {
  const answered = useActionData<FormResult<Data, Values>>();
  const sent = (answered?.values as { intent?: string } | undefined)?.intent;
  const mine = intents === undefined || (sent !== undefined && intents.includes(sent));
  const result = mine ? answered : undefined;
  const busy = useNavigation().formMethod === "POST";
  const ref = useRef<HTMLFormElement>(null);
  const told = useFormResult(ref, result, { busy, ...(names ? { names } : {}) });
  // A form that could not be sent, and had no result before, has no values to be shown instead of those in its fields.
  const known = Object.keys(told.values ?? {}).some((name) => !SENT_ALONG.includes(name));
  const shown = { ...told, values: known ? told.values : undefined };
  /** Name, typed or else stored value, and error of a form field. */
  const field = (name: keyof Values & string, stored?: string | null) =>
    fieldOf(name, shown.values as Partial<Record<string, string>> | undefined, stored, shown.fields);
  return { ref, busy, result, field, ...shown };
}
