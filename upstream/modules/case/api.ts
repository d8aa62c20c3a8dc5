import { caseApi } from "#app/contract/content/case";
import type { Call } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { show, showPage } from "#upstream/call/shown";
import { fromJson } from "#upstream/db/schema/columns";
import { consumeActionLimits } from "#upstream/policy/limited-write";
import type { Heading } from "#upstream/services/markdown/markdown";
import { reactionsTo } from "#upstream/viewer/reactions";
import { findCase, findCaseFacts, listCases } from "./queries";
import { type CaseReport, caseSummaryView, reportView } from "./view";

/** Validity of a download URL in seconds. */
const REPORT_URL_SECONDS = 60;

/** Loads a case as readers see it. @throws BusinessError NOT_FOUND */
export async function readCase(call: Call, id: number) {
  call.dependsOn(`case/${id}`);
  const row = found(await findCase(call.db, id));
  return {
    ...show(call, caseSummaryView(row)),
    contentHtml: row.content_html,
    headings: fromJson<Heading[]>(row.headings),
    report: reportView(row.report),
  };
}

export const cases = implement(caseApi, {
  get: ({ params }, call) => readCase(call, params.id),

  async extraInfo({ params }, { db, viewer, sharedPart }) {
    const row = await sharedPart(`case/extraInfo/${params.id}`, async (shared) => {
      shared.dependsOn(`case/${params.id}`);
      return found(await findCaseFacts(shared.db, params.id));
    });
    const viewerId = viewer?.userId ?? null;
    const own = await reactionsTo(db, viewerId, "case", params.id);
    return {
      likeCount: row.like_count,
      favoriteCount: row.favorite_count,
      commentCount: row.comment_count,
      ...own,
      mine: false,
    };
  },

  async list({ query }, call) {
    call.dependsOn("cases");
    if (query.classificationId !== undefined) call.dependsOn("config");
    return showPage(call, query, await listCases(call, query), caseSummaryView);
  },

  async downloadReportUrl({ body }, call) {
    const { db, objects } = call;
    await consumeActionLimits(db, call, "download", call.viewer.userId);
    const { report } = found(await findCaseFacts(db, body.id));
    const { key, fileName } = fromJson<CaseReport>(found(report));
    const { url, expiresAt } = await objects.presignGet(key, { seconds: REPORT_URL_SECONDS, downloadName: fileName });
    return { url, expiresAt: expiresAt.toISOString() };
  },
});
