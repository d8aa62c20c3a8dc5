import { type RefObject, useEffect, useState } from "react";

type Errors = Record<string, string>;

/** Fields whose changed text must come from typing; browsers autofill the others. */
const TYPED = ":not(:is(select,[type=password],:autofill))";

/**
 * Errors of a form's fields, except those changed since.
 * @param errors by field name; a new object for each refusal, and the same one while it lasts
 */
export function useFieldErrors(form: RefObject<HTMLFormElement>, errors: Errors): Errors {
  const [shown, setShown] = useState({ of: errors, left: errors });
  const left = shown.of === errors ? shown.left : errors;
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares with the values shown when these errors came
  useEffect(() => {
    const element = form.current;
    const onInput = ({ target }: { target: EventTarget | null }) => {
      const { name } = target as HTMLInputElement;
      setShown((now) => {
        const { [name]: gone, ...others } = now.of === errors ? now.left : errors;
        return gone === undefined ? now : { of: errors, left: others };
      });
    };
    // These errors came with the page; changes before hydration were not observed.
    if (shown.of === errors) {
      for (const target of element?.querySelectorAll<HTMLInputElement>(TYPED) ?? [])
        if (target.value !== target.defaultValue || target.checked !== target.defaultChecked) onInput({ target });
    }
    element?.addEventListener("input", onInput);
    return () => element?.removeEventListener("input", onInput);
  }, [form, errors]);
  return left;
}

/** Shared empty value. */
export const NO_ERRORS: Errors = {};
