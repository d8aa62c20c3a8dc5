import { useId } from "react";
import { EDIT_REASON_MAX } from "#app/contract/limits";
import { useOffered } from "#app/hooks/offered";
import { FieldNote } from "./field-note";
import { REASON } from "./model/editor-values";

type Props = { value: string | undefined; error: string | undefined };

/**
 * Asks for the reason of a change, which readers see in the version history; renders nothing if the site shows no
 * history.
 */
export function ReasonField({ value = "", error }: Props) {
  const id = useId();
  if (!useOffered("history")) return null;
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        修改说明（可以不写）
      </label>
      <input
        id={id}
        name={REASON}
        className="input"
        defaultValue={value}
        placeholder="例如：补上数据的出处"
        autoComplete="off"
        aria-describedby={`${id}-note`}
        {...(error ? { "aria-invalid": true } : {})}
      />
      <FieldNote id={`${id}-note`} help={`最多 ${EDIT_REASON_MAX} 个字，写在修改记录里，读者看得到`} error={error} />
    </div>
  );
}
