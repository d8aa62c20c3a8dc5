import { useActionData, useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { toast } from "#app/components/layout/toast";
import { focusInvalid } from "#app/components/ui/focus-invalid";
import { placeLostFocus } from "#app/components/ui/place-focus";
import { NO_ERRORS, useFieldErrors } from "#app/components/ui/use-field-errors";
import { loginApart } from "#app/features/login/login-apart";
import type { AccountAnswer, AccountForm } from "./account-answer";

/** One of the account's forms: sent without leaving the page, or answered by the page without scripts. */
export function useAccountForm(form: AccountForm) {
  const fetcher = useFetcher<AccountAnswer>({ key: `account:${form}` });
  const page = useActionData<AccountAnswer>();
  const [done, setDone] = useState(0);
  const { data } = fetcher;
  const posted = page?.form === form ? page : undefined;
  const busy = fetcher.state !== "idle";
  const answer = data ?? posted;
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (data && !data.ok) focusInvalid(ref.current);
    if (!data?.ok) return;
    toast(data.message, "success");
    setDone((count) => count + 1);
    placeLostFocus();
  }, [data]);
  const refused = answer && !answer.ok && !busy ? answer : undefined;
  const told = refused?.fields ?? NO_ERRORS;
  const fields = useFieldErrors(ref, told);
  return {
    Form: fetcher.Form,
    /** For the form itself, to lead to what is wrong with it. */
    ref,
    submit: fetcher.submit,
    busy,
    /** The answer to the form when it was sent without scripts. */
    posted,
    /** How far asking for a code has come through the form itself. */
    step: answer?.step,
    fields,
    /** A refusal that belongs to none of the fields, and the way out of it. */
    notice:
      refused?.message && Object.keys(told).length === 0
        ? ({ kind: "error", message: refused.message, action: refused.login ? loginApart() : undefined } as const)
        : null,
    /** Counts successes: as a `key` it gives an empty form after each. */
    done,
  };
}
