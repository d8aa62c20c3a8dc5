import { useId } from "react";
import { describedBy, FieldRow } from "#app/components/ui/field-row";

type Props = {
  label: string;
  name: string;
  defaultValue: string | undefined;
  help?: string;
  error?: string | undefined;
  rows?: number;
  /** Read-only, for copying. */
  fixed?: boolean;
};

/** Form field for a short text of several lines. */
export function LinesField({ label, name, defaultValue, help, error, rows = 4, fixed = false }: Props) {
  const id = useId();
  return (
    <FieldRow id={id} label={label} help={help} error={error}>
      <textarea
        id={id}
        name={name}
        rows={rows}
        readOnly={fixed}
        className="input"
        defaultValue={defaultValue}
        {...describedBy({ id, help, error })}
      />
    </FieldRow>
  );
}
