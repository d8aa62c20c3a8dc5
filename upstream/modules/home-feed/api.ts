import { contentApi, type FeedItem } from "#app/contract/content";
import { kindsWith } from "#app/contract/kinds";
import { kindsHere } from "#app/contract/parts";
import { implement } from "#upstream/call/implement";
import { show } from "#upstream/call/shown";
import { articlesByIds } from "#upstream/modules/article/queries";
import { articleSummaryView } from "#upstream/modules/article/view";
import { casesByIds } from "#upstream/modules/case/queries";
import { caseSummaryView } from "#upstream/modules/case/view";
import { partsOff } from "#upstream/modules/config/parts-off";
import { questionsByIds } from "#upstream/modules/question/queries";
import { questionSummaryView } from "#upstream/modules/question/view";
import { listFeed } from "./queries";
import { listSomeKinds } from "./some-kinds";

export const content = implement(contentApi, {
  async list({ query }, call) {
    const { db } = call;
    call.dependsOn("feed");
    const all = kindsWith("inFeed");
    const kinds = kindsHere(all, await partsOff(call));
    const { total, pinned, entries, order } = await (kinds.length < all.length
      ? listSomeKinds(call, kinds, query)
      : listFeed(call, query));
    call.dependsOn(...order);
    const idsOf = (kind: FeedItem["kind"]) => entries.flatMap((entry) => (entry.kind === kind ? [entry.item_id] : []));
    const [questions, articles, cases] = await Promise.all([
      questionsByIds(db, idsOf("question")),
      articlesByIds(db, idsOf("article")),
      casesByIds(db, idsOf("case")),
    ]);
    const isPinned = ({ kind, id }: { kind: string; id: number }): boolean =>
      pinned.some((one) => one.kind === kind && one.item_id === id);
    const marked = <Row extends { id: number }>(kind: FeedItem["kind"], row: Row) =>
      isPinned({ kind, id: row.id }) ? { ...row, pinned: true } : row;
    const items = new Map<string, FeedItem>();
    for (const row of questions) {
      const question = show(call, questionSummaryView(marked("question", row)));
      items.set(`question/${row.id}`, { kind: "question", question });
    }
    for (const row of articles) {
      const article = show(call, articleSummaryView(marked("article", row)));
      items.set(`article/${row.id}`, { kind: "article", article });
    }
    for (const row of cases) {
      items.set(`case/${row.id}`, { kind: "case", case: show(call, caseSummaryView(marked("case", row))) });
    }
    const list = entries.flatMap((entry) => items.get(`${entry.kind}/${entry.item_id}`) ?? []);
    return { list, total, page: query.page, pageSize: query.pageSize };
  },
});
