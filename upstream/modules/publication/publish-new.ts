import type { WrittenKind } from "#app/contract/writing/editor-fields";
import type { MembersCall } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { type StoredFields, shownTexts } from "#upstream/modules/content/editor-columns";
import { requirePublisher } from "#upstream/modules/content/publisher";
import { currentTarget } from "#upstream/modules/draft/current-target";
import { removeDrafts } from "#upstream/modules/draft/write";
import { moderate } from "#upstream/modules/moderation/moderate";
import { writerOf } from "#upstream/modules/review/writers";
import { holdOwnAccount } from "#upstream/policy/hold-account";
import { idempotent, type RecordOutcome } from "#upstream/policy/idempotent";

/** A new text, as the form sends it; for an answer with its question. */
type SentText<K extends WrittenKind> = StoredFields<K> & {
  questionId?: number;
  idempotencyKey?: string | undefined;
  captchaVerification?: string | undefined;
  knownDraftAt?: string | null | undefined;
};

/** Draft of a new text, and additional work for texts of one kind. */
type Beside = {
  /** Target of the draft, which is removed. */
  draftTarget: string;
  /** Refuses the text before it is rendered. */
  check?(authorId: number): Promise<void>;
  /** Takes locks that must be acquired before the text's, and refuses what has changed since the check. */
  lock?(trx: Db, authorId: number): Promise<void>;
};

/**
 * Publishes a member's new text, once for each time that its form was displayed. A text that is held for review is
 * published by `prepareHeld` instead.
 * @throws BusinessError PHONE_REQUIRED, AGREEMENT_REQUIRED, RATE_LIMITED; ALREADY_SUBMITTED; INVALID_PARAMS if a
 * referenced choice does not exist; CONTENT_REJECTED, CONTENT_HELD, CAPTCHA_REQUIRED; NOT_FOUND if an answer's question
 * does not exist; NOT_LOGIN if the account was closed or merged meanwhile; and what `check` and `lock` throw
 */
export const publishNew = <K extends WrittenKind>(
  call: MembersCall,
  kind: K,
  sent: SentText<K>,
  { draftTarget, check, lock }: Beside,
): Promise<{ id: number }> =>
  idempotent(call, sent, async (fields, record: RecordOutcome<{ id: number }>) => {
    const { questionId, captchaVerification: pass, knownDraftAt: knownAt } = sent;
    const authorId = await requirePublisher(call, "publish");
    await check?.(authorId);
    const text = await writerOf(kind).prepare(call, { ...sent, authorId }, null);
    const target = await currentTarget(call.db, authorId, draftTarget);
    const draft = { target, knownAt, published: sent };
    const texts = shownTexts(kind, text);
    await moderate(call, { kind, authorId, target: null, fields, texts, draft, pass }, record);
    return transact(call.db, async (trx) => {
      await lock?.(trx, authorId);
      await removeDrafts(trx, authorId, draft);
      const written = await writerOf(kind).insert(trx, call, { ...text, questionId });
      // The author's counter was changed, so that this waits for nobody else.
      await holdOwnAccount(trx, authorId);
      await record(trx, { code: "SUCCESS", data: written });
      return written;
    });
  });
