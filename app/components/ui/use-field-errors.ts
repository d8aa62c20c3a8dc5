import { type RefObject, useEffect, useState } from "react";

type Errors = Record<string, string>;

/**
 * Errors of a form's fields, without those that were changed since.
 * @param errors by the fields' names; another object for each refusal, the same as long as it is the same one
 */
export function useFieldErrors(form: RefObject<HTMLFormElement>, errors: Errors): Errors {
  const [shown, setShown] = useState({ of: errors, left: errors });
  const left = shown.of === errors ? shown.left : errors;
  useEffect(() => {
    const element = form.current;
    const onInput = ({ target }: Event) => {
      const name = target instanceof Element ? target.getAttribute("name") : null;
      setShown((now) => {
        const { [name ?? ""]: gone, ...others } = now.of === errors ? now.left : errors;
        return gone === undefined ? now : { of: errors, left: others };
      });
    };
    element?.addEventListener("input", onInput);
    return () => element?.removeEventListener("input", onInput);
  }, [form, errors]);
  return left;
}

/** Nothing is wrong. */
export const NO_ERRORS: Errors = {};
