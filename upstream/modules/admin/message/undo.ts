import { nowIso } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { undoes } from "#upstream/modules/admin/audit/undo";
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

undoes("message.send", async (trx, _, row) => {
  const { send_at } = await lockMessage(trx, idOf(row));
  // After being withdrawn and sent again, it is a different delivery.
  if (send_at !== (row.after as { sendAt: string }).sendAt) throw new BusinessError("CONFLICT");
  await withdraw(trx, idOf(row));
});
undoes("message.add", async (trx, _, row) => {
  const { version } = await lockDraft(trx, idOf(row));
  if (version !== 1) throw changedSince();
  await trx.deleteFrom("messages").where("id", "=", idOf(row)).execute();
});
undoes("message.put", async (trx, call, row) => {
  const now = await lockDraft(trx, idOf(row));
  if (now.version !== (row.after as LoggedMessage).version) throw changedSince();
  await changeDraft(trx, call, now, row.before as LoggedMessage);
});
undoes("message.remove", async (trx, call, row) => {
  const { version, written, ...fields } = row.before as LoggedRemoval;
  const { by, at, changedAt } = written ?? { by: call.viewer.userId, at: nowIso(call), changedAt: null };
  const of = { created_by: by, created_at: at, updated_at: changedAt, version };
  await trx
    .insertInto("messages")
    .values({ ...UNSENT, ...columnsOf(fields), id: idOf(row), state: "draft", ...of })
    .execute();
});
