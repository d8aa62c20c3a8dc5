import { useId } from "react";
import { FieldError } from "#app/components/ui/field-error";
import { TextField } from "#app/components/ui/text-field";
import { SANCTIONS, type SanctionKind } from "#app/contract/sanction-kinds";
import { SelectField } from "#app/features/admin/select-field";

const DAYS = [
  ["1", "1 天"],
  ["3", "3 天"],
  ["7", "7 天"],
  ["30", "30 天"],
  ["90", "90 天"],
  ["365", "一年"],
  ["forever", "长期"],
] as const;

type Props = {
  /** Those that one may impose, and for how many days at most. */
  kinds: readonly SanctionKind[];
  daysMax: number;
  /** Errors by field: `kind`, `days`, `reason`. */
  errors: Record<string, string>;
  values: { sanction?: string; days?: string; reason?: string } | undefined;
};

/** Fields for what is imposed, for how long, and why. */
export function ImposeFields({ kinds, daysMax, errors, values }: Props) {
  const id = useId();
  return (
    <>
      <div className="field" role="radiogroup" aria-labelledby={`${id}-kind`}>
        <p className="field__label" id={`${id}-kind`}>
          处罚
        </p>
        <div className="admin-choices">
          {kinds.map((kind) => (
            <label key={kind} className="choice">
              <input
                type="radio"
                name="sanction"
                value={kind}
                defaultChecked={(values?.sanction ?? kinds[0]) === kind}
              />
              <span>
                {SANCTIONS[kind].name}
                <small>{SANCTIONS[kind].text}</small>
              </span>
            </label>
          ))}
        </div>
        <FieldError id={`${id}-kind-error`} message={errors.kind} />
      </div>
      <SelectField
        label="多久"
        name="days"
        value={values?.days ?? "7"}
        options={DAYS.filter(([one]) => daysMax === Number.POSITIVE_INFINITY || Number(one) <= daysMax)}
        error={errors.days}
      />
      <TextField
        label="原因，用户会看到"
        name="reason"
        maxLength={400}
        defaultValue={values?.reason ?? ""}
        error={errors.reason}
      />
    </>
  );
}
