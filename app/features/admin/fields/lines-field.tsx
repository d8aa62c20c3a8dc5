import { useId } from "react";
import { FieldError } from "#app/components/ui/field-error";

type Props = {
  label: string;
  name: string;
  value: string | undefined;
  help?: string;
  error?: string | undefined;
  rows?: number;
  /** Read-only, for copying. */
  fixed?: boolean;
};

/** Form field for a short text of several lines. */
export function LinesField({ label, name, value, help, error, rows = 4, fixed = false }: Props) {
  const id = useId();
  const described = [error ? `${id}-error` : "", help ? `${id}-help` : ""].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        name={name}
        rows={rows}
        readOnly={fixed}
        className="input"
        defaultValue={value}
        {...(error ? { "aria-invalid": true } : {})}
        {...(described ? { "aria-describedby": described } : {})}
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
