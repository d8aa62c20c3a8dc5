import { type InputHTMLAttributes, useId } from "react";
import { Icon } from "./icon";

type Props = { label: string; name: string; error?: string | undefined } & InputHTMLAttributes<HTMLInputElement>;

/** One line of a form: its label, its field, and what is wrong with it. */
export function TextField({ label, error, type = "text", ...rest }: Props) {
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
        {...(error ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {})}
      />
      {error ? (
        <p className="field__error" id={`${id}-error`}>
          <Icon name="warning" />
          {error}
        </p>
      ) : null}
    </div>
  );
}
