import { type ReactNode, useId } from "react";
import { describedBy, FieldRow } from "#app/components/ui/field-row";
import { useTypedText } from "./typed-text";

type Props = {
  label: string;
  name: string;
  rows: number;
  /** Help text, read before filling it in. */
  help: ReactNode;
  error: string | undefined;
  /** The server's text; what was typed before hydration takes precedence. */
  text: string;
};

/** A form row of several lines: label, field, error and help. */
export function TextArea({ label, name, rows, help, error, text }: Props) {
  const id = useId();
  const typed = useTypedText(id, text);
  const row = { id, help, error };
  return (
    <FieldRow {...row} label={label}>
      <textarea
        id={id}
        name={name}
        className="input"
        rows={rows}
        defaultValue={typed}
        suppressHydrationWarning
        {...describedBy(row)}
      />
    </FieldRow>
  );
}
