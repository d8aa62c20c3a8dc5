import { adminMessageApi } from "#app/contract/admin/content/message";
import { DAY } from "#runtime/time-units";
import { nowIso } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { fromJson } from "#upstream/db/schema/columns";
import { countRecipients } from "#upstream/modules/message/audience";
import { deliverMessages } from "#upstream/modules/message/deliver";
import { messagesWithAuthors } from "#upstream/modules/message/queries";
import { categoryTree } from "#upstream/modules/zhiku/category/tree";
import { staffWrite } from "#upstream/policy/staff-write";
import { MESSAGE_UNDOS } from "./undo";
import { viewOf } from "./view";
import {
  changeDraft,
  checkAudience,
  columnsOf,
  fieldsOf,
  insertDraft,
  lockDraft,
  loggedFields,
  setState,
  withdraw,
} from "./write";

const KIND = "message";
/** Transactions within the request; the sweep does the rest. */
const AT_ONCE = 4;
/** Maximum milliseconds until a scheduled message is sent. */
const AHEAD_MAX = 366 * DAY;
/** States by filter. */
const STATES = {
  draft: ["draft"],
  scheduled: ["scheduled"],
  sent: ["sending", "sent"],
  withdrawn: ["withdrawing", "withdrawn"],
} as const;

const handlers: Handlers<typeof adminMessageApi> = {
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
    const fields = fieldsOf(body);
    await checkAudience(call, fields);
    const { upwards } = await categoryTree(call);
    return staffWrite(call, async (trx, note) => {
      const { id } = await insertDraft(trx, call, fields);
      note({ action: "message.add", kind: KIND, target: id, before: null, after: { ...fields, version: 1 } });
      return { id, recipients: await countRecipients(trx, columnsOf(fields), nowIso(call), upwards) };
    });
  },

  async put({ body: { id, version, ...sent } }, call) {
    const fields = fieldsOf(sent);
    await checkAudience(call, fields);
    return staffWrite(call, async (trx, note) => {
      const before = await lockDraft(trx, id);
      if (before.version !== version) throw new BusinessError("CONFLICT");
      await changeDraft(trx, call, before, fields);
      const after = { ...fields, version: version + 1 };
      note({ action: "message.put", kind: KIND, target: id, before: loggedFields(before), after });
      return { version: version + 1 };
    });
  },

  remove: ({ body: { id } }, call) =>
    staffWrite(call, async (trx, note) => {
      const before = await lockDraft(trx, id);
      await trx.deleteFrom("messages").where("id", "=", id).execute();
      const written = { by: before.created_by, at: before.created_at, changedAt: before.updated_at };
      note({
        action: "message.remove",
        kind: KIND,
        target: id,
        before: { ...loggedFields(before), written },
        after: null,
      });
      return null;
    }),

  async send({ body: { id, version, sendAt } }, call) {
    const now = await call.databaseClock();
    const ahead = sendAt === null ? null : Date.parse(sendAt) - now.getTime();
    if (ahead !== null && ahead > AHEAD_MAX) throw invalid({ sendAt: "时间太远了，最多定在一年以后" });
    // After a slip in the date it would be sent to everybody at once.
    if (ahead !== null && ahead <= 0) throw invalid({ sendAt: "这个时间已经过去了；要现在发，请留空" });
    const { upwards } = await categoryTree(call);
    const result = await staffWrite(call, async (trx, note) => {
      const draft = await lockDraft(trx, id);
      if (draft.version !== version) throw new BusinessError("CONFLICT", "这条消息刚才改过，请看过再发");
      const recipients = await countRecipients(trx, draft, now.toISOString(), upwards);
      if (recipients === 0) throw new BusinessError("CONFLICT", "没有会收到它的人");
      const at = sendAt ?? now.toISOString();
      await setState(trx, id, { state: "scheduled", send_at: at });
      const after = { ...loggedFields(draft), sendAt: at, recipients };
      note({ action: "message.send", kind: KIND, target: id, before: null, after });
      return { recipients };
    });
    if (!call.client.dryRun) await deliverMessages(call, AT_ONCE);
    return result;
  },

  async withdraw({ body: { id, reason } }, call) {
    await staffWrite(call, async (trx, note) => {
      const { before, after } = await withdraw(trx, id);
      note({ action: "message.withdraw", kind: KIND, target: id, before, after, reason });
    });
    if (!call.client.dryRun) await deliverMessages(call, AT_ONCE);
    return null;
  },
};

export const adminMessage = implement(adminMessageApi, handlers, MESSAGE_UNDOS);
