import { useNavigation } from "@remix-run/react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useRoot } from "#app/hooks/root";
import type { KeptForm } from "./keep-unsent";

/** State that `useUnsent` returns about a form. */
export type Unsent = {
  /** Whether earlier input was restored. */
  restored: boolean;
  /** Idempotency key to submit it under. */
  idempotencyKey: string | undefined;
  /** Call once it is sent or given up. */
  forget: () => void;
  /** Deletes the kept input and resets the form to what the server rendered. */
  drop: () => void;
};

/**
 * Keeps the input of a form until it is sent: across a reload, a link and back, or an ended login. The form's
 * `data-unsent` is the name to keep it under. Each member has input of their own; what an anonymous reader typed
 * becomes theirs when they log in. A form that navigates forgets its input by itself once it has led to a page, even to
 * its own again, which may give it another name (`new` becomes an id); a form sent by a fetcher counts its successes, or
 * calls `forget`.
 * @param done number of times that a fetcher has sent the form
 */
export function useUnsent(form: RefObject<HTMLFormElement>, done = 0): Unsent {
  const user = useRoot()?.viewer?.userId ?? 0;
  const [found, setFound] = useState<KeptForm["restored"]>(null);
  const kept = useRef<KeptForm | null>(null);
  const { state, formMethod } = useNavigation();
  const leading = useRef(false);
  const sent = useRef(false);
  const [times, setTimes] = useState(0);

  const forget = useCallback(() => {
    kept.current?.saved();
    const key = keyOf(user, form);
    if (has(key)) sessionStorage.removeItem(key);
    setFound(null);
  }, [form, user]);

  // biome-ignore lint/correctness/useExhaustiveDependencies(times): each time it is sent, the form begins anew
  useEffect(() => {
    const element = form.current;
    if (!element?.dataset.unsent) return;
    const key = keyOf(user, form);
    const visitors = keyOf(0, form);
    let here = true;
    sent.current = false;
    const begin = async () => {
      element.removeEventListener("focusin", begin);
      try {
        const { keepUnsent } = await import("./keep-unsent");
        if (!here) return;
        kept.current = keepUnsent(element, user, user === 0 ? [key] : [key, visitors]);
        if (kept.current.restored) setFound(kept.current.restored);
      } catch (error) {
        console.warn("What is typed is not kept", error);
      }
    };
    const send = () => {
      sent.current = true;
    };
    element.addEventListener("submit", send);
    if (has(key) || has(visitors) || element.contains(document.activeElement)) void begin();
    else element.addEventListener("focusin", begin);
    return () => {
      here = false;
      element.removeEventListener("focusin", begin);
      element.removeEventListener("submit", send);
      kept.current?.stop(sent.current && leading.current);
      kept.current = null;
    };
  }, [form, user, times]);

  // After the effect above, whose clean-up needs to know whether the navigation that it ends with was the form's.
  useEffect(() => {
    const led = leading.current;
    leading.current = state !== "idle" && formMethod === "POST";
    if (!led || state !== "idle") return;
    const own = sent.current;
    sent.current = false;
    if (!own || kept.current?.settle() === false) return;
    setFound(null);
    setTimes((before) => before + 1);
  }, [state, formMethod]);

  useEffect(() => {
    if (done > 0) forget();
  }, [done, forget]);

  return {
    restored: found !== null,
    idempotencyKey: found?.idempotencyKey,
    forget,
    drop() {
      kept.current?.reset();
      forget();
    },
  };
}

const keyOf = (user: number, { current }: RefObject<HTMLFormElement>): string =>
  unsentKey(user, current?.dataset.unsent);

const unsentKey = (user: number, name: string | undefined): string => `unsent:${user}:${name}`;

/** Whether this person has unsent input in the form of this name. */
export const hasUnsent = (user: number, name: string): boolean => has(unsentKey(user, name));

/** Whether anything is kept under a key. */
function has(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    // Storage is disabled: nothing is kept.
    return false;
  }
}
