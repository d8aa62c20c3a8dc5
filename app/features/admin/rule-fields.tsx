import { useId } from "react";
import { FieldError } from "#app/components/ui/field-error";
import { TextField } from "#app/components/ui/text-field";
import { RULE_NOTE_MAX, RULES, rules } from "#app/contract/admin/house-rules";

type Props = {
  /** What is wrong, by field: `rule`, `note`. */
  errors: Record<string, string>;
  values: { rule?: string; note?: string } | undefined;
  /** What the rule is asked for. */
  label: string;
};

/** Which rule was broken, from the list, and staff's own words beside it; whom it concerns reads both. */
export function RuleFields({ errors, values, label }: Props) {
  const id = useId();
  return (
    <div className="admin-rule">
      <div className="field">
        <label className="field__label" htmlFor={id}>
          {label}
        </label>
        <select
          id={id}
          name="rule"
          className="input"
          data-key="r"
          defaultValue={values?.rule ?? ""}
          {...(errors.rule ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {})}
        >
          <option value="">请选择</option>
          {rules.map((rule) => (
            <option key={rule} value={rule}>
              {RULES[rule]}
            </option>
          ))}
        </select>
        <FieldError id={`${id}-error`} message={errors.rule} />
      </div>
      <TextField
        label="说明（选填；作者会看到）"
        name="note"
        maxLength={RULE_NOTE_MAX * 2}
        defaultValue={values?.note ?? ""}
        error={errors.note}
      />
    </div>
  );
}
