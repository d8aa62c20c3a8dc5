import type { z } from "zod";
import { type adminMessageApi, pastedIdsOf } from "#app/contract/admin/content/message";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import { findMessage, type MessageRow } from "#upstream/modules/message/queries";
import { BROADCASTS_KEY } from "#upstream/modules/notification/broadcasts";
import { categoryTree } from "#upstream/modules/zhiku/category/tree";

const NO_DRAFT = "它已经不是草稿了，先撤回才能再改";

type Sent = z.output<(typeof adminMessageApi)["add"]["body"]>;
/** Fields of a message that staff write. */
export type Fields = Omit<Sent, "memberIds"> & { memberIds: number[] };
/** Fields of a message, as logged. */
export type LoggedMessage = Fields & { version: number };
/** A deleted message, with its author and time; older log entries lack these. */
export type LoggedRemoval = LoggedMessage & { written?: { by: number; at: string; changedAt: string | null } };

/** Fields of a message as it was sent, with the pasted ids as numbers. */
export const fieldsOf = (sent: Sent): Fields => ({ ...sent, memberIds: pastedIdsOf(sent.memberIds) });

/** Checks that all recipients exist. @throws BusinessError INVALID_PARAMS for an unknown category or unknown members */
export async function checkAudience(call: StaffCall, { to, categoryId, memberIds }: Fields): Promise<void> {
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
export const columnsOf = ({ title, text, path, to, categoryId, memberIds }: Fields) => ({
  title,
  text,
  path,
  audience: to,
  category_id: to === "entitled" ? categoryId : null,
  member_ids: toJson(to === "members" ? memberIds : []),
});

/** Columns of a message that was never sent or changed. */
export const UNSENT = { send_at: null, sent_at: null, sent_no: null, updated_at: null };

/** Stores a new draft. @returns its id */
export const insertDraft = (trx: Db, call: StaffCall, fields: Fields) =>
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

/** Stores a draft's fields as its next version. */
export async function changeDraft(
  trx: Db,
  call: StaffCall,
  { id, version }: MessageRow,
  fields: Fields,
): Promise<void> {
  await trx
    .updateTable("messages")
    .set({ ...columnsOf(fields), version: version + 1, updated_at: nowIso(call) })
    .where("id", "=", id)
    .execute();
}

/** Changes the state of a message, and the time at which it is to be sent. */
export const setState = (trx: Db, id: number, state: Partial<Pick<MessageRow, "state" | "send_at">>) =>
  trx.updateTable("messages").set(state).where("id", "=", id).execute();

/** Locks a message until the end of the transaction. */
export async function lockMessage(trx: Db, id: number): Promise<MessageRow> {
  await trx
    .updateTable("messages")
    .set((eb) => ({ version: eb.ref("version") }))
    .where("id", "=", id)
    .execute();
  return found(await findMessage(trx, id));
}

/** Locks a draft. @throws BusinessError NOT_FOUND; CONFLICT if it is not a draft any more */
export async function lockDraft(trx: Db, id: number): Promise<MessageRow> {
  const message = await lockMessage(trx, id);
  if (message.state !== "draft") throw new BusinessError("CONFLICT", NO_DRAFT);
  return message;
}

/** Turns an unsent message into a draft, or withdraws a sent one. @throws BusinessError CONFLICT in other states */
export async function withdraw(trx: Db, id: number): Promise<Record<"before" | "after", { state: string }>> {
  const { state, audience } = await lockMessage(trx, id);
  if (state !== "scheduled" && state !== "sending" && state !== "sent")
    throw new BusinessError("CONFLICT", "它没有发出，也不在等着发出");
  const after = state === "scheduled" ? "draft" : audience === "all" ? "withdrawn" : "withdrawing";
  await setState(trx, id, { state: after, ...(after === "draft" ? { send_at: null } : {}) });
  if (audience === "all") await bump(trx, [BROADCASTS_KEY]);
  return { before: { state }, after: { state: after } };
}

/** Fields of a message for the log. */
export const loggedFields = (row: MessageRow): LoggedMessage => ({
  title: row.title,
  text: row.text,
  path: row.path,
  to: row.audience,
  categoryId: row.category_id,
  memberIds: fromJson<number[]>(row.member_ids),
  version: row.version,
});
