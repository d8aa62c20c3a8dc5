import type { Selectable } from "kysely";
import type { FormField } from "#app/contract/content/form";
import { type FormValues, ITEMS_MAX } from "#app/contract/content/form-rules";
import { formValuesSchema } from "#app/contract/content/form-values";
import { type Call, nowIso } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import { type Db, isUniqueViolation } from "#upstream/db/dialect";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import type { FormsTable } from "#upstream/db/schema/forms";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { newSubmissionState } from "#upstream/modules/activity/sign-ups";
import { idempotent, type RecordOutcome } from "#upstream/policy/idempotent";
import { consumeLimits, networkOf } from "#upstream/policy/limits";
import { markUsed } from "#upstream/services/storage/file-keys";
import { ownSubmissions } from "./own-submission";
import { tellReaders } from "./readers";
import { formStateOf } from "./rules";

const CLOSED = { "not-yet": "表单还没有开放", closed: "表单已经截止" };
const ALREADY = "你已经提交过了";

type Submission = { id: number; values: FormValues };
type Taken = { submissionId: number; waiting: boolean };
type FormRow = Pick<Selectable<FormsTable>, "title" | "opens_at" | "closes_at" | "once_per_person" | "version">;

/**
 * Stores a submission, once for each `idempotencyKey`.
 * @throws BusinessError INVALID_PARAMS with `data.fields` by field name, NOT_LOGIN if one submission per person is
 * accepted and nobody is logged in, CONFLICT if they have submitted already, FORBIDDEN outside the form's opening
 * times, RATE_LIMITED, ALREADY_SUBMITTED (see `idempotent`)
 */
export async function submitForm(
  call: Call,
  { id, values, idempotencyKey }: Submission & { idempotencyKey?: string | undefined },
): Promise<Taken> {
  const row = found(
    await call.db
      .selectFrom("forms")
      .select(["title", "fields", "opens_at", "closes_at", "once_per_person", "version"])
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .executeTakeFirst(),
  );
  const fields = fromJson<FormField[]>(row.fields);
  const named = idempotencyKey ? await withFileNames(call.db, fields, values) : values;
  const sent = { id, values: named, idempotencyKey };
  return idempotent(call, sent, (_, record: RecordOutcome<Taken>) =>
    take(call, { ...row, fields }, { id, values }, record),
  );
}

async function take(
  call: Call,
  form: FormRow & { fields: FormField[] },
  { id, values }: Submission,
  record: RecordOutcome<Taken>,
): Promise<Taken> {
  const { db, viewer } = call;
  const now = nowIso(call);
  const state = formStateOf(form, now);
  if (state !== "open") throw new BusinessError("FORBIDDEN", CLOSED[state]);
  const oncePerPerson = form.once_per_person === 1;
  if (oncePerPerson && !viewer) throw new BusinessError("NOT_LOGIN");
  const onceBy = oncePerPerson && viewer ? viewer.userId : null;
  if (onceBy !== null && (await ownSubmissions(db, { formId: id, userId: onceBy }).executeTakeFirst()))
    throw new BusinessError("CONFLICT", ALREADY);
  const parsed = formValuesSchema(form.fields).safeParse(values);
  if (!parsed.success) {
    const problems: Record<string, string> = {};
    for (const { path, message } of parsed.error.issues) problems[String(path[0])] ??= message;
    throw invalid(problems);
  }
  const answers = parsed.data;
  await markUsed(db, [toJson(answers)]);
  await requireFiles(call, form.fields, answers);
  try {
    return await transact(db, async (trx) => {
      const subject = viewer ? viewer.userId : networkOf(call.client.ip);
      await consumeLimits(trx, call, [
        { limit: "submitFormMinute", subject },
        { limit: "submitFormDay", subject },
      ]);
      const row = {
        form_id: id,
        user_id: viewer?.userId ?? null,
        once_by: onceBy,
        created_at: now,
        answers: toJson(answers),
        form_version: form.version,
        state: await newSubmissionState(trx, id),
      };
      const inserted = await trx.insertInto("form_submissions").values(row).returning("id").executeTakeFirstOrThrow();
      await tellReaders(trx, call, {
        formId: id,
        title: form.title,
        by: viewer?.userId ?? null,
        kind: "form-answered",
      });
      const data = { submissionId: inserted.id, waiting: row.state === "waiting" };
      // Its activity may be full now.
      if (row.state === "in") await bump(trx, [`form/${id}`]);
      await record(trx, { code: "SUCCESS", data });
      return data;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new BusinessError("CONFLICT", ALREADY);
    throw error;
  }
}

/** The values with file names instead of keys, which differ each time the same file is uploaded. */
async function withFileNames(db: Db, fields: readonly FormField[], values: FormValues): Promise<FormValues> {
  const files = fields.filter(({ type }) => type === "file");
  const keysOf = ({ name }: FormField) => [values[name] ?? []].flat().slice(0, ITEMS_MAX);
  const keys = files.flatMap(keysOf);
  if (keys.length === 0) return values;
  const rows = await db
    .selectFrom("objects")
    .select(["key", "file_name", "content_type", "bytes"])
    .where("key", "in", keys)
    .execute();
  const names = new Map(rows.map(({ key, ...file }) => [key, toJson(file)]));
  const named = { ...values };
  for (const field of files) named[field.name] = keysOf(field).map((key) => names.get(key) ?? key);
  return named;
}

/** @throws BusinessError INVALID_PARAMS if a file was not uploaded for a form, or by somebody else */
async function requireFiles({ db, viewer }: Call, fields: readonly FormField[], values: FormValues): Promise<void> {
  for (const { name, label, type } of fields) {
    const keys = type === "file" ? [values[name] ?? []].flat() : [];
    if (keys.length === 0) continue;
    const files = await db
      .selectFrom("objects")
      .select(["key", "owner_id"])
      .where("key", "in", keys)
      .where("confirmed", "=", 1)
      .execute();
    const mine = files.filter(({ key, owner_id }) => {
      return key.startsWith("form/") && (owner_id === null || owner_id === viewer?.userId);
    });
    if (mine.length !== new Set(keys).size) throw invalid({ [name]: `${label}还没有上传完成` });
  }
}
