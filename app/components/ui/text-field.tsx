import { type InputHTMLAttributes, useId } from "react";
import { FieldError } from "./field-error";

type Props = {
  label: string;
  name: string;
  error?: string | undefined;
  /** Help text, read before filling it in. */
  help?: string | undefined;
} & InputHTMLAttributes<HTMLInputElement>;

/** A form row: label, field and error. */
export function TextField({ label, error, help, type = "text", ...rest }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        type={type}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={[error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(" ") || undefined}
      />
      <FieldError id={`${id}-error`} message={error} />
      {help ? (
        <p className="field__help" id={`${id}-help`}>
          {help}
        </p>
      ) : null}
    </div>
  );
}
