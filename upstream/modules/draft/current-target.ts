import type { Db } from "#upstream/db/dialect";
import { answerDraft, mergedInto } from "#upstream/modules/question/merged-into";
import { findDraft } from "./queries";

/**
 * Target under which a member's draft is stored now. An editor that was open while its question was merged into another
 * still names the old one, but the draft has moved along, unless the member had one under both.
 */
export async function currentTarget(db: Db, userId: number, target: string): Promise<string> {
  const questionId = /^question\/(\d+)\/answer$/.exec(target)?.[1];
  if (questionId === undefined || (await findDraft(db, userId, target))) return target;
  const into = await mergedInto(db, Number(questionId));
  return into === null ? target : answerDraft(into);
}
