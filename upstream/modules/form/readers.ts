import { nowIso, type Services } from "#upstream/call/context";
import { invalid } from "#upstream/call/errors";
import { type Db, rowLock } from "#upstream/db/dialect";
import { notifyBySystemAgain } from "#upstream/modules/notification/notify-by-system";
import { staffWho } from "#upstream/policy/staff-roles";

/** Ids of staff to notify of a form's submissions, whether or not they may still read them. */
export async function readersOf(db: Db, formId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("form_readers")
    .select("user_id")
    .where("form_id", "=", formId)
    .orderBy("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Staff who may read submissions, and so can be notified. */
export const possibleReaders = (db: Db, services: Pick<Services, "clock">) =>
  staffWho(db, services, ["submission.read"]);

/** @throws BusinessError INVALID_PARAMS if somebody to notify may not read submissions */
export async function requireReaders(
  services: Pick<Services, "db" | "clock">,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return;
  const possible = await possibleReaders(services.db, services);
  const all = userIds.every((one) => possible.some(({ userId }) => userId === one));
  if (!all) throw invalid({ notify: "只能选看得到答卷的工作人员" });
}

/** Sets the staff to notify of a form's submissions. */
export async function setReaders(trx: Db, formId: number, userIds: readonly number[]): Promise<void> {
  await trx.deleteFrom("form_readers").where("form_id", "=", formId).execute();
  if (userIds.length === 0) return;
  const rows = [...new Set(userIds)].map((user_id) => ({ form_id: formId, user_id }));
  await trx.insertInto("form_readers").values(rows).execute();
}

/** News of a form's submissions. */
type FormNews = "form-answered" | "form-withdrawn";

/**
 * Notifies staff of a submission, or that one was withdrawn, within its transaction; those who may no longer read it are
 * skipped, and so is the submitter. Until it is read, there is one message with a count.
 */
export async function tellReaders(
  trx: Db,
  services: Pick<Services, "clock">,
  { formId, title, by, kind }: { formId: number; title: string; by: number | null; kind: FormNews },
): Promise<void> {
  const chosen = await trx
    .selectFrom("form_readers")
    .select("user_id")
    .where("form_id", "=", formId)
    .orderBy("user_id")
    // A concurrent second submission continues the count of the first.
    .$call(rowLock(trx))
    .execute();
  if (chosen.length === 0) return;
  const may = new Set((await possibleReaders(trx, services)).map(({ userId }) => userId));
  const userIds = chosen.flatMap(({ user_id }) => (may.has(user_id) && user_id !== by ? [user_id] : []));
  await notifyBySystemAgain(trx, {
    userIds,
    key: kind === "form-answered" ? `system/form/${formId}` : `system/form/${formId}/withdrawn`,
    message: (times) => ({ kind, form: formId, name: title, times }),
    at: nowIso(services),
  });
}
