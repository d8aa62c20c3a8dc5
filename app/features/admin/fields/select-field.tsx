import { useId } from "react";
import { describedBy, FieldRow } from "#app/components/ui/field-row";

type Props = {
  label: string;
  name: string;
  defaultValue: string;
  /** Values with labels. */
  options: readonly (readonly [value: string, label: string])[];
  /** Label of a default value that is not among the options (hidden or deleted since, or not loaded): it stays chosen. */
  held?: string;
  error?: string | undefined;
};

/** Form field for one of several options. */
export function SelectField({ label, name, defaultValue, options, held, error }: Props) {
  const id = useId();
  const keeps = held !== undefined && defaultValue !== "" && !options.some(([value]) => value === defaultValue);
  const choices = keeps ? [...options, [defaultValue, held] as const] : options;
  return (
    <FieldRow id={id} label={label} error={error}>
      {/* Remounted when the default value becomes an option or ceases to be one: else the first might be chosen. */}
      <select
        key={keeps ? "held" : "listed"}
        id={id}
        name={name}
        className="input"
        defaultValue={defaultValue}
        {...describedBy({ id, error })}
      >
        {choices.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </FieldRow>
  );
}
