import { nowIso } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { type Undos, undo } from "#upstream/call/undo";
import { changedSince } from "#upstream/policy/changed-since";
import {
  changeDraft,
  columnsOf,
  type LoggedMessage,
  type LoggedRemoval,
  lockDraft,
  lockMessage,
  UNSENT,
  withdraw,
} from "./write";

const idOf = ({ target }: { target: string }): number => Number(target);

/** Undos of changes of messages, and of their dispatch. */
export const MESSAGE_UNDOS: Undos = {
  "message.send": undo<null, { sendAt: string }>(async (trx, _, row) => {
    const { send_at } = await lockMessage(trx, idOf(row));
    // After being withdrawn and sent again, it is a different delivery.
    if (send_at !== row.after.sendAt) throw new BusinessError("CONFLICT");
    await withdraw(trx, idOf(row));
  }),
  "message.add": undo(async (trx, _, row) => {
    const { version } = await lockDraft(trx, idOf(row));
    if (version !== 1) throw changedSince();
    await trx.deleteFrom("messages").where("id", "=", idOf(row)).execute();
  }),
  "message.put": undo<LoggedMessage, LoggedMessage>(async (trx, call, row) => {
    const now = await lockDraft(trx, idOf(row));
    if (now.version !== row.after.version) throw changedSince();
    await changeDraft(trx, call, now, row.before);
  }),
  "message.remove": undo<LoggedRemoval, null>(async (trx, call, row) => {
    const { version, written, ...fields } = row.before;
    const { by, at, changedAt } = written ?? { by: call.viewer.userId, at: nowIso(call), changedAt: null };
    const of = { created_by: by, created_at: at, updated_at: changedAt, version };
    await trx
      .insertInto("messages")
      .values({ ...UNSENT, ...columnsOf(fields), id: idOf(row), state: "draft", ...of })
      .execute();
  }),
};
