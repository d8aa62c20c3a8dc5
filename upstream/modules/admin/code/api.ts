import type { z } from "zod";
import { adminCodeApi } from "#app/contract/admin/zhiku/code";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { type Undos, undoDangerous } from "#upstream/call/undo";
import type { Db } from "#upstream/db/dialect";
import { createRedeemCodes } from "#upstream/modules/zhiku/order/redeem-code";
import { idempotent, type RecordOutcome } from "#upstream/policy/idempotent";
import { consumeLimits } from "#upstream/policy/limits";
import { staffWrite } from "#upstream/policy/staff-write";
import { codeOffers, findBatch, listBatches, listCodes } from "./queries";

const KIND = "code";

type Made = { id: number; codes: string[] | null };
type NewBatch = Omit<z.output<typeof adminCodeApi.add.body>, "idempotencyKey">;
/** Codes of a batch, or all that qualify. */
type Chosen = { id: number; numbers?: number[] | undefined };

const handlers: Handlers<typeof adminCodeApi> = {
  offers: (_, call) => codeOffers(call),

  async list({ query: { page, pageSize } }, call) {
    return { ...(await listBatches(call, { page, pageSize })), page, pageSize };
  },

  async get({ params: { id }, query: { state, cursor, limit } }, call) {
    const batch = found(await findBatch(call, id));
    return { ...batch, ...(await listCodes(call, { id, state, cursor, limit })) };
  },

  add: ({ body }, call) =>
    idempotent(call, body, (batch, record: RecordOutcome<Made>) => addBatch(call, batch, record)),

  void: ({ body: { id, numbers, reason } }, call) =>
    staffWrite(call, async (trx, note) => {
      const at = nowIso(call);
      const changed = await voidCodes(trx, { id, numbers, at });
      if (changed.length === 0) throw new BusinessError("CONFLICT", "没有可以作废的：用过的和已作废的不能再作废");
      note({ action: "code.void", kind: KIND, target: id, before: null, after: { numbers: changed, at }, reason });
      return { changed: changed.length };
    }),

  restore: ({ body: { id, numbers } }, call) =>
    staffWrite(call, async (trx, note) => {
      const before = await restoreCodes(trx, { id, numbers });
      if (before.length === 0) throw new BusinessError("CONFLICT", "没有作废的兑换码可以恢复");
      note({ action: "code.restore", kind: KIND, target: id, before, after: null });
      return { changed: before.length };
    }),
};

/** Creates codes. The idempotency record does not contain them, because they are shown only once. */
function addBatch(call: StaffCall, { offerId, count, expiresAt, note: words }: NewBatch, record: RecordOutcome<Made>) {
  if (expiresAt !== null && expiresAt <= nowIso(call)) throw invalid({ expiresAt: "这个时间已经过了" });
  return staffWrite(call, async (trx, note): Promise<Made> => {
    const offer = await trx.selectFrom("zhiku_offers").select("name").where("id", "=", offerId).executeTakeFirst();
    if (!offer) throw new BusinessError("NOT_FOUND", "没有这项权益");
    await consumeLimits(trx, call, [{ limit: "codeBatchDay", subject: call.viewer.userId }]);
    const kept = { offer_id: offerId, count, expires_at: expiresAt, note: words };
    const { id } = await trx
      .insertInto("zhiku_code_batches")
      .values({ ...kept, created_by: call.viewer.userId, created_at: nowIso(call) })
      .returning("id")
      .executeTakeFirstOrThrow();
    const codes = await createRedeemCodes(trx, { offerId, count, expiresAt, batchId: id });
    const after = { offer: { id: offerId, name: offer.name }, count, expiresAt, note: words };
    note({ action: "code.add", kind: KIND, target: id, before: null, after });
    await record(trx, { code: "SUCCESS", data: { id, codes: null } });
    // A dry run creates none.
    return { id, codes: call.client.dryRun ? null : codes };
  });
}

/** Voids unused codes. @returns their numbers @throws BusinessError NOT_FOUND */
async function voidCodes(trx: Db, { id, numbers, at }: Chosen & { at: string }): Promise<number[]> {
  await requireBatch(trx, id);
  let query = trx
    .updateTable("zhiku_redeem_codes")
    .set({ voided_at: at })
    .where("batch_id", "=", id)
    .where("used_at", "is", null)
    .where("voided_at", "is", null);
  if (numbers) query = query.where("number", "in", numbers);
  const rows = await query.returning("number").execute();
  return rows.map(({ number }) => number ?? 0).sort((a, b) => a - b);
}

type Voided = { number: number; at: string };

/** Restores voided codes. @returns since when they were void @throws BusinessError NOT_FOUND */
async function restoreCodes(trx: Db, { id, numbers }: Chosen): Promise<Voided[]> {
  await requireBatch(trx, id);
  let query = trx
    .selectFrom("zhiku_redeem_codes")
    .select(["number", "voided_at"])
    .where("batch_id", "=", id)
    .where("voided_at", "is not", null);
  if (numbers) query = query.where("number", "in", numbers);
  const rows = await query.orderBy("number").execute();
  const before = rows.map(({ number, voided_at }) => ({ number: number ?? 0, at: voided_at ?? "" }));
  await setVoided(
    trx,
    id,
    before.map(({ number }) => ({ number, at: null })),
  );
  return before;
}

async function setVoided(trx: Db, id: number, codes: readonly { number: number; at: string | null }[]): Promise<void> {
  for (const at of new Set(codes.map((code) => code.at))) {
    const numbers = codes.filter((code) => code.at === at).map(({ number }) => number);
    await trx
      .updateTable("zhiku_redeem_codes")
      .set({ voided_at: at })
      .where("batch_id", "=", id)
      .where("number", "in", numbers)
      .execute();
  }
}

/** Locks a batch until the transaction ends. @throws BusinessError NOT_FOUND */
async function requireBatch(trx: Db, id: number): Promise<void> {
  const batch = await trx
    .updateTable("zhiku_code_batches")
    .set((eb) => ({ count: eb.ref("count") }))
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  found(batch);
}

const UNDOS: Undos = {
  "code.add": undoDangerous("code.manage", async (trx, _, { target }) => {
    const id = Number(target);
    await requireBatch(trx, id);
    const touched = await trx
      .selectFrom("zhiku_redeem_codes")
      .select("number")
      .where("batch_id", "=", id)
      .where((eb) => eb.or([eb("used_at", "is not", null), eb("voided_at", "is not", null)]))
      .executeTakeFirst();
    if (touched) throw new BusinessError("CONFLICT", "其中有用过或作废的，不能整批撤销；可以作废其余的");
    const { numDeletedRows } = await trx
      .deleteFrom("zhiku_redeem_codes")
      .where("batch_id", "=", id)
      .where("used_at", "is", null)
      .executeTakeFirst();
    const { count } = await trx
      .deleteFrom("zhiku_code_batches")
      .where("id", "=", id)
      .returning("count")
      .executeTakeFirstOrThrow();
    // A code was used since it was read.
    if (Number(numDeletedRows) !== count) throw new BusinessError("CONFLICT", "其中有刚刚用掉的，不能整批撤销");
  }),
  "code.void": undoDangerous<null, { numbers: number[]; at: string }>(
    "code.manage",
    async (trx, _, { target, after }) => {
      const id = Number(target);
      await requireBatch(trx, id);
      const { numbers, at } = after;
      const still = await trx
        .selectFrom("zhiku_redeem_codes")
        .select("number")
        .where("batch_id", "=", id)
        .where("number", "in", numbers)
        .where("voided_at", "=", at)
        .execute();
      if (still.length !== numbers.length) throw new BusinessError("CONFLICT", "其中有已经恢复的，不能直接撤销");
      await setVoided(
        trx,
        id,
        numbers.map((number) => ({ number, at: null })),
      );
    },
  ),
  "code.restore": undoDangerous<Voided[], null>("code.manage", async (trx, _, { target, before: codes }) => {
    const id = Number(target);
    await requireBatch(trx, id);
    for (const { number, at } of codes) {
      const row = await trx
        .updateTable("zhiku_redeem_codes")
        .set({ voided_at: at })
        .where("batch_id", "=", id)
        .where("number", "=", number)
        .where("used_at", "is", null)
        .where("voided_at", "is", null)
        .returning("number")
        .executeTakeFirst();
      if (!row) throw new BusinessError("CONFLICT", "其中有之后用过或又作废的，不能直接撤销");
    }
  }),
};

export const adminCode = implement(adminCodeApi, handlers, UNDOS);
