import { FlashMessage } from "#app/components/ui/flash-message";
import { formatDateTime } from "#app/components/ui/format-time";
import type { Appealable } from "#app/contract/moderation/appeal";
import { sanctionSentence } from "#app/contract/moderation/sanction-kinds";
import { appealPaths } from "./appeal-paths";

/** Notice above an editor that its writer can't publish now, and until when; so that nobody learns it by publishing. */
export function BarredNotice({
  decision,
}: {
  decision: Pick<Appealable, "id" | "sanction" | "until" | "reason" | "appeal">;
}) {
  const { id, sanction, until, reason, appeal } = decision;
  if (!sanction) return null;
  const barred = sanctionSentence(sanction, until && formatDateTime(Date.parse(until)));
  return (
    <FlashMessage
      kind="info"
      message={`${barred}写的可以先存成草稿。${reason ? `原因：${reason}` : ""}`}
      action={{ label: appeal ? "看申诉" : "申诉", to: appealPaths.decision("sanction", id) }}
    />
  );
}
