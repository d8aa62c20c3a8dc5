import { type FormField, formApi } from "#app/contract/content/form";
import { nowIso } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { fromJson } from "#upstream/db/schema/columns";
import { ownSubmission } from "./own-submission";
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
    const once = row.once_per_person === 1;
    const own = once && viewer ? await ownSubmission(db, { formId: row.id, userId: viewer.userId }) : undefined;
    const can = own && (await withdrawal(db, { ...own, formId: row.id, now }));
    return {
      id: row.id,
      title: row.title,
      descriptionHtml: row.description_html,
      fields: fromJson<FormField[]>(row.fields),
      opensAt: row.opens_at,
      closesAt: row.closes_at,
      state: formStateOf(row, now),
      oncePerPerson: once,
      submitted: own !== undefined,
      waiting: own?.state === "waiting",
      withdrawable: can?.refusal === null,
      activityId: can?.activityId ?? null,
    };
  },
});
