import { activityApi } from "#app/contract/content/activity";
import { type Call, nowIso } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { formStateOf } from "#upstream/modules/form/rules";
import { findActivity, listActivities } from "./queries";
import { countSignUps, hasPlace } from "./sign-ups";
import { activitySummaryView } from "./view";

/** Loads an activity as readers see it. @throws BusinessError NOT_FOUND */
export async function readActivity(call: Call, id: number) {
  call.dependsOn(`activity/${id}`);
  const row = found(await findActivity(call.db, id));
  const now = nowIso(call);
  const summary = activitySummaryView(row, now);
  if (row.form_id !== null) call.dependsOn(`form/${row.form_id}`);
  const registration = row.form_id === null || summary.state === "over" ? "closed" : formStateOf(row, now);
  const formId = registration === "open" ? row.form_id : null;
  // The places may be those of another activity with the form, now or later.
  if (formId !== null) call.dependsOn("activities");
  return {
    ...summary,
    contentHtml: row.content_html,
    formId,
    closedFormId: registration === "closed" && summary.state === "upcoming" ? row.form_id : null,
    formOpensAt: registration === "not-yet" ? row.opens_at : null,
    formClosesAt: registration === "open" ? row.closes_at : null,
    full: formId !== null && row.capacity !== null && !hasPlace(row.capacity, await countSignUps(call.db, formId)),
    createdAt: row.created_at,
  };
}

export const activity = implement(activityApi, {
  get: ({ params }, call) => readActivity(call, params.id),

  async list({ query }, call) {
    call.dependsOn("activities");
    const now = nowIso(call);
    const { total, rows } = await listActivities(call, query, now);
    return {
      list: rows.map((row) => activitySummaryView(row, now)),
      total,
      page: query.page,
      pageSize: query.pageSize,
    };
  },
});
