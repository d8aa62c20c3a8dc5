import { adminSubmissionApi, type SubmissionSummary } from "#app/contract/admin/content/submission";
import { type SubmissionState, submissionStates } from "#app/contract/admin/content/submission-states";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { type Undos, undo } from "#upstream/call/undo";
import { type Db, isUniqueViolation } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";
import { tellOfPlace } from "#upstream/modules/activity/sign-ups";
import { limitPhoneSearch } from "#upstream/modules/admin/list/limit-phone-search";
import { refuseStale, stateVersion } from "#upstream/modules/admin/state-version";
import { findEditedForm } from "#upstream/modules/form/change";
import { onceByOf } from "#upstream/modules/form/own-submission";
import { takeBackMessage } from "#upstream/modules/notification/notify-by-system";
import { changedSince } from "#upstream/policy/changed-since";
import { staffWrite } from "#upstream/policy/staff-write";
import { contentDisposition } from "#upstream/services/storage/download-query";
import { exportSubmissions } from "./export";
import { findSubmission, listSubmissions, lockSubmissions, type SubmissionRow, submissionCounts } from "./queries";
import { type Questions, questionsOf, questionsThrough, readSubmission, withFiles } from "./read-submission";

const KIND = "submission";
const SENT_AGAIN = "此人另交过一份，每人只收一份：先把那一份标成“已撤回”，再恢复这一份";
/** Seconds for which a file's URL is valid. */
const FILE_SECONDS = 5 * 60;

/** State of a submission, as logged: without its answers, which the submitter may want to delete. */
type Kept = { formId: number; state: SubmissionState; note: string };
/** Key of the message to whom was given a place. */
type Told = { message?: string };

const handlers: Handlers<typeof adminSubmissionApi> = {
  async list({ query: { formId, state, q, person, cursor, limit } }, call) {
    const { db } = call;
    await limitPhoneSearch(call, person);
    const { id, title } = found(await findEditedForm(db, formId));
    const form = await questionsThrough(db, formId);
    const wanted = { formId, q, person, questions: form.ever };
    const counted = await submissionCounts(db, wanted);
    const counts = Object.fromEntries(submissionStates.map((one) => [one, counted.get(one) ?? 0]));
    const { list, nextCursor } = await listSubmissions(db, wanted, { state, cursor, limit });
    const questions = await withFiles(db, form, list);
    return {
      form: { id, title },
      counts: counts as Record<SubmissionState, number>,
      list: list.map((row) => viewOf(row, questions)),
      nextCursor,
    };
  },

  async get({ params: { id } }, { db, objects }) {
    const row = found(await findSubmission(db, id));
    const form = found(await findEditedForm(db, row.form_id));
    const questions = await questionsOf(db, row.form_id, [row]);
    const files = readSubmission(row, questions).flatMap(({ label, keys }) =>
      keys.flatMap((key) => {
        const file = questions.files.get(key);
        return file ? [{ label, key, ...file }] : [];
      }),
    );
    const signed = files.map(async ({ key, ...file }) => {
      const { url } = await objects.presignGet(key, { seconds: FILE_SECONDS, downloadName: file.fileName });
      return { ...file, url };
    });
    return {
      ...viewOf(row, questions),
      version: stateVersion(keptOf(row)),
      form: { id: form.id, title: form.title },
      files: await Promise.all(signed),
    };
  },

  put: ({ body: { ids, state, note: words, version } }, call) =>
    staffWrite(call, async (trx, note) => {
      if (ids.length === 0) return { done: [] };
      const rows = (await lockSubmissions(trx, ids)).filter(({ deleted_at }) => deleted_at === null);
      if (rows.length === 0) throw new BusinessError("NOT_FOUND");
      for (const { id, ...row } of rows) {
        const before = keptOf(row);
        refuseStale(before, version);
        const after: Kept = { ...before, state, note: words ?? before.note };
        if (after.state === before.state && after.note === before.note) continue;
        await putState(trx, { id, ...row }, after);
        const placed = before.state === "waiting" && after.state === "in";
        const message = placed ? await tellOfPlace(trx, call, { ...(await signUpOf(trx, row)), undoable: true }) : null;
        note({
          action: "submission.put",
          kind: KIND,
          target: id,
          before,
          after: message ? { ...after, message } : after,
        });
      }
      await bump(trx, [...new Set(rows.map(({ form_id }) => `form/${form_id}` as const))]);
      return { done: rows.map(({ id }) => id) };
    }),

  remove: ({ body: { id, reason } }, call) =>
    staffWrite(call, async (trx, note) => {
      const row = found((await lockSubmissions(trx, [id])).find(({ deleted_at }) => deleted_at === null));
      // If only one submission per member is allowed, the member may submit again.
      await trx
        .updateTable("form_submissions")
        .set({ deleted_at: nowIso(call), once_by: null })
        .where("id", "=", id)
        .execute();
      await bump(trx, [`form/${row.form_id}`]);
      const before = { ...keptOf(row), once: row.once_by !== null };
      note({ action: "submission.remove", kind: KIND, target: id, before, after: null, reason });
      return null;
    }),

  async export({ body: { formId } }, call) {
    const { title } = found(await findEditedForm(call.db, formId));
    await staffWrite(call, async (_, note) => {
      note({ action: "submission.export", kind: "form", target: formId, before: null, after: null });
    });
    return new Response(exportSubmissions(call.db, formId), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": contentDisposition("attachment", `${title}.csv`),
        "cache-control": "private, no-store",
      },
    });
  },
};

/** A sign-up as `tellOfPlace` takes it. */
const signUpOf = async (trx: Db, { user_id, form_id }: { user_id: number | null; form_id: number }) => ({
  userId: user_id,
  formId: form_id,
  title: (await findEditedForm(trx, form_id))?.title ?? "",
});

const keptOf = (row: { form_id: number; state: SubmissionState; staff_note: string }): Kept => ({
  formId: row.form_id,
  state: row.state,
  note: row.staff_note,
});

const viewOf = (row: SubmissionRow, questions: Questions): SubmissionSummary => ({
  id: row.id,
  createdAt: row.created_at,
  state: row.state,
  note: row.staff_note,
  member: row.user_id === null ? null : { userId: row.user_id, nickname: row.nickname ?? "" },
  answers: readSubmission(row, questions).map(({ label, texts }) => ({ label, texts })),
});

type LockedRow = Awaited<ReturnType<typeof lockSubmissions>>[number];

/**
 * Sets the state and the note of a submission. If its form accepts one per person, one that is withdrawn lets them
 * submit again, and one that is put back doesn't.
 * @throws BusinessError CONFLICT if they have submitted again
 */
async function putState(trx: Db, row: LockedRow, { state, note }: Kept): Promise<void> {
  const putBack = row.state === "withdrawn" && state !== "withdrawn";
  const once = putBack ? await onceByOf(trx, row) : row.once_by;
  await trx
    .updateTable("form_submissions")
    .set({ state, staff_note: note, once_by: state === "withdrawn" ? null : once })
    .where("id", "=", row.id)
    .execute()
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new BusinessError("CONFLICT", SENT_AGAIN) : error;
    });
}

/** Locks a submission. @throws BusinessError NOT_FOUND if it was purged */
async function lockOne(trx: Db, _: StaffCall, target: string) {
  return found((await lockSubmissions(trx, [Number(target)]))[0]);
}

const UNDOS: Undos = {
  "submission.put": undo<Kept, Kept & Told>(async (trx, call, { target, before: old, after: made }) => {
    const row = await lockOne(trx, call, target);
    if (row.deleted_at !== null || row.state !== made.state || row.staff_note !== made.note) {
      throw changedSince();
    }
    await putState(trx, row, old);
    if (made.message && row.user_id !== null) await takeBackMessage(trx, row.user_id, made.message);
    await bump(trx, [`form/${row.form_id}`]);
  }),
  "submission.remove": undo<Kept & { once: boolean }, null>(async (trx, call, { target, before: { once } }) => {
    const row = await lockOne(trx, call, target);
    await trx
      .updateTable("form_submissions")
      .set((eb) => ({ deleted_at: null, once_by: once ? eb.ref("user_id") : null }))
      .where("id", "=", row.id)
      .execute()
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? new BusinessError("CONFLICT", SENT_AGAIN) : error;
      });
    await bump(trx, [`form/${row.form_id}`]);
  }),
};

export const adminSubmission = implement(adminSubmissionApi, handlers, UNDOS);
