import { contentApi, type FeedItem } from "#app/contract/content";
import { implement } from "../../http/implement";
import { articlesByIds } from "../article/queries";
import { articleSummaryView } from "../article/view";
import { casesByIds } from "../case/queries";
import { caseSummaryView } from "../case/view";
import { questionsByIds } from "../question/queries";
import { questionSummaryView, shownUserKeys } from "../question/view";
import { listFeed } from "./queries";

export const content = implement(contentApi, {
  async list({ query }, { db, dependsOn }) {
    dependsOn("feed");
    const { total, entries } = await listFeed(db, query);
    const idsOf = (kind: FeedItem["kind"]) => entries.flatMap((entry) => (entry.kind === kind ? [entry.item_id] : []));
    const [questions, articles, cases] = await Promise.all([
      questionsByIds(db, idsOf("question")),
      articlesByIds(db, idsOf("article")),
      casesByIds(db, idsOf("case")),
    ]);
    dependsOn(...shownUserKeys(questions), ...articles.map((row) => `user/${row.author_user_id}`));
    const items = new Map<string, FeedItem>([
      ...questions.map(
        (row) => [`question/${row.id}`, { kind: "question", question: questionSummaryView(row) }] as const,
      ),
      ...articles.map((row) => [`article/${row.id}`, { kind: "article", article: articleSummaryView(row) }] as const),
      ...cases.map((row) => [`case/${row.id}`, { kind: "case", case: caseSummaryView(row) }] as const),
    ]);
    const list = entries.flatMap((entry) => items.get(`${entry.kind}/${entry.item_id}`) ?? []);
    return { list, total, page: query.page, pageSize: query.pageSize };
  },
});
