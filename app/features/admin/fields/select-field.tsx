import { useId } from "react";
import { FieldError } from "#app/components/ui/field-error";

type Props = {
  label: string;
  name: string;
  value: string;
  /** Values with labels. */
  options: readonly (readonly [value: string, label: string])[];
  error?: string | undefined;
};

/** Form field for one of several options. */
export function SelectField({ label, name, value, options, error }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        name={name}
        className="input"
        defaultValue={value}
        {...(error ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {})}
      >
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}
