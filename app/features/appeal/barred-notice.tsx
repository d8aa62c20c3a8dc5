import { appealPaths } from "#app/appeal-paths";
import { FlashMessage } from "#app/components/ui/flash-message";
import type { Appealable } from "#app/contract/moderation/appeal";
import { sanctionSentence } from "#app/contract/moderation/sanction-kinds";

type Props = {
  decision: Pick<Appealable, "id" | "sanction" | "until" | "reason" | "appeal">;
  /** Whether publishing was just refused because of it. */
  refused: boolean;
};

/**
 * Notice at the top of an editor that its writer can't publish now, and until when; so that nobody learns it only by
 * publishing. The appeal opens in a new window, so that nothing typed is lost.
 */
export function BarredNotice({ decision, refused }: Props) {
  const { id, sanction, until, reason, appeal } = decision;
  if (!sanction) return null;
  return (
    <FlashMessage
      kind={refused ? "error" : "info"}
      message={`${sanctionSentence(sanction, until, reason)}写的可以先存成草稿。`}
      action={{ label: appeal ? "看申诉" : "申诉", to: appealPaths.decision("sanction", id), apart: true }}
    />
  );
}
