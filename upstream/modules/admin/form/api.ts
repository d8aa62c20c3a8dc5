import type { z } from "zod";
import { adminFormApi, type formFields } from "#app/contract/admin/content/form";
import type { FormField } from "#app/contract/content/form";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { type Undos, undo } from "#upstream/call/undo";
import type { Db } from "#upstream/db/dialect";
import { fromJson } from "#upstream/db/schema/columns";
import { isUnchanged } from "#upstream/modules/admin/audit/is-unchanged";
import { fieldsByVersion, findEditedForm, restoreForm, updateForm } from "#upstream/modules/form/change";
import { nameFields } from "#upstream/modules/form/name-fields";
import { possibleReaders, readersOf, requireReaders } from "#upstream/modules/form/readers";
import { requireFields } from "#upstream/modules/form/require-fields";
import { formStateOf } from "#upstream/modules/form/rules";
import { deleteForm, type FormFields, insertForm, type PreparedForm, prepareForm } from "#upstream/modules/form/write";
import { changedSince } from "#upstream/policy/changed-since";
import { staffWrite } from "#upstream/policy/staff-write";
import { markUsed } from "#upstream/services/storage/file-keys";

const KIND = "form";

/** State of a form, as logged. */
type Kept = FormFields & { fields: FormField[]; version: number };
/** State of a removed form, as logged. */
type Removed = { deletedAt: string | null };

const handlers: Handlers<typeof adminFormApi> = {
  async list({ query: { page, pageSize, state } }, call) {
    const query = call.db.selectFrom("forms").where("deleted_at", state === "public" ? "is" : "is not", null);
    const { total } = await query.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
    const rows = await query
      .selectAll()
      .orderBy("id", "desc")
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute();
    const counts = await countSubmissions(
      call.db,
      rows.map(({ id }) => id),
    );
    return { list: rows.map((row) => viewOf(row, call, counts)), total: Number(total), page, pageSize };
  },

  async get({ params: { id } }, call) {
    const row = found(await findEditedForm(call.db, id));
    return {
      ...viewOf(row, call, await countSubmissions(call.db, [id])),
      description: row.description,
      descriptionHtml: row.description_html,
      fields: fromJson<FormField[]>(row.fields),
      notify: await readersOf(call.db, id),
    };
  },

  readers: (_, call) => possibleReaders(call.db, call),

  async add({ body }, call) {
    const ready = await preparedOf(call, body, []);
    return staffWrite(call, async (trx, note) => {
      await markUsed(trx, [ready.description, ready.descriptionHtml]);
      const { id } = await insertForm(trx, ready);
      note({ action: "form.add", kind: KIND, target: id, before: null, after: keptOf(ready, 1) });
      return { id };
    });
  },

  async put({ body: { id, version, ...fields } }, call) {
    const known = (await fieldsByVersion(call.db, id)).flatMap((one) => one.fields);
    const form = await preparedOf(call, fields, known);
    return staffWrite(call, async (trx, note) => {
      const before = await keptAt(trx, id);
      const now = await updateForm(trx, call, { id, version, form });
      const after = keptOf(form, now);
      note({ action: "form.put", kind: KIND, target: id, before, after });
      return { version: now };
    });
  },

  remove: ({ body: { id, reason } }, call) =>
    staffWrite(call, async (trx, note) => {
      const before = await keptAt(trx, id);
      await deleteForm(trx, call, id);
      const after: Removed = { deletedAt: found(await findEditedForm(trx, id)).deleted_at };
      note({ action: "form.remove", kind: KIND, target: id, before, after, reason });
      return null;
    }),

  restore: ({ body: { id } }, call) =>
    staffWrite(call, async (trx, note) => {
      await restoreForm(trx, id);
      const after = await keptAt(trx, id);
      note({ action: "form.restore", kind: KIND, target: id, before: null, after });
      return null;
    }),
};

type Row = NonNullable<Awaited<ReturnType<typeof findEditedForm>>>;
type Counts = ReadonlyMap<number, { total: number; waiting: number }>;

/** Number of submissions, in total and unprocessed; one statement. */
async function countSubmissions(db: Db, ids: readonly number[]): Promise<Counts> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("form_submissions")
    .select(["form_id", "state"])
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("form_id", "in", ids)
    .where("deleted_at", "is", null)
    .groupBy(["form_id", "state"])
    .execute();
  const counts = new Map<number, { total: number; waiting: number }>();
  for (const { form_id, state, total } of rows) {
    const before = counts.get(form_id) ?? { total: 0, waiting: 0 };
    const waiting = before.waiting + (state === "new" ? Number(total) : 0);
    counts.set(form_id, { total: before.total + Number(total), waiting });
  }
  return counts;
}

const viewOf = (row: Row, call: StaffCall, counts: Counts) => ({
  id: row.id,
  title: row.title,
  opensAt: row.opens_at,
  closesAt: row.closes_at,
  oncePerPerson: row.once_per_person === 1,
  state: formStateOf(row, nowIso(call)),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
  removedAt: row.deleted_at,
  submissions: counts.get(row.id) ?? { total: 0, waiting: 0 },
});

/** Validates and renders a form; before the transaction. @throws BusinessError INVALID_PARAMS by field */
async function preparedOf(
  call: StaffCall,
  built: z.output<typeof formFields>,
  known: readonly FormField[],
): Promise<PreparedForm> {
  const fields = nameFields(built.fields, known);
  await requireFields({ ...built, fields });
  await requireReaders(call, built.notify);
  return prepareForm(call, { ...built, fields });
}

const keptOf = (form: PreparedForm, version: number): Kept => ({
  title: form.title,
  description: form.description,
  fields: form.fields,
  opensAt: form.opensAt,
  closesAt: form.closesAt,
  oncePerPerson: form.oncePerPerson,
  notify: form.notify ?? [],
  version,
});

/** A form as logged. @throws BusinessError NOT_FOUND if there is none */
async function keptAt(db: Db, id: number): Promise<Kept> {
  const row = found(await findEditedForm(db, id));
  return {
    title: row.title,
    description: row.description,
    fields: fromJson<FormField[]>(row.fields),
    opensAt: row.opens_at,
    closesAt: row.closes_at,
    oncePerPerson: row.once_per_person === 1,
    notify: await readersOf(db, id),
    version: row.version,
  };
}

const takeOff = undo<null, Kept>(async (trx, call, { target, after }) => {
  const { id, deleted_at } = found(await findEditedForm(trx, Number(target)));
  if (deleted_at !== null || !isUnchanged(await keptAt(trx, id), after)) throw changedSince();
  await deleteForm(trx, call, id);
});

const UNDOS: Undos = {
  "form.add": takeOff,
  "form.restore": takeOff,
  "form.remove": undo<Kept, Removed | null>(async (trx, _, { target, after }) => {
    const { id, deleted_at } = found(await findEditedForm(trx, Number(target)));
    // An entry of an earlier build does not say when.
    if (after !== null && deleted_at !== after.deletedAt) throw changedSince();
    await restoreForm(trx, id);
  }),
  "form.put": undo<Kept, Kept>(async (trx, call, { target, before, after: { version } }) => {
    const current = found(await findEditedForm(trx, Number(target)));
    if (current.version !== version) throw changedSince();
    const form = await prepareForm(call, before);
    await updateForm(trx, call, { id: Number(target), version, form });
  }),
};

export const adminForm = implement(adminFormApi, handlers, UNDOS);
