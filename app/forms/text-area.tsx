import { type ComponentProps, type ReactNode, useId } from "react";
import { describedBy, FieldRow } from "#app/components/ui/field-row";
import { TypedArea } from "./typed-area";

type Props = {
  label: string;
  name: string;
  /** The server's text; what was typed before hydration takes precedence. */
  defaultValue: string | undefined;
  /** Help text, read before filling it in. */
  help?: ReactNode;
  error?: string | undefined;
} & ComponentProps<"textarea">;

/** A form row of several lines: label, field, error and help. */
export function TextArea({ label, help, error, defaultValue = "", rows = 4, className = "input", ...rest }: Props) {
  const id = useId();
  const row = { id, help, error };
  return (
    <FieldRow {...row} label={label}>
      <TypedArea
        {...rest}
        id={id}
        rows={rows}
        className={className}
        defaultValue={defaultValue}
        {...describedBy(row)}
      />
    </FieldRow>
  );
}
