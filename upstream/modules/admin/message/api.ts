import type { z } from "zod";
import { adminMessageApi } from "#app/contract/admin/content/message";
import { DAY } from "#runtime/time-units";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import type { Db } from "#upstream/db/dialect";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import { undoes } from "#upstream/modules/admin/audit/undo";
import { countRecipients } from "#upstream/modules/message/audience";
import { deliverMessages } from "#upstream/modules/message/deliver";
import { findMessage, type MessageRow, messagesWithAuthors } from "#upstream/modules/message/queries";
import { BROADCASTS_KEY } from "#upstream/modules/notification/broadcasts";
import { type CategoryTree, categoryTree } from "#upstream/modules/zhiku/category/tree";
import { staffWrite } from "#upstream/policy/staff-write";

const KIND = "message";
/** Transactions within the request; the sweep does the rest. */
const AT_ONCE = 4;
/** Maximum milliseconds until a scheduled message is sent. */
const AHEAD_MAX = 366 * DAY;
const NO_DRAFT = "它已经不是草稿了，先撤回才能再改";
/** States by filter. */
const STATES = {
  draft: ["draft"],
  scheduled: ["scheduled"],
  sent: ["sending", "sent"],
  withdrawn: ["withdrawing", "withdrawn"],
} as const;

type Fields = z.output<(typeof adminMessageApi)["add"]["body"]>;
/** Fields of a message, as logged. */
type Kept = Fields & { version: number };
/** A deleted message, with its author and time; older log entries lack these. */
type Removed = Kept & { written?: { by: number; at: string; changedAt: string | null } };

export const adminMessage = implement(adminMessageApi, {
  async list({ query: { page, pageSize, state } }, call) {
    let query = messagesWithAuthors(call.db);
    if (state) query = query.where("m.state", "in", STATES[state]);
    const { total } = await query
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    const rows = await query
      .orderBy("m.id", "desc")
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute();
    const tree = await categoryTree(call);
    return { list: rows.map((row) => viewOf(row, tree)), total: Number(total), page, pageSize };
  },

  async get({ params: { id } }, call) {
    const row = found(await messagesWithAuthors(call.db).where("m.id", "=", id).executeTakeFirst());
    const tree = await categoryTree(call);
    const recipients = await countRecipients(call.db, row, nowIso(call), tree.upwards);
    return { ...viewOf(row, tree), text: row.text, memberIds: fromJson<number[]>(row.member_ids), recipients };
  },

  async add({ body }, call) {
    await checkAudience(call, body);
    const { upwards } = await categoryTree(call);
    return staffWrite(call, async (trx, note) => {
      const { id } = await insertDraft(trx, call, body);
      note({ action: "message.add", kind: KIND, target: id, before: null, after: { ...body, version: 1 } });
      return { id, recipients: await countRecipients(trx, columnsOf(body), nowIso(call), upwards) };
    });
  },

  async put({ body: { id, version, ...fields } }, call) {
    await checkAudience(call, fields);
    return staffWrite(call, async (trx, note) => {
      const before = await heldDraft(trx, id);
      if (before.version !== version) throw new BusinessError("CONFLICT");
      await changeDraft(trx, call, before, fields);
      const after = { ...fields, version: version + 1 };
      note({ action: "message.put", kind: KIND, target: id, before: keptOf(before), after });
      return { version: version + 1 };
    });
  },

  remove: ({ body: { id } }, call) =>
    staffWrite(call, async (trx, note) => {
      const before = await heldDraft(trx, id);
      await trx.deleteFrom("messages").where("id", "=", id).execute();
      const written = { by: before.created_by, at: before.created_at, changedAt: before.updated_at };
      note({ action: "message.remove", kind: KIND, target: id, before: { ...keptOf(before), written }, after: null });
      return null;
    }),

  async send({ body: { id, version, sendAt } }, call) {
    const now = await call.databaseClock();
    if (sendAt !== null && Date.parse(sendAt) > now.getTime() + AHEAD_MAX)
      throw invalid({ sendAt: "时间太远了，最多定在一年以后" });
    const { upwards } = await categoryTree(call);
    const result = await staffWrite(call, async (trx, note) => {
      const draft = await heldDraft(trx, id);
      if (draft.version !== version) throw new BusinessError("CONFLICT", "这条消息刚才改过，请看过再发");
      const recipients = await countRecipients(trx, draft, now.toISOString(), upwards);
      if (recipients === 0) throw new BusinessError("CONFLICT", "没有会收到它的人");
      const at = sendAt === null ? now.toISOString() : new Date(sendAt).toISOString();
      await setState(trx, id, { state: "scheduled", send_at: at });
      const after = { ...keptOf(draft), sendAt: at, recipients };
      note({ action: "message.send", kind: KIND, target: id, before: null, after });
      return { recipients };
    });
    if (!call.client.dryRun) await deliverMessages(call, AT_ONCE);
    return result;
  },

  async withdraw({ body: { id, reason } }, call) {
    await staffWrite(call, async (trx, note) => {
      const { before, after } = await takeBack(trx, id);
      note({ action: "message.withdraw", kind: KIND, target: id, before, after, reason });
    });
    if (!call.client.dryRun) await deliverMessages(call, AT_ONCE);
    return null;
  },
});

/** Validates recipients. @throws BusinessError INVALID_PARAMS for an unknown category or unknown members */
async function checkAudience(call: StaffCall, { to, categoryId, memberIds }: Fields): Promise<void> {
  if (to === "entitled" && categoryId !== null && !(await categoryTree(call)).byId.has(categoryId))
    throw invalid({ categoryId: "没有这个分类" });
  if (to !== "members") return;
  const rows = await call.db
    .selectFrom("users")
    .select("id")
    .where("id", "in", memberIds)
    .where("deleted_at", "is", null)
    .execute();
  const there = new Set(rows.map((row) => row.id));
  const missing = memberIds.filter((id) => !there.has(id));
  if (missing.length > 0)
    throw invalid({ memberIds: `没有这些用户：${missing.slice(0, 5).join("、")}${missing.length > 5 ? " 等" : ""}` });
}

/** Columns of a message; only those that its audience needs. */
const columnsOf = ({ title, text, path, to, categoryId, memberIds }: Fields) => ({
  ...{ title, text, path, audience: to },
  category_id: to === "entitled" ? categoryId : null,
  member_ids: toJson(to === "members" ? memberIds : []),
});

const insertDraft = (trx: Db, call: StaffCall, fields: Fields) =>
  trx
    .insertInto("messages")
    .values({
      ...columnsOf(fields),
      state: "draft",
      created_by: call.viewer.userId,
      created_at: nowIso(call),
      ...UNSENT,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
const UNSENT = { send_at: null, sent_at: null, sent_no: null, updated_at: null };

async function changeDraft(trx: Db, call: StaffCall, { id, version }: MessageRow, fields: Fields): Promise<void> {
  await trx
    .updateTable("messages")
    .set({ ...columnsOf(fields), version: version + 1, updated_at: nowIso(call) })
    .where("id", "=", id)
    .execute();
}

const setState = (trx: Db, id: number, state: Partial<Pick<MessageRow, "state" | "send_at">>) =>
  trx.updateTable("messages").set(state).where("id", "=", id).execute();

/** Locks a message until the end of the transaction. */
async function held(trx: Db, id: number): Promise<MessageRow> {
  await trx
    .updateTable("messages")
    .set((eb) => ({ version: eb.ref("version") }))
    .where("id", "=", id)
    .execute();
  return found(await findMessage(trx, id));
}

/** Locks a draft. @throws BusinessError NOT_FOUND; CONFLICT if it is not a draft any more */
async function heldDraft(trx: Db, id: number): Promise<MessageRow> {
  const message = await held(trx, id);
  if (message.state !== "draft") throw new BusinessError("CONFLICT", NO_DRAFT);
  return message;
}

/** Turns an unsent message into a draft, or withdraws a sent one. @throws BusinessError CONFLICT in other states */
async function takeBack(trx: Db, id: number): Promise<Record<"before" | "after", { state: string }>> {
  const { state, audience } = await held(trx, id);
  if (state !== "scheduled" && state !== "sending" && state !== "sent")
    throw new BusinessError("CONFLICT", "它没有发出，也不在等着发出");
  const after = state === "scheduled" ? "draft" : audience === "all" ? "withdrawn" : "withdrawing";
  await setState(trx, id, { state: after, ...(after === "draft" ? { send_at: null } : {}) });
  if (audience === "all") await bump(trx, [BROADCASTS_KEY]);
  return { before: { state }, after: { state: after } };
}

const keptOf = (row: MessageRow): Kept => ({
  ...{ title: row.title, text: row.text, path: row.path, to: row.audience, categoryId: row.category_id },
  ...{ memberIds: fromJson<number[]>(row.member_ids), version: row.version },
});

const viewOf = (row: MessageRow & { author: string }, tree: CategoryTree) => ({
  ...{ id: row.id, title: row.title, path: row.path, to: row.audience, state: row.state, version: row.version },
  category: categoryOf(row, tree),
  ...{
    sendAt: row.send_at,
    sentAt: row.sent_at,
    reached: row.reached,
    createdBy: row.author,
    createdAt: row.created_at,
  },
});

function categoryOf({ category_id: id }: MessageRow, tree: CategoryTree): { id: number; name: string } | null {
  if (id === null) return null;
  return { id, name: tree.byId.get(id)?.name ?? "已删除的分类" };
}

const idOf = ({ target }: { target: string }): number => Number(target);

undoes("message.send", async (trx, _, row) => {
  const { send_at } = await held(trx, idOf(row));
  // After being withdrawn and sent again, it is a different delivery.
  if (send_at !== (row.after as { sendAt: string }).sendAt) throw new BusinessError("CONFLICT");
  await takeBack(trx, idOf(row));
});
undoes("message.add", async (trx, _, row) => {
  const { version } = await heldDraft(trx, idOf(row));
  if (version !== 1) throw new BusinessError("CONFLICT", "之后又改过了，不能直接撤销");
  await trx.deleteFrom("messages").where("id", "=", idOf(row)).execute();
});
undoes("message.put", async (trx, call, row) => {
  const now = await heldDraft(trx, idOf(row));
  if (now.version !== (row.after as Kept).version) throw new BusinessError("CONFLICT", "之后又改过了，不能直接撤销");
  await changeDraft(trx, call, now, row.before as Kept);
});
undoes("message.remove", async (trx, call, row) => {
  const { version, written, ...fields } = row.before as Removed;
  const { by, at, changedAt } = written ?? { by: call.viewer.userId, at: nowIso(call), changedAt: null };
  const of = { created_by: by, created_at: at, updated_at: changedAt, version };
  await trx
    .insertInto("messages")
    .values({ ...UNSENT, ...columnsOf(fields), id: idOf(row), state: "draft", ...of })
    .execute();
});
