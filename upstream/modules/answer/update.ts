import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import type { VersionKey } from "#upstream/db/versions";
import { changeText, type TextChange } from "#upstream/modules/content/change-text";
import { countOnQuestion } from "#upstream/modules/content/ranking";
import { shownKeys } from "#upstream/modules/content/version-keys";

/**
 * Stores a changed answer and updates everything that depends on its text.
 * @throws BusinessError like `changeText`; NOT_FOUND if its question does not exist
 */
export async function updateAnswer(
  trx: Db,
  services: Pick<Services, "clock" | "search">,
  change: TextChange<"answer">,
): Promise<{ id: number; version: number }> {
  let asked: VersionKey[] = [];
  return changeText(
    trx,
    services,
    { ...change, kind: "answer" },
    {
      // Lock the question first, as everywhere.
      async lock({ question_id }) {
        asked = shownKeys("question", await countOnQuestion(trx, question_id));
      },
      after: async () => asked,
    },
  );
}
