import { useFetcher } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import type { FormResult } from "#app/forms/form-result";
import { tellRefusal } from "#app/forms/tell-refusal";
import { pageRouter } from "#framework/browser/page-router";
import { REACTION, REACTION_PATH, type ReactionState, type ReactionTarget } from "./reaction";

/**
 * Sends reactions without leaving the page, optimistically: the requested state is shown until the page's own data
 * replaces it after the reply; a refusal shows a toast.
 *
 * A second press gives up the first one's request and the reload after it, though the first may have been carried out.
 * If the second is refused, the page's data are therefore reloaded.
 */
export function useReaction(target: ReactionTarget) {
  const fetcher = useFetcher<FormResult>({ key: target });
  const { data } = fetcher;
  /** Reaction asked for here, until its reply; empty for none. */
  const wanted = useRef("");
  const stale = useRef(false);
  useEffect(() => {
    // Other buttons for the same reaction, which share the fetcher, get the reply as well.
    const asked = wanted.current;
    wanted.current = "";
    if (data?.status !== "refused" || asked === "") return;
    tellRefusal(data, asked);
    // Where the login has ended, the page stays as it is.
    if (stale.current && data.code !== "NOT_LOGIN") pageRouter().revalidate();
  }, [data]);
  const sent = fetcher.formData?.get(REACTION);
  return {
    /** Pending state; null if none. */
    asked: typeof sent === "string" ? (sent.slice(target.length + 1) as ReactionState) : null,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      const { submitter } = event.nativeEvent as SubmitEvent;
      if (submitter instanceof HTMLButtonElement) {
        wanted.current = submitter.value;
        stale.current = fetcher.state !== "idle";
        fetcher.submit({ [REACTION]: submitter.value }, { method: "post", action: REACTION_PATH });
      }
    },
  };
}
