import { adminAgreementApi } from "#app/contract/admin/site/agreement";
import { AGREEMENTS, type AgreementKey, agreementKeys } from "#app/contract/people/agreements";
import type { Services } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { type Undos, undoDangerous } from "#upstream/call/undo";
import type { Db } from "#upstream/db/dialect";
import type { AgreementsTable } from "#upstream/db/schema/agreements";
import { limitPhoneSearch } from "#upstream/modules/admin/list/limit-phone-search";
import { findVersion } from "#upstream/modules/agreement/queries";
import { deleteComingAgreement, insertAgreement, prepareAgreement } from "#upstream/modules/agreement/write";
import { staffWrite } from "#upstream/policy/staff-write";
import { contentDisposition } from "#upstream/services/storage/download-query";
import { markUsed } from "#upstream/services/storage/file-keys";
import { chinaDayStart, chinaTime } from "#upstream/text/china-time";
import { blanksLeft } from "./blanks";
import { exportConsents, listConsents, listMissing } from "./consents";
import { agreementStates } from "./queries";
import { readTemplate } from "./templates";

const KIND = "agreement";
/** Maximum days until a version takes effect. */
const AHEAD_MAX = 365;

/** A version as logged. */
type Kept = Omit<AgreementsTable, "key" | "content_html" | "applied_at">;
const keptOf = ({ title, content, changes, version, ...row }: Kept): Kept => ({
  title,
  content,
  changes,
  version,
  effective_at: row.effective_at,
  ask_again: row.ask_again,
  published_at: row.published_at,
  published_by: row.published_by,
});

const handlers: Handlers<typeof adminAgreementApi> = {
  list: async (_, { db }) => agreementStates(db, agreementKeys),

  async get({ params: { key } }, { db }) {
    const [state] = await agreementStates(db, [key]);
    const newest = found(state).versions[0]?.version;
    const row = newest === undefined ? undefined : await findVersion(db, key, newest);
    const draft = row
      ? { title: row.title, content: row.content, fromTemplate: false }
      : { ...(await readTemplate(key)), fromTemplate: true };
    return { ...found(state), draft };
  },

  async consents({ params: { key }, query: { version, state, q, cursor, limit } }, call) {
    const { db } = call;
    await limitPhoneSearch(call, q);
    if (state === "missing") {
      const { list, nextCursor } = await listMissing(db, { key, q }, { cursor, limit });
      return {
        list: list.map(({ user_id, nickname }) => ({ userId: user_id, nickname, version: null, at: null })),
        nextCursor,
      };
    }
    const { list, nextCursor } = await listConsents(db, { key, version, q }, { cursor, limit });
    return {
      list: list.map((row) => ({
        userId: row.user_id,
        nickname: row.nickname,
        version: row.agreed_version,
        at: row.at,
      })),
      nextCursor,
    };
  },

  async exportConsents({ body: { key, version } }, call) {
    const target = version === undefined ? key : `${key}/${version}`;
    await staffWrite(call, async (_, note) => {
      note({ action: "agreement.export", kind: KIND, target, before: null, after: null });
    });
    const name = `${AGREEMENTS[key].name}的同意${version === undefined ? "" : `（第 ${version} 版）`}`;
    return new Response(exportConsents(call.db, { key, version }), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": contentDisposition("attachment", `${name}.csv`),
        "cache-control": "private, no-store",
      },
    });
  },

  async publish({ body: { key, version, effectiveOn, ...fields } }, call) {
    const left = blanksLeft(fields.content);
    if (left) throw invalid({ content: left });
    if (blanksLeft(fields.title)) throw invalid({ title: "标题里还有【】没有填写" });
    const effectiveAt = effectiveOn ? dayAhead(call, effectiveOn) : undefined;
    const ready = await prepareAgreement(call, {
      key,
      ...fields,
      by: call.viewer.userId,
      ...(effectiveAt ? { effectiveAt } : {}),
    });
    return staffWrite(call, async (trx, note) => {
      await refuseSecondComing(trx, key);
      await markUsed(trx, [ready.content, ready.content_html]);
      const added = await insertAgreement(trx, ready, version);
      const after = keptOf({ ...ready, version: added });
      note({ action: "agreement.publish", kind: KIND, target: `${key}/${added}`, before: null, after });
      return { version: added };
    });
  },

  withdraw: ({ body: { key, version, reason } }, call) =>
    staffWrite(call, async (trx, note) => {
      const before = keptOf(await deleteComingAgreement(trx, key, version));
      const target = `${key}/${version}`;
      note({ action: "agreement.withdraw", kind: KIND, target, before, after: null, reason });
      return null;
    }),
};

/** Returns the instant at which a day begins. @throws BusinessError INVALID_PARAMS if it is past, or too far away */
function dayAhead({ clock }: Pick<Services, "clock">, day: string): string | undefined {
  const today = chinaTime(clock()).slice(0, 10);
  if (day < today) throw invalid({ effectiveOn: "生效的日子已经过去了" });
  const at = chinaDayStart(day);
  if (at > chinaDayStart(today, AHEAD_MAX)) throw invalid({ effectiveOn: "生效的日子太远，请选一年以内的" });
  return day === today ? undefined : at;
}

/**
 * Allows only one pending version at a time, since the order of two would be ambiguous.
 * @throws BusinessError CONFLICT
 */
async function refuseSecondComing(trx: Db, key: AgreementKey): Promise<void> {
  const coming = await trx
    .selectFrom("agreements")
    .select("version")
    .where("key", "=", key)
    .where("applied_at", "is", null)
    .executeTakeFirst();
  if (coming) throw new BusinessError("CONFLICT", `第 ${coming.version} 版还没有生效，请先撤回它，再发布新的`);
}

function versionOf({ target }: { target: string }): { key: AgreementKey; version: number } {
  const [key, version] = target.split("/");
  return { key: key as AgreementKey, version: Number(version) };
}

const UNDOS: Undos = {
  "agreement.publish": undoDangerous("agreement.manage", async (trx, _, row) => {
    const { key, version } = versionOf(row);
    await deleteComingAgreement(trx, key, version);
  }),
  "agreement.withdraw": undoDangerous<Kept, null>("agreement.manage", async (trx, call, row) => {
    const { key, version } = versionOf(row);
    const { effective_at: effectiveAt, ask_again, published_at, published_by, ...fields } = row.before;
    if (effectiveAt <= call.clock().toISOString()) {
      throw new BusinessError("CONFLICT", "原定生效的日子已经过去，请重新发布");
    }
    await refuseSecondComing(trx, key);
    const ready = await prepareAgreement(call, {
      key,
      ...fields,
      effectiveAt,
      askAgain: ask_again === 1,
    });
    await markUsed(trx, [ready.content, ready.content_html]);
    await insertAgreement(trx, { ...ready, published_at, published_by }, version - 1);
  }),
};

export const adminAgreement = implement(adminAgreementApi, handlers, UNDOS);
