import { type FormField, formApi } from "#app/contract/content/form";
import { OWN_SUBMISSIONS_SHOWN } from "#app/contract/limits";
import { nowIso } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { fromJson } from "#upstream/db/schema/columns";
import { answerInShort, ownSubmissions } from "./own-submission";
import { formStateOf } from "./rules";
import { submitForm } from "./submit";
import { withdrawal } from "./withdraw";

export const form = implement(formApi, {
  submit: ({ body }, call) => submitForm(call, body),

  async get({ params }, call) {
    call.dependsOn(`form/${params.id}`);
    const row = found(
      await call.db
        .selectFrom("forms")
        .select(["id", "title", "description_html", "fields", "opens_at", "closes_at", "once_per_person"])
        .where("id", "=", params.id)
        .where("deleted_at", "is", null)
        .executeTakeFirst(),
    );
    const { db, viewer } = call;
    const now = nowIso(call);
    const own = viewer
      ? await ownSubmissions(db, { formId: row.id, userId: viewer.userId }).limit(OWN_SUBMISSIONS_SHOWN).execute()
      : [];
    const can = own.length > 0 ? await withdrawal(db, { ...row, formId: row.id, now }) : null;
    const fields = fromJson<FormField[]>(row.fields);
    return {
      id: row.id,
      title: row.title,
      descriptionHtml: row.description_html,
      fields,
      opensAt: row.opens_at,
      closesAt: row.closes_at,
      state: formStateOf(row, now),
      oncePerPerson: row.once_per_person === 1,
      submitted: own.length > 0,
      own: own.map(({ id, created_at, answers, state }) => ({
        id,
        createdAt: created_at,
        answer: answerInShort(fields, fromJson(answers)),
        waiting: state === "waiting",
        withdrawable: can?.refusalOf(state) === null,
      })),
      activityId: can?.activityId ?? null,
    };
  },
});
