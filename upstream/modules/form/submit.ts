import type { FormField } from "#app/contract/form";
import type { FormValues } from "#app/contract/form-rules";
import { formValuesSchema } from "#app/contract/form-values";
import { type Call, nowIso } from "../../context";
import { fromJson, toJson } from "../../db/columns";
import { isUniqueViolation } from "../../db/dialect";
import { transact } from "../../db/transact";
import { BusinessError, found, invalid } from "../../http/errors";
import { networkOf, spend } from "../../http/limits";
import { formStateOf } from "./rules";

const CLOSED = { "not-yet": "表单还没有开放", closed: "表单已经截止" };
const ALREADY = "您已经提交过了";

/**
 * Takes what somebody filled in.
 * @throws BusinessError INVALID_PARAMS with `data.fields` by field name, NOT_LOGIN where one answer a person is taken
 * and nobody is logged in, CONFLICT when it was given, FORBIDDEN outside of the form's time, RATE_LIMITED
 */
export async function submitForm(call: Call, id: number, values: FormValues): Promise<{ submissionId: number }> {
  const { db, viewer } = call;
  const form = found(
    await db
      .selectFrom("forms")
      .select(["fields", "opens_at", "closes_at", "once_per_person"])
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .executeTakeFirst(),
  );
  const now = nowIso(call);
  const state = formStateOf(form, now);
  if (state !== "open") throw new BusinessError("FORBIDDEN", CLOSED[state]);
  const once = form.once_per_person === 1;
  if (once && !viewer) throw new BusinessError("NOT_LOGIN");
  if (once && (await hasSubmitted(call, id))) throw new BusinessError("CONFLICT", ALREADY);
  const fields = fromJson<FormField[]>(form.fields);
  const parsed = formValuesSchema(fields).safeParse(values);
  if (!parsed.success) {
    const problems: Record<string, string> = {};
    for (const { path, message } of parsed.error.issues) problems[String(path[0])] ??= message;
    throw invalid(problems);
  }
  const answers = parsed.data;
  await requireFiles(call, fields, answers);
  try {
    return await transact(db, async (trx) => {
      const subject = viewer ? viewer.userId : networkOf(call.client.ip);
      await spend(trx, call, [
        { limit: "submitFormMinute", subject },
        { limit: "submitFormDay", subject },
      ]);
      const row = {
        form_id: id,
        user_id: viewer?.userId ?? null,
        once_by: once && viewer ? viewer.userId : null,
        created_at: now,
        answers: toJson(answers),
      };
      const inserted = await trx.insertInto("form_submissions").values(row).returning("id").executeTakeFirstOrThrow();
      return { submissionId: inserted.id };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new BusinessError("CONFLICT", ALREADY);
    throw error;
  }
}

/** Whether the caller has filled in this form before; false for somebody unknown. */
export async function hasSubmitted({ db, viewer }: Pick<Call, "db" | "viewer">, formId: number): Promise<boolean> {
  if (!viewer) return false;
  const row = await db
    .selectFrom("form_submissions")
    .select("id")
    .where("form_id", "=", formId)
    .where("once_by", "=", viewer.userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws BusinessError INVALID_PARAMS when a file was not uploaded for a form, or by somebody else */
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
