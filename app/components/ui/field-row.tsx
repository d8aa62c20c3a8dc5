import type { AriaAttributes, ReactNode } from "react";
import { FieldError } from "./field-error";

type Described = {
  /** Id of the control. */
  id: string;
  /** Help text, read before filling it in. */
  help?: ReactNode;
  error?: string | undefined;
};

/**
 * A form row: label, control, error and help. The control has the row's id and `describedBy` of the same. Login, which
 * loads little, has only rows of one line: `TextField`.
 */
export function FieldRow({ id, label, help, error, children }: Described & { label: ReactNode; children: ReactNode }) {
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children}
      <FieldError id={`${id}-error`} message={error} />
      {help ? (
        <p className="field__help" id={`${id}-help`}>
          {help}
        </p>
      ) : null}
    </div>
  );
}

/** ARIA attributes of a row's control. */
export const describedBy = ({ id, help, error }: Described): AriaAttributes => ({
  "aria-invalid": error ? true : undefined,
  "aria-describedby": [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(" ") || undefined,
});
