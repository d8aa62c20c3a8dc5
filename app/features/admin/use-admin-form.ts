import { useActionData, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import type { FormResult } from "#app/forms/form-result";
import { useFormResult } from "#app/forms/use-form-result";

/**
 * A form of the console that its own page answers: what is wrong with it, what was typed, whether it is on its way.
 * @param intents of a form that is not the only one of its page: what it may send as `intent`
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
