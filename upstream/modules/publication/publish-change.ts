import { draftTargets } from "#app/contract/writing/draft-targets";
import type { WrittenKind } from "#app/contract/writing/editor-fields";
import type { MembersCall } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import { type StoredFields, shownTexts } from "#upstream/modules/content/editor-columns";
import { requireOwn } from "#upstream/modules/content/own";
import { requirePublisher } from "#upstream/modules/content/publisher";
import { removeDrafts } from "#upstream/modules/draft/write";
import { moderate, withdrawChanges } from "#upstream/modules/moderation/moderate";
import { writerOf } from "#upstream/modules/review/writers";

/** A changed text, as the form sends it. */
type SentChange<K extends WrittenKind> = StoredFields<K> & {
  id: number;
  /** Version that the change is based on. */
  version: number;
  reason: string;
  captchaVerification?: string | undefined;
  knownDraftAt?: string | null | undefined;
};

/**
 * Publishes a member's change of their own text. One that is held for review is published by `prepareHeld` instead.
 * @throws BusinessError PHONE_REQUIRED, AGREEMENT_REQUIRED, RATE_LIMITED; NOT_FOUND; FORBIDDEN if it is somebody
 * else's; INVALID_PARAMS if a referenced choice does not exist; CONTENT_REJECTED, CONTENT_HELD, CAPTCHA_REQUIRED;
 * CONFLICT with the stored text as `data` if it was changed since
 */
export async function publishChange<K extends WrittenKind>(
  call: MembersCall,
  kind: K,
  sent: SentChange<K>,
): Promise<{ id: number; version: number }> {
  const { captchaVerification: pass, knownDraftAt: knownAt, ...fields } = sent;
  const { id, version, reason } = sent;
  const authorId = await requirePublisher(call, "edit");
  await requireOwn(call.db, kind, id, authorId);
  const text = await writerOf(kind).prepare(call, { ...sent, authorId }, id);
  const draft = { target: draftTargets.change(kind, id), knownAt, published: sent };
  const texts = { ...shownTexts(kind, text), reason: [reason] };
  await moderate(call, { kind, authorId, target: { id, version }, fields, texts, draft, pass });
  return transact(call.db, async (trx) => {
    await removeDrafts(trx, authorId, draft);
    await withdrawChanges(trx, kind, id);
    return writerOf(kind).update(trx, call, { id, version, reason, text });
  });
}
