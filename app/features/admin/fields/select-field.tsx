import { useId } from "react";
import { describedBy, FieldRow } from "#app/components/ui/field-row";

type Props = {
  label: string;
  name: string;
  defaultValue: string;
  /** Values with labels. */
  options: readonly (readonly [value: string, label: string])[];
  error?: string | undefined;
};

/** Form field for one of several options. */
export function SelectField({ label, name, defaultValue, options, error }: Props) {
  const id = useId();
  return (
    <FieldRow id={id} label={label} error={error}>
      <select id={id} name={name} className="input" defaultValue={defaultValue} {...describedBy({ id, error })}>
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </FieldRow>
  );
}
