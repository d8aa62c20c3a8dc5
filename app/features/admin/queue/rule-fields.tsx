import { useId } from "react";
import { describedBy, FieldRow } from "#app/components/ui/field-row";
import { TextField } from "#app/components/ui/text-field";
import { OTHER_RULE, RULE_NOTE_MAX } from "#app/contract/admin/rule-sizes";
import { useHouseRules } from "./use-house-rules";

type Props = {
  /** Errors by field: `rule`, `note`. */
  errors: Record<string, string>;
  values: { rule?: string; note?: string } | undefined;
  /** Question that the choice of a rule answers. */
  label: string;
  /** Whether the decision removes something from the site. */
  hides?: boolean;
};

/** Form fields for the broken rule and staff's note; the member concerned reads both. */
export function RuleFields({ errors, values, label, hides = false }: Props) {
  const id = useId();
  const rules = useHouseRules();
  return (
    <div className="admin-rule">
      <FieldRow id={id} label={label} error={errors.rule}>
        <select
          id={id}
          name="rule"
          className="input"
          data-key={hides ? "r h" : "r"}
          defaultValue={values?.rule ?? ""}
          {...describedBy({ id, error: errors.rule })}
        >
          <option value="">请选择</option>
          {rules.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
          <option value={OTHER_RULE}>其他原因</option>
        </select>
      </FieldRow>
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
