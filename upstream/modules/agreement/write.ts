import type { AgreementKey } from "#app/contract/people/agreements";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import type { AgreementsTable } from "#upstream/db/schema/agreements";
import { toBit } from "#upstream/db/schema/columns";
import { transact } from "#upstream/db/transact";
import { setSiteTexts } from "#upstream/modules/config/site-texts";

/** A new version, as submitted by the operator. */
type AgreementFields = {
  key: AgreementKey;
  title: string;
  /** Text of the version in Markdown. */
  content: string;
  /** Summary of its changes. */
  changes?: string;
  /** ISO 8601; now by default. */
  effectiveAt?: string;
  /** Whether to ask members who accepted an older version, or none. */
  askAgain?: boolean;
  /** Person who publishes it; null if nobody in particular. */
  by?: number | null;
};
type PreparedAgreement = Omit<AgreementsTable, "version" | "applied_at">;

/** Renders a version; slow, so call it before the transaction if possible. */
export async function prepareAgreement(
  services: Pick<Services, "markdown" | "clock">,
  { key, title, content, changes = "", effectiveAt, askAgain = false, by = null }: AgreementFields,
): Promise<PreparedAgreement> {
  const { html } = await services.markdown.render(content);
  const at = nowIso(services);
  return {
    key,
    title,
    content,
    changes,
    content_html: html,
    effective_at: effectiveAt ?? at,
    ask_again: toBit(askAgain),
    published_at: at,
    published_by: by,
  };
}

/**
 * Inserts a version after the newest one that was read (0 for none); if it is already effective, pages show it from now
 * on.
 * @returns its number
 * @throws BusinessError CONFLICT if somebody else has added one since
 */
export async function insertAgreement(trx: Db, agreement: PreparedAgreement, newest: number): Promise<number> {
  const version = newest + 1;
  const holds = agreement.effective_at <= agreement.published_at;
  const added = await trx
    .insertInto("agreements")
    .values({ ...agreement, version, applied_at: holds ? agreement.published_at : null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("version")
    .executeTakeFirst();
  if (!added) throw new BusinessError("CONFLICT", "别人刚发布了新的版本，请对照后再发布");
  if (holds) await showText(trx, agreement);
  return version;
}

/** Deletes a version that is not effective yet. @throws BusinessError CONFLICT if it is */
export async function deleteComingAgreement(trx: Db, key: AgreementKey, version: number): Promise<AgreementsTable> {
  const gone = await trx
    .deleteFrom("agreements")
    .where("key", "=", key)
    .where("version", "=", version)
    .where("applied_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (!gone) throw new BusinessError("CONFLICT", "这一版已经生效，不能撤回；请发布新的版本");
  return gone;
}

/** Makes versions current whose effective date has come. @returns how many */
export async function applyAgreements(services: Pick<Services, "db" | "clock">): Promise<number> {
  const now = nowIso(services);
  const due = await services.db
    .selectFrom("agreements")
    .select(["key", "version"])
    .where("applied_at", "is", null)
    .where("effective_at", "<=", now)
    .orderBy("version")
    .execute();
  let applied = 0;
  for (const { key, version } of due) {
    applied += await transact(services.db, async (trx) => {
      // Of two concurrent processes, one does it.
      const row = await trx
        .updateTable("agreements")
        .set({ applied_at: now })
        .where("key", "=", key)
        .where("version", "=", version)
        .where("applied_at", "is", null)
        .returningAll()
        .executeTakeFirst();
      if (row) await showText(trx, row);
      return row ? 1 : 0;
    });
  }
  return applied;
}

/** Writes a version to `site_texts`, where pages (and older builds) read it. */
const showText = (
  trx: Db,
  { key, title, content, content_html: html, effective_at: updatedAt }: PreparedAgreement,
): Promise<void> => setSiteTexts(trx, [{ key, title, content, html, updatedAt }]);

/** Records that a person accepted these versions; idempotent. */
export async function insertConsents(
  trx: Db,
  { userId, at, address }: { userId: number; at: string; address: string },
  agreed: readonly { key: AgreementKey; version: number }[],
): Promise<void> {
  if (agreed.length === 0) return;
  await trx
    .insertInto("consents")
    .values(agreed.map(({ key, version }) => ({ user_id: userId, key, agreed_version: version, at, address })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
