import { useId } from "react";
import { FieldError } from "#app/components/ui/field-error";
import { TextField } from "#app/components/ui/text-field";
import { SANCTIONS, type SanctionKind } from "#app/contract/moderation/sanction-kinds";
import { SelectField } from "#app/features/admin/fields/select-field";

const DAYS = [
  ["1", "1 天"],
  ["3", "3 天"],
  ["7", "7 天"],
  ["30", "30 天"],
  ["90", "90 天"],
  ["365", "一年"],
  ["forever", "长期"],
] as const;

const LIFT = { name: "解除处罚", text: "生效中的处罚都提前结束，“多久”不算" };

type Props = {
  /** Kinds that the viewer may impose; `daysMax` is their maximum duration. */
  kinds: readonly SanctionKind[];
  daysMax: number;
  /** Whether lifting the current sanctions is an option, too. */
  lifts?: boolean;
  /** Errors by field: `kind`, `days`, `reason`. */
  errors: Record<string, string>;
  values: { sanction?: string; days?: string; reason?: string } | undefined;
};

/** Form fields for a sanction: kind, days, reason. */
export function ImposeFields({ kinds, daysMax, lifts = false, errors, values }: Props) {
  const id = useId();
  const choices = [
    ...kinds.map((kind) => [kind, SANCTIONS[kind]] as const),
    ...(lifts ? [["lift", LIFT] as const] : []),
  ];
  return (
    <>
      <div className="field" role="radiogroup" aria-labelledby={`${id}-kind`}>
        <p className="field__label" id={`${id}-kind`}>
          处罚
        </p>
        <div className="admin-choices">
          {choices.map(([value, { name, text }]) => (
            <label key={value} className="choice">
              <input
                type="radio"
                name="sanction"
                value={value}
                defaultChecked={(values?.sanction ?? kinds[0]) === value}
              />
              <span>
                {name}
                <small>{text}</small>
              </span>
            </label>
          ))}
        </div>
        <FieldError id={`${id}-kind-error`} message={errors.kind} />
      </div>
      <SelectField
        label="多久"
        name="days"
        defaultValue={values?.days ?? "7"}
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
