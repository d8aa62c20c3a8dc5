import { useActionData, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import type { FormResult } from "#app/forms/form-result";
import { useFormResult } from "#app/forms/use-form-result";

/**
 * State of a console form submitted to its own page: errors, typed values, and whether it is being submitted.
 * @param intents if the page has several forms: the possible values of its `intent`
 */
export function useAdminForm<Data, Values>(names?: readonly string[], intents?: readonly string[]) {
  const answered = useActionData<FormResult<Data, Values>>();
  const sent = (answered?.values as { intent?: string } | undefined)?.intent;
  const mine = intents === undefined || (sent !== undefined && intents.includes(sent));
  const result = mine ? answered : undefined;
  const busy = useNavigation().formMethod === "POST";
  const ref = useRef<HTMLFormElement>(null);
  return { ref, busy, result, ...useFormResult(ref, result, { busy, ...(names ? { names } : {}) }) };
}
