import { expect, test } from "vitest";
import type { Endpoint } from "#app/contract/endpoint";
import { CallError, createTestUpstream } from "#tests/upstream/support/harness";
import { createWriter } from "#tests/upstream/support/writer";
import { changeEverything, LATE } from "#tests/world/every-change";
import { type Seed, seedWorld } from "#tests/world/seed-world";
import type { VersionKey } from "#upstream/db/versions";
import { endpointRows } from "#upstream/endpoint-table";
import { type SampleInput, sampleInput } from "./sample-input";

const idOf = (id: number | null | undefined) => [{ params: { id: id ?? 0 } }];
const query = (...queries: Record<string, unknown>[]): SampleInput[] => queries.map((one) => ({ query: one }));
const ofAlice = ({ alice, bob }: Seed) => query({ userId: alice }, { userId: bob });
const ofArticle = ({ article, otherArticle }: Seed) => [...idOf(article), ...idOf(otherArticle)];
const ofQuestion = ({ question, lonelyQuestion }: Seed) => [...idOf(question), ...idOf(lonelyQuestion)];
const ofDocument = ({ zhikuContent, zhikuTrial }: Seed) => [...idOf(zhikuContent), ...idOf(zhikuTrial)];
const ofDocumentQuery = ({ zhikuContent, zhikuTrial }: Seed) =>
  query({ contentId: zhikuContent }, { contentId: zhikuTrial });
const ofCategory = ({ zhikuCategory }: Seed) => query({}, { categoryId: zhikuCategory });
const onTexts = ({ article, question, answer, case: oneCase }: Seed) =>
  query(
    { targetKind: "article", targetId: article },
    { targetKind: "question", targetId: question },
    { targetKind: "answer", targetId: answer },
    { targetKind: "case", targetId: oneCase },
  );
const searched = () => query({ q: "数据库" }, { q: LATE }, { q: "迁移" }, { q: "选址" }, { q: "缓存" });
const things = ({
  question,
  answer,
  article,
  case: oneCase,
  comment,
  activity,
  announcement,
  alice,
  zhikuTrial,
}: Seed) => ({
  question,
  answer,
  article,
  case: oneCase,
  comment,
  activity,
  announcement,
  user: alice,
  zhiku: zhikuTrial,
});
const shown = (seed: Seed, ...kinds: (keyof ReturnType<typeof things>)[]) =>
  query(...kinds.map((kind) => ({ kind, id: things(seed)[kind] })));

/** What visitors ask each call for; its sample input unless it is listed here. */
const ASKED: Record<string, (seed: Seed) => SampleInput[]> = {
  "site.activity.get": ({ activity }) => idOf(activity),
  "site.announcement.get": ({ announcement }) => idOf(announcement),
  "site.answer.get": ({ answer }) => idOf(answer),
  "site.answer.authorList": ofAlice,
  "site.answer.list": ({ question }) => query({}, { questionId: question }, { questionId: question, sort: "time" }),
  "site.article.get": ofArticle,
  "site.article.extraInfo": ofArticle,
  "site.article.authorList": ofAlice,
  "site.article.list": ({ articleClass }) =>
    query({}, { sort: "hot" }, { classificationId: articleClass }, { tag: "缓存" }, { tag: "数据库" }),
  "site.case.get": (seed) => idOf(seed.case),
  "site.case.extraInfo": (seed) => idOf(seed.case),
  "site.case.list": ({ caseClass }) => query({}, { classificationId: caseClass }),
  "site.comment.articleList": ({ article }) => query({ articleId: article }),
  "site.comment.childList": ({ comment }) => query({ parentId: comment }),
  "site.comment.list": onTexts,
  "site.comment.postList": ofAlice,
  "site.comment.receiveList": ofAlice,
  "site.config.text": () => query({ keys: "about,joinus,siteSlogan" }),
  "site.content.list": () => query({}, { tab: "latest" }),
  "site.favorites.articleList": ofAlice,
  "site.favorites.caseList": ofAlice,
  "site.follow.fansList": ofAlice,
  "site.follow.followList": ofAlice,
  "site.form.get": ({ form }) => idOf(form),
  "site.question.get": ofQuestion,
  "site.question.extraInfo": ofQuestion,
  "site.question.authorList": ofAlice,
  "site.question.followList": ofAlice,
  "site.question.relevantList": ({ question, lonelyQuestion }) =>
    query({ questionId: question }, { questionId: lonelyQuestion }),
  "site.question.list": () => query({}, { sort: "hot" }, { tag: "数据库" }, { tag: "产品" }),
  "site.search.article": searched,
  "site.search.case": searched,
  "site.search.content": () => [...searched(), ...query({ q: "林致远" }, { q: "林远志" }, { q: LATE, scope: "qna" })],
  "site.user.baseInfo": ofAlice,
  "zhiku.category.configImage": ofCategory,
  "zhiku.category.rightsTextList": ofCategory,
  "zhiku.category.trialList": ofCategory,
  "zhiku.category.list": () => query({}, { type: "report" }),
  "zhiku.content.get": ofDocument,
  "zhiku.content.attachmentList": ofDocumentQuery,
  "zhiku.content.hasDocument": ofDocumentQuery,
  "zhiku.content.list": ({ zhikuCategory }) => query({}, { categoryId: zhikuCategory, type: "report", sort: "hot" }),
  "zhiku.content.recommendationList": ofDocumentQuery,
  "zhiku.rights.list": ofCategory,
  "ext.siteState.siteIcon": () => query({ use: "favicon" }),
  "ext.syndication.sitemap": () =>
    query({}, { kind: "article", part: 0 }, { kind: "question", part: 0 }, { kind: "user", part: 0 }),
  "ext.tag.current": () => query({ name: "数据库" }, { name: "数据仓" }, { name: "缓存" }),
  "ext.merged.question": ({ lonelyQuestion }) => query({ id: lonelyQuestion }),
  "ext.merged.person": ({ alice, bob }) =>
    query({ id: alice }, { id: bob }, { id: bob + 1 }, { id: bob + 2 }, { id: bob + 3 }),
  "ext.authorCard.get": ({ alice, bob }) =>
    query(...[alice, bob].flatMap((userId) => ["question", "answer", "article"].map((kind) => ({ userId, kind })))),
  "ext.glance.get": (seed) => shown(seed, "question", "answer", "article", "comment", "user"),
  "ext.shareCard.get": (seed) => [
    ...query({ kind: "site", id: 0 }),
    ...shown(seed, "question", "answer", "article", "case", "activity", "announcement", "user", "zhiku"),
  ],
  "ext.syndication.feed": ({ alice, articleClass }) =>
    query(
      ...[{ kind: "all" }, { kind: "article" }, { kind: "question" }, { kind: "all", userId: alice }],
      ...[
        { kind: "all", tag: "缓存" },
        { kind: "article", classificationId: articleClass },
      ],
    ),
  "ext.agreement.versions": () => [{ params: { key: "terms" } }],
  "ext.agreement.version": () => [{ params: { key: "terms", version: 1 } }, { params: { key: "terms", version: 2 } }],
  "ext.searchNamed.list": () =>
    query(
      ...[
        { kind: "activity", q: "数据库" },
        { kind: "announcement", q: "规范" },
      ],
      ...[
        { kind: "user", q: "林" },
        { kind: "tag", q: "数据" },
      ],
    ),
  "ext.suggest.search": () =>
    query({ q: LATE }, { q: "数据库" }, { q: "缓存" }, { q: "林" }, { q: "数据仓" }, { q: "huan" }),
  "ext.favorite-folder.questionList": ofAlice,
  "ext.favorite-folder.answerList": ofAlice,
  "ext.favorite-folder.list": ofAlice,
  "ext.favorite-folder.get": ({ folder }) => idOf(folder),
  "ext.history.list": ({ article, question }) => [
    { params: { kind: "article", id: article } },
    { params: { kind: "question", id: question } },
  ],
  "ext.history.get": ({ article }) =>
    [1, 2, 3].map((version) => ({ params: { kind: "article", id: article, version } })),
  "ext.commentPlace.get": ({ comment, reply }) => [...idOf(comment), ...idOf(reply)],
};

/** Calls whose replies none of the changes changes: they show no texts, people or counts. */
const ALIKE: readonly string[] = [
  ...["ext.dev.charges", "ext.dev.faults", "ext.dev.inbox", "ext.dev.mailInbox", "ext.dev.wechatInbox"],
  ...["ext.dev.wechatPage", "site.queryObj.get", "site.sms.codeTest"],
  ...["ext.wechat.authorization", "ext.wechat.payerAuthorization"],
  ...["ext.siteState.capabilities", "ext.appeal.lookBanned", "ext.unsubscribe.look", "ext.setup.state"],
  ...["ext.siteState.siteIcon", "zhiku.category.list"],
];
/** Its reply is the version of the site, asked for each page. */
const VERSIONS = "ext.siteState.versions";

type Looked = { data: string; dependsOn: readonly VersionKey[] | null };

test("no reply to a visitor is kept after what it shows has changed", { timeout: 300_000 }, async () => {
  let now = Date.parse("2026-05-01T00:00:00Z");
  const upstream = await createTestUpstream({ clock: () => new Date(now) });
  const write = createWriter(upstream);
  const seed = await seedWorld(upstream, write);
  const { versions } = upstream.program;
  const asks = endpointRows()
    .filter(({ name, implemented, endpoint: { method, auth } }) => {
      return implemented && method === "GET" && auth === "anyone" && name !== VERSIONS;
    })
    .flatMap(({ name, endpoint }) =>
      (ASKED[name]?.(seed) ?? [sampleInput(endpoint)]).map((input) => ({ name, endpoint, input })),
    );

  const look = async (endpoint: Endpoint, input: SampleInput): Promise<Looked> => {
    try {
      const { data, dependsOn } = await upstream.measure(endpoint, input as never);
      const text = data instanceof ArrayBuffer ? Buffer.from(data).toString("base64") : JSON.stringify(data);
      return { data: text, dependsOn: dependsOn as VersionKey[] };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return { data: error.code, dependsOn: null };
    }
  };

  const seen = new Map<(typeof asks)[number], Looked & { stamp: number }>();
  const changed = new Set<string>();
  const outlived: string[] = [];
  await changeEverything({ upstream, write, seed }, async (after) => {
    now += 60_000;
    for (const ask of asks) {
      const { name, endpoint, input } = ask;
      const before = seen.get(ask);
      const stamp = await versions.now();
      const isKept = before?.dependsOn && (await versions.latest(before.dependsOn)) <= before.stamp;
      // With `checkReplies`, one that the upstream keeps is made again, and this fails if they differ.
      const present = await look(endpoint, input);
      const told = `${name} ${JSON.stringify(input)}`;
      if (present.data.startsWith("HTTP 5")) outlived.push(`${told} fails once a site ${after}`);
      if (before && before.data !== present.data) {
        changed.add(name);
        if (isKept) outlived.push(`${told} once a site ${after}`);
      }
      seen.set(ask, { ...present, stamp });
    }
  });
  const { close } = upstream;
  await close();
  expect(outlived).toEqual([]);
  const names = new Set(asks.map(({ name }) => name));
  expect(Object.keys(ASKED).filter((name) => !names.has(name))).toEqual([]);
  const alike = [...names].filter((name) => !changed.has(name)).sort();
  expect(alike, "a new call needs a step of every-change.ts that changes its reply").toEqual(ALIKE.toSorted());
});
