import { type RefObject, useEffect, useRef } from "react";
import { focusInvalid } from "#app/components/ui/focus-invalid";
import { NO_ERRORS, useFieldErrors } from "#app/components/ui/use-field-errors";
import type { FormResult } from "./form-result";

type Options = {
  /** It is being sent again. */
  busy: boolean;
  /** The form's fields that say themselves what is wrong with them; all, where left out. */
  names?: readonly string[];
  /** The result came with the page, which has it in view. */
  quiet?: boolean;
};

/** Reads a result for its form: what is wrong with which field and as a whole. A new refusal leads to the first of these. */
export function useFormResult<Data, Values, Step, Detail>(
  form: RefObject<HTMLFormElement>,
  result: FormResult<Data, Values, Step, Detail> | undefined,
  { busy, names, quiet = false }: Options,
) {
  const refused = result?.status === "refused" ? result : undefined;
  const led = useRef<unknown>();
  useEffect(() => {
    if (!refused || busy || quiet || led.current === refused) return;
    led.current = refused;
    focusInvalid(form.current);
  }, [form, refused, busy, quiet]);
  const told = refused?.fields ?? NO_ERRORS;
  return {
    refused,
    /** Reasons by field, each until its field is changed. */
    fields: useFieldErrors(form, told),
    /** The refusal, where none of the fields is what is wrong; for a `FormNotice`. */
    notice: !busy && refused?.message && !(names ?? Object.keys(told)).some((name) => told[name]) ? refused : null,
    /** Step that it has come to, where it takes several. */
    step: result?.step as Step | undefined,
    /** Typed texts, where they come back. */
    values: result?.values as Partial<Values> | undefined,
  };
}
