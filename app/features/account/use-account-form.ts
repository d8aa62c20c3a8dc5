import { useActionData, useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { placeLostFocus } from "#app/components/ui/place-focus";
import { toast } from "#app/components/ui/toast";
import { useFormResult } from "#app/forms/use-form-result";
import type { AccountForm, AccountResult } from "./account-result";

/**
 * One of the account's forms: sent without leaving the page, or shown by the page what became of it without scripts.
 * @param part which of several forms of one kind, as its field `part` says
 */
export function useAccountForm(form: AccountForm, part?: string) {
  const fetcher = useFetcher<AccountResult>({ key: `account:${form}:${part ?? ""}` });
  const page = useActionData<AccountResult>();
  const [done, setDone] = useState(0);
  const { data } = fetcher;
  const sent = page?.values?.form === form && (part === undefined || page.values.part === part);
  const posted = sent ? page : undefined;
  const busy = fetcher.state !== "idle";
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (data?.status !== "ok") return;
    if (data.message) toast(data.message, "success");
    setDone((count) => count + 1);
    placeLostFocus();
  }, [data]);
  const { fields, notice, step } = useFormResult(ref, data ?? posted, { busy, quiet: !data });
  return {
    Form: fetcher.Form,
    /** For the form itself, to lead to what is wrong with it. */
    ref,
    submit: fetcher.submit,
    busy,
    /** Texts typed into the form when it was sent without scripts. */
    typed: posted?.values,
    /** Step that asking for a code has come to through the form itself. */
    step,
    fields,
    /** A refusal that belongs to none of the fields, and the way out of it. */
    notice,
    /** Counts successes: as a `key` it gives an empty form after each. */
    done,
  };
}
