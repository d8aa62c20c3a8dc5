import { type RefObject, useEffect, useState } from "react";

type Errors = Record<string, string>;

/** Fields whose text differs from what the page brought only where somebody typed: browsers fill in the others, too. */
const TYPED = ":not(:is(select,[type=password],:autofill))";

/**
 * Errors of a form's fields, without those that were changed since.
 * @param errors by the fields' names; another object for each refusal, the same as long as it is the same one
 */
export function useFieldErrors(form: RefObject<HTMLFormElement>, errors: Errors): Errors {
  const [shown, setShown] = useState({ of: errors, left: errors });
  const left = shown.of === errors ? shown.left : errors;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was shown when these errors came is what counts
  useEffect(() => {
    const element = form.current;
    const onInput = ({ target }: { target: EventTarget | null }) => {
      const { name } = target as HTMLInputElement;
      setShown((now) => {
        const { [name]: gone, ...others } = now.of === errors ? now.left : errors;
        return gone === undefined ? now : { of: errors, left: others };
      });
    };
    // They came with the page: of what was changed before the scripts were there nobody has heard.
    if (shown.of === errors) {
      for (const target of element?.querySelectorAll<HTMLInputElement>(TYPED) ?? [])
        if (target.value !== target.defaultValue || target.checked !== target.defaultChecked) onInput({ target });
    }
    element?.addEventListener("input", onInput);
    return () => element?.removeEventListener("input", onInput);
  }, [form, errors]);
  return left;
}

/** Nothing is wrong. */
export const NO_ERRORS: Errors = {};
