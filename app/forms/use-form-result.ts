import { type RefObject, useEffect, useRef } from "react";
import { focusInvalid } from "./focus-invalid";
import type { FormResult } from "./form-result";
import { NO_ERRORS, useFieldErrors } from "./use-field-errors";

type Options = {
  /** Whether the form is being sent again. */
  busy: boolean;
  /** Fields that show their own messages; all by default. */
  names?: readonly string[];
  /** The result came with the page, which already shows it, so don't move the focus. */
  quiet?: boolean;
};

/**
 * Maps a result to what its form shows: messages by field and for the whole form. A new refusal moves the focus to the
 * first of them.
 */
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
    /** Messages by field, each until the field is changed. */
    fields: useFieldErrors(form, told),
    /** The refusal, if no field shows a message of its own; for a `FormNotice`. */
    notice: !busy && refused?.message && !(names ?? Object.keys(told)).some((name) => told[name]) ? refused : null,
    /** Current step of a form that takes several. */
    step: result?.step as Step | undefined,
    /** Submitted values, if they are returned. */
    values: result?.values as Partial<Values> | undefined,
  };
}
