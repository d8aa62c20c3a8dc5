import { useActionData, useFetcher, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { placeLostFocus } from "#app/components/ui/place-focus";
import { toast } from "#app/components/ui/toast";
import { useFormResult } from "#app/forms/use-form-result";
import { paths } from "#app/paths";
import type { AccountForm, AccountResult } from "./account-result";

/**
 * State of an account form: submitted by a fetcher or, without scripts, to the page, whose result it then shows.
 * @param part which of several forms of one kind, as in the field `part`
 */
export function useAccountForm(form: AccountForm, part?: string) {
  const fetcher = useFetcher<AccountResult>({ key: `account:${form}:${part ?? ""}` });
  const page = useActionData<AccountResult>();
  const [done, setDone] = useState(0);
  const { data } = fetcher;
  const { revalidate } = useRevalidator();
  const sent = page?.values?.form === form && (part === undefined || page.values.part === part);
  const posted = sent ? page : undefined;
  const busy = fetcher.state !== "idle";
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The page still offers what the owner has to be verified for again; refusals don't reload it.
    if (data?.status === "refused" && data.code === "FORBIDDEN") revalidate();
    if (data?.status !== "ok") return;
    if (data.message) toast(data.message, "success");
    setDone((count) => count + 1);
  }, [data, revalidate]);
  // Once the form is gone, with the button that had the focus.
  useEffect(() => {
    if (done > 0) placeLostFocus(() => document.querySelector(`#${form} > summary`));
  }, [done, form]);
  const { fields, notice, step } = useFormResult(ref, data ?? posted, { busy, quiet: !data });
  return {
    Form: fetcher.Form,
    /** Path for a form of `/account/secure`: without scripts its answer shows the row of the form, not the page's top. */
    action: `${paths.accountSecure()}#${form}`,
    /** Ref for the form element, to focus its first invalid field. */
    ref,
    submit: fetcher.submit,
    busy,
    /** Result of the last submission. */
    result: data ?? posted,
    /** Submitted values, if the form was sent without scripts. */
    typed: posted?.values,
    /** Step of the request for a code, if made by this form. */
    step,
    fields,
    /** Refusal that concerns no field, with a link to a remedy. */
    notice,
    /** Number of successes; as a `key`, it empties the form after each. */
    done,
  };
}
