import { contentApi, type FeedItem } from "#app/contract/content";
import { implement } from "#upstream/call/implement";
import { show } from "#upstream/call/shown";
import { articlesByIds } from "#upstream/modules/article/queries";
import { articleSummaryView } from "#upstream/modules/article/view";
import { casesByIds } from "#upstream/modules/case/queries";
import { caseSummaryView } from "#upstream/modules/case/view";
import { questionsByIds } from "#upstream/modules/question/queries";
import { questionSummaryView } from "#upstream/modules/question/view";
import { listFeed } from "./queries";

export const content = implement(contentApi, {
  async list({ query }, call) {
    const { db } = call;
    call.dependsOn("feed");
    const { total, entries } = await listFeed(db, query);
    const idsOf = (kind: FeedItem["kind"]) => entries.flatMap((entry) => (entry.kind === kind ? [entry.item_id] : []));
    const [questions, articles, cases] = await Promise.all([
      questionsByIds(db, idsOf("question")),
      articlesByIds(db, idsOf("article")),
      casesByIds(db, idsOf("case")),
    ]);
    const items = new Map<string, FeedItem>([
      ...questions.map(
        (row) => [`question/${row.id}`, { kind: "question", question: show(call, questionSummaryView(row)) }] as const,
      ),
      ...articles.map(
        (row) => [`article/${row.id}`, { kind: "article", article: show(call, articleSummaryView(row)) }] as const,
      ),
      ...cases.map((row) => [`case/${row.id}`, { kind: "case", case: show(call, caseSummaryView(row)) }] as const),
    ]);
    const list = entries.flatMap((entry) => items.get(`${entry.kind}/${entry.item_id}`) ?? []);
    return { list, total, page: query.page, pageSize: query.pageSize };
  },
});
