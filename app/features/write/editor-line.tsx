import { type ReactNode, useId } from "react";
import { FieldNote } from "./field-note";

type Props = {
  label: string;
  name: string;
  value: string;
  placeholder?: string;
  help: string;
  error: string | undefined;
  /** Place for a script's own control, above the input. */
  children?: ReactNode;
};

/** A row of the editor with an input of one line. */
export function EditorLine({ label, name, value, placeholder, help, error, children }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children}
      <input
        id={id}
        name={name}
        className="input"
        defaultValue={value}
        placeholder={placeholder}
        autoComplete="off"
        aria-describedby={`${id}-note`}
        {...(error ? { "aria-invalid": true } : {})}
      />
      <FieldNote id={`${id}-note`} help={help} error={error} />
    </div>
  );
}
