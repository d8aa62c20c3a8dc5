import { draftFields } from "#app/contract/writing/draft";
import type { ProposalState } from "#app/contract/writing/proposal";
import { type MembersCall, nowIso } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";
import { transact } from "#upstream/db/transact";
import { proposalKey } from "#upstream/modules/content/forget-proposals";
import { giveFiles } from "#upstream/modules/content/give-files";
import { moderate, withdrawChanges } from "#upstream/modules/moderation/moderate";
import { notifyBySystem, takeBackMessage } from "#upstream/modules/notification/notify-by-system";
import { prepareHeld } from "#upstream/modules/review/publish";
import { type findProposal, findText, isSame, proposableWords } from "./queries";

type Found = Awaited<ReturnType<typeof findProposal>>;

const DECIDED = "这份建议已经有结果了";
const CHANGED = "对方刚刚改过这份建议，请看过再答复";
const OUTDATED = "原文在这份建议之后改过，不能直接采纳";

/** Refuses a decision on an outdated proposal. @throws BusinessError CONFLICT if it was resubmitted since */
export function refuseChanged({ row }: Found, createdAt: string): void {
  if (row.state === "open" && row.created_at !== createdAt) throw new BusinessError("CONFLICT", CHANGED);
}

/**
 * Applies a proposal with the same functions as the author's own edits: it is moderated, and recorded in the history
 * with its reason. Pictures that the proposer uploaded for it become the author's.
 * @throws BusinessError CONFLICT if it is decided or the text was changed; CONTENT_HELD if an operator must review it
 */
export async function takeProposal(call: MembersCall, found: Found, answer: string): Promise<null> {
  const { row, source, before, after } = found;
  const { kind, item_id: id } = row;
  const authorId = call.viewer.userId;
  if (!isSame(source.fields, before)) throw new BusinessError("CONFLICT", OUTDATED);
  const reason = `采纳读者的建议：${row.reason}`;
  const stored = { reason, ...(source.question_id === null ? {} : { questionId: source.question_id }) };
  const held = { kind, author_id: authorId, target_id: id, fields: toJson(stored) };
  const ready = await prepareHeld(call, held, draftFields.parse({ ...source.fields, ...proposableWords(after) }));
  const target = { id, version: source.version };
  const givePictures = (trx: Db) =>
    giveFiles(trx, { from: row.user_id, to: authorId, before: [row.words_before], after: [row.words_after] });
  try {
    // The reason is the reader's, was examined when it was sent, and can't be changed here.
    const { reason: _, ...texts } = ready.texts;
    await moderate(call, { kind, authorId, target, fields: ready.fields, texts, draft: null, pass: null });
  } catch (error) {
    // Accepted, and now in its author's review queue.
    if (error instanceof BusinessError && error.code === "CONTENT_HELD") {
      await transact(call.db, async (trx) => {
        await closeProposal(trx, call, found, { state: "taken", answer });
        await givePictures(trx);
      });
    }
    throw error;
  }
  return transact(call.db, async (trx) => {
    await closeProposal(trx, call, found, { state: "taken", answer });
    if (!isSame((await findText(trx, { kind, id })).fields, before)) throw new BusinessError("CONFLICT", OUTDATED);
    await withdrawChanges(trx, kind, id);
    await ready.write(trx);
    await givePictures(trx);
    return null;
  });
}

const isOpen = async (trx: Db, id: number): Promise<boolean> =>
  (await trx.selectFrom("proposals").select("state").where("id", "=", id).executeTakeFirst())?.state === "open";

/**
 * Records the decision on a proposal and notifies the proposer. @throws BusinessError CONFLICT if it is decided
 * already, or was resubmitted
 */
export async function closeProposal(
  trx: Db,
  call: MembersCall,
  { row, source }: Found,
  { state, answer }: { state: Exclude<ProposalState, "open">; answer: string },
): Promise<null> {
  const at = nowIso(call);
  const closed = await trx
    .updateTable("proposals")
    .set({ state, answer, decided_at: at })
    .where("id", "=", row.id)
    .where("created_at", "=", row.created_at)
    .where("state", "=", "open")
    .returning("id")
    .executeTakeFirst();
  if (!closed) throw new BusinessError("CONFLICT", (await isOpen(trx, row.id)) ? CHANGED : DECIDED);
  if (state === "withdrawn") {
    await takeBackMessage(trx, source.author_user_id, proposalKey(row.id));
    return null;
  }
  const about = { written: row.kind, name: source.title, item: row.item_id, id: row.id };
  const message = { kind: `proposal-${state}`, ...about, answer } as const;
  await notifyBySystem(trx, { userId: row.user_id, message, at });
  return null;
}
