import { type ReactNode, useId } from "react";
import { describedBy, FieldRow } from "#app/components/ui/field-row";

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
    <FieldRow id={id} label={label} help={help} error={error}>
      {children}
      <input
        id={id}
        name={name}
        className="input"
        defaultValue={value}
        placeholder={placeholder}
        autoComplete="off"
        {...describedBy({ id, help, error })}
      />
    </FieldRow>
  );
}
