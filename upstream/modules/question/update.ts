import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { keysOf } from "#upstream/db/versions";
import { changeText, type TextChange } from "#upstream/modules/content/change-text";
import { relate } from "./write";

/**
 * Stores a changed question and updates everything that depends on its text.
 * @throws BusinessError like `changeText`
 */
export const updateQuestion = (
  trx: Db,
  services: Pick<Services, "clock" | "search">,
  change: TextChange<"question">,
): Promise<{ id: number; version: number }> =>
  changeText(
    trx,
    services,
    { ...change, kind: "question" },
    {
      async after({ id, title }) {
        if (title === change.text.title) return [];
        await trx.deleteFrom("related_questions").where("question_id", "=", id).execute();
        return keysOf("question", await relate(trx, services, { id, title: change.text.title }));
      },
    },
  );
