import { EDIT_REASON_MAX } from "#app/contract/limits";
import { useOffered } from "#app/hooks/offered";
import { EditorLine } from "./editor-line";
import { REASON } from "./model/editor-values";

type Props = { value: string | undefined; error: string | undefined };

/**
 * Asks for the reason of a change, which readers see in the version history; renders nothing if the site shows no
 * history.
 */
export function ReasonField({ value = "", error }: Props) {
  if (!useOffered("history")) return null;
  return (
    <EditorLine
      label="修改说明（可以不写）"
      name={REASON}
      value={value}
      placeholder="例如：补上数据的出处"
      help={`最多 ${EDIT_REASON_MAX} 个字，写在修改记录里，读者看得到`}
      error={error}
    />
  );
}
