import { draftTargets, parseDraftTarget } from "#app/contract/writing/draft-targets";
import type { Db } from "#upstream/db/dialect";
import { mergedInto } from "#upstream/modules/question/merged-into";
import { findDraft } from "./queries";

/**
 * Target under which a member's draft is stored now. If the question that it answers was merged into another, the draft
 * moved along, unless the member had a draft under both; an editor opened before the merge still sends the old target.
 */
export async function currentTarget(db: Db, userId: number, target: string): Promise<string> {
  const place = parseDraftTarget(target);
  if (place?.is !== "answer" || (await findDraft(db, userId, target))) return target;
  const into = await mergedInto(db, place.questionId);
  return into === null ? target : draftTargets.answer(into);
}
