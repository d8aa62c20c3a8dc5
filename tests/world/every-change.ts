import { adminActivityApi } from "#app/contract/admin/content/activity";
import { adminAnnouncementApi } from "#app/contract/admin/content/announcement";
import { adminCaseApi } from "#app/contract/admin/content/case";
import { adminContentApi } from "#app/contract/admin/content/content";
import { adminFormApi } from "#app/contract/admin/content/form";
import { adminPlacingApi } from "#app/contract/admin/content/placing";
import { adminHouseRuleApi } from "#app/contract/admin/review/house-rule";
import { adminAgreementApi } from "#app/contract/admin/site/agreement";
import { adminClassificationApi } from "#app/contract/admin/site/classification";
import { adminTagApi } from "#app/contract/admin/site/tag";
import { adminMergeApi } from "#app/contract/admin/user/merge";
import { adminZhikuCategoryApi } from "#app/contract/admin/zhiku/category";
import { adminZhikuContentApi } from "#app/contract/admin/zhiku/content";
import { adminOfferApi } from "#app/contract/admin/zhiku/offer";
import { answerApi } from "#app/contract/content/answer";
import { articleApi } from "#app/contract/content/article";
import { commentEditApi } from "#app/contract/content/comment-edit";
import { questionApi } from "#app/contract/content/question";
import type { CallData, CallInput, Endpoint } from "#app/contract/endpoint";
import type { Part } from "#app/contract/parts";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import type { World } from "#tests/world/world";
import { type Setting, type SettingKey, setSetting } from "#upstream/modules/config/settings";
import { prepareSiteText, setSiteTexts } from "#upstream/modules/config/site-texts";
import { setFavorite } from "#upstream/modules/favorites/write";
import { setUserFollow } from "#upstream/modules/follow/write";
import { setLike } from "#upstream/modules/like/write";
import { mergePeople } from "#upstream/modules/merge-people/merge-people";
import { setQuestionFollow } from "#upstream/modules/question/write";
import { claimName } from "#upstream/modules/user/claim-name";
import { deleteUser } from "#upstream/modules/user/delete-user";
import { createUser, updateUser } from "#upstream/modules/user/write";
import { setVote } from "#upstream/modules/vote/write";

/** The site that changes, and whatever an earlier change left for a later one. */
type Changing = Pick<World, "upstream" | "write" | "seed"> & {
  left: Record<string, number>;
  /** A call by staff who may do everything. */
  staff<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallData<E>>;
};
type Change = (world: Changing) => Promise<unknown>;

/** Begins every title that is published only while the site changes. */
export const LATE = "青花瓷";
const REASON = "试一试";

const remove =
  (kind: "question" | "article" | "answer" | "comment", id: (world: Changing) => number | undefined): Change =>
  (world) =>
    world.staff(adminContentApi.remove, {
      body: { items: [{ kind, id: id(world) ?? 0 }], rule: "spam", note: REASON },
    });
const restore =
  (kind: "question" | "article" | "answer" | "comment", id: (world: Changing) => number | undefined): Change =>
  (world) =>
    world.staff(adminContentApi.restore, { body: { items: [{ kind, id: id(world) ?? 0 }] } });
const set =
  <K extends SettingKey>(key: K, value: Setting<K>): Change =>
  ({ write }) =>
    write.inside((trx) => setSetting(trx, key, value));
const without = (...off: Part[]): Change => set("parts", { off });

const rename =
  (who: "alice" | "bob", nickname: string): Change =>
  async ({ upstream, write, seed }) => {
    const { db } = upstream.services;
    const { avatar, headline, bio, company, city } = await db
      .selectFrom("users")
      .selectAll()
      .where("id", "=", seed[who])
      .executeTakeFirstOrThrow();
    const fields = { nickname, avatar, headline: `${headline}，改`, bio, company, city, collectionsPrivate: false };
    await write.inside(async (trx) => {
      await updateUser(trx, seed[who], fields);
      await claimName(trx, { userId: seed[who], nickname, anew: false });
    });
  };

/**
 * Changes, by what they do, of everything that visitors are shown: in this order, each on what the earlier ones left.
 * They go the way of the product, so that they bump what it bumps.
 */
export const CHANGES: Record<string, Change> = {
  "publishes a question, an article, an answer and comments": async ({ write, seed, left }) => {
    const tags = ["数据库", "缓存"];
    left.question = await write.question({ authorId: seed.bob, title: `${LATE}怎样做数据库迁移？`, tags });
    left.article = await write.article({
      authorId: seed.alice,
      title: `${LATE}与缓存一致性`,
      content: "缓存怎样迁移。",
      tags,
      classificationId: seed.articleClass ?? null,
    });
    left.answer = await write.answer({ authorId: seed.alice, questionId: left.question, content: "数据库先备份。" });
    for (const [targetKind, targetId] of [
      ["question", seed.question],
      ["article", seed.article],
      ["answer", seed.answer],
      ["case", seed.case],
    ] as const)
      left.comment = await write.comment({ authorId: seed.alice, targetKind, targetId, text: `${LATE}好看` });
    await write.comment({
      authorId: seed.bob,
      targetKind: "question",
      targetId: seed.question,
      replyToId: seed.comment,
      text: "迁移之后呢？",
    });
  },
  "counts reactions": async ({ write, upstream: { services }, seed, left }) => {
    const article = { targetKind: "article", targetId: left.article ?? 0, on: true } as const;
    await write.inside(async (trx) => {
      await setUserFollow(trx, services, { followerId: seed.alice, followedId: seed.bob, on: true });
      await setLike(trx, services, { userId: seed.bob, ...article });
      await setFavorite(trx, services, { userId: seed.bob, ...article });
      await setFavorite(trx, services, { userId: seed.bob, targetKind: "question", targetId: seed.question, on: true });
      await setVote(trx, services, { userId: seed.alice, answerId: seed.answer, vote: "none" });
      await setQuestionFollow(trx, services, { userId: seed.bob, questionId: seed.lonelyQuestion, on: true });
    });
  },
  "changes a question, an article, an answer and a comment": async ({ upstream: { call }, seed }) => {
    const [alice, bob] = [{ as: seed.alice }, { as: seed.bob }];
    const asked = await call(questionApi.init, { params: { id: seed.question } }, alice);
    const question = {
      id: seed.question,
      title: "数据库迁移怎样做到不停机又不丢数据？",
      content: "改",
      tags: asked.tags,
    };
    await call(questionApi.update, { body: { ...question, version: asked.version } }, alice);
    const written = await call(articleApi.init, { params: { id: seed.article } }, alice);
    const article = { id: seed.article, title: "缓存一致性的六种做法", content: "改", tags: ["缓存", "迁移"] };
    const { version, classificationId } = written;
    await call(articleApi.update, { body: { ...article, version, classificationId, reason: REASON } }, alice);
    const answered = await call(answerApi.init, { params: { id: seed.answer } }, bob);
    await call(answerApi.update, { body: { id: seed.answer, version: answered.version, content: "数据库改过" } }, bob);
    const said = await call(commentEditApi.init, { params: { id: seed.comment } }, bob);
    await call(
      commentEditApi.put,
      { body: { id: seed.comment, version: said.version, text: "表有外键吗？有。" } },
      bob,
    );
  },
  "renames a member": rename("alice", "林远志"),
  "renames another": rename("bob", "周大雨"),
  "has a new member": ({ write, upstream: { services } }) =>
    write.inside((trx) => createUser(trx, services, { nickname: "林中鹿", headline: LATE })),
  "changes what staff write": async ({ staff, seed }) => {
    const activity = await staff(adminActivityApi.get, { params: { id: seed.activity } });
    const { startsAt, endsAt, version } = activity;
    await staff(adminActivityApi.put, {
      body: {
        id: seed.activity,
        version,
        title: "数据库之夜，改",
        content: "改在楼上。",
        city: "上海",
        cover: "",
        formId: seed.form,
        startsAt,
        endsAt,
      },
    } as never);
    const { version: noted } = await staff(adminAnnouncementApi.get, { params: { id: seed.announcement } });
    const announcement = { id: seed.announcement, version: noted, title: "社区规范更新，改", content: "改" };
    await staff(adminAnnouncementApi.put, { body: announcement } as never);
    const held = await staff(adminCaseApi.get, { params: { id: seed.case } });
    const aCase = {
      id: seed.case,
      version: held.version,
      title: "连锁便利店的选址，改",
      content: "改",
      tags: ["数据库"],
    };
    await staff(adminCaseApi.put, { body: { ...aCase, classificationId: seed.caseClass } } as never);
    const form = await staff(adminFormApi.get, { params: { id: seed.form } });
    const { fields, version: built } = form;
    await staff(adminFormApi.put, { body: { id: seed.form, version: built, title: "活动报名，改", fields } } as never);
  },
  "changes a category, its rights and an offer": async ({ staff, seed }) => {
    const all = await staff(adminZhikuCategoryApi.list, {});
    const { version = 1 } = all.find(({ id }) => id === seed.zhikuCategory) ?? {};
    await staff(adminZhikuCategoryApi.put, {
      body: {
        id: seed.zhikuCategory,
        version,
        name: "增长与留存",
        description: "改",
        parentId: null,
        cover: "",
        banner: "",
      },
    } as never);
    for (const categoryId of [seed.zhikuCategory, undefined]) {
      const query = categoryId === undefined ? {} : { categoryId };
      const { version: told } = await staff(adminZhikuCategoryApi.rightsText, { query });
      const body = { categoryId: categoryId ?? null, version: told, title: "权益", content: "全部资料" };
      await staff(adminZhikuCategoryApi.putRightsText, { body } as never);
    }
    const [offer] = await staff(adminOfferApi.list, {});
    const wanted = { id: seed.offer, version: offer?.version ?? 1, name: "全库年卡，改", description: "改" };
    await staff(adminOfferApi.put, {
      body: { ...wanted, categoryId: null, price: 100, days: 365, onSale: true },
    } as never);
  },
  "renames the site": set("logo", { name: "改名的社区", url: null, urlDark: null }),
  "has another banner": set("banner", [{ id: 2, title: "再来", subtitle: "", href: "/about", image: null }]),
  "has another poster": set("poster", [{ id: 2, title: "再征文", subtitle: "", href: "/about", image: null }]),
  "recommends other authors": async (world) => set("recommend-author", [world.seed.bob])(world),
  "has another footer": set("footer", { groups: [], icp: "", police: "", copyright: "© 改名的社区" }),
  "has other texts": async ({ write, upstream: { services } }) => {
    const texts = await Promise.all([
      prepareSiteText(services, { key: "siteSlogan", content: "改过的口号", kind: "short" }),
      prepareSiteText(services, { key: "siteDescription", content: "改过的介绍。", kind: "short" }),
      ...["about", "joinus"].map((key) => prepareSiteText(services, { key, title: "改", content: "改", kind: "page" })),
    ]);
    await write.inside((trx) => setSiteTexts(trx, texts));
  },
  "has new terms and rules": async ({ staff }) => {
    for (const key of ["terms", "privacy", "zhiku"] as const) {
      const { versions } = await staff(adminAgreementApi.get, { params: { key } });
      const body = { key, title: "新的协议", content: "改", version: versions[0]?.version ?? 0 };
      await staff(adminAgreementApi.publish, { body } as never);
    }
    const { rules, version } = await staff(adminHouseRuleApi.get, {});
    await staff(adminHouseRuleApi.put, { body: { rules: [...rules, { name: "新的一条" }], version } } as never);
  },
  "pins and features an article": ({ staff, seed }) => {
    const places = { home: { until: null }, list: { until: null }, featured: { until: null } };
    return staff(adminPlacingApi.put, { body: { kind: "article", id: seed.otherArticle, ...places } });
  },
  "renames classifications": async ({ staff, seed }) => {
    for (const id of [seed.articleClass, seed.caseClass]) {
      const { version, slug } = await staff(adminClassificationApi.get, { params: { id: id ?? 0 } });
      await staff(adminClassificationApi.put, { body: { id: id ?? 0, version, slug, name: `新名${id}` } });
    }
  },
  "renames a tag": ({ staff }) => staff(adminTagApi.rename, { body: { from: "数据库", to: "数据库工程" } }),
  "has a synonym of a tag": ({ staff }) =>
    staff(adminTagApi.addSynonym, { body: { tag: "数据库工程", synonym: "数据仓" } }),
  "hides a tag": ({ staff }) => staff(adminTagApi.hide, { body: { name: "缓存", reason: REASON } }),
  "removes an answer": remove("answer", ({ seed }) => seed.answer),
  "restores it": restore("answer", ({ seed }) => seed.answer),
  "removes comments": async (world) => {
    await remove("comment", ({ seed }) => seed.reply)(world);
    await remove("comment", ({ left }) => left.comment)(world);
  },
  "removes an article": remove("article", ({ left }) => left.article),
  "removes a question": remove("question", ({ left }) => left.question),
  "restores the article": restore("article", ({ left }) => left.article),
  "restores the question": restore("question", ({ left }) => left.question),
  "takes an article off by its author": ({ upstream: { call }, seed, left }) =>
    call(articleApi.remove, { body: { id: left.article ?? 0 } }, { as: seed.alice }),
  "removes the old article": remove("article", ({ seed }) => seed.article),
  "restores the old article": restore("article", ({ seed }) => seed.article),
  "merges questions": ({ staff, seed, left }) =>
    staff(adminMergeApi.questions, { body: { from: seed.lonelyQuestion, into: left.question ?? 0, reason: REASON } }),
  "removes what staff wrote": async ({ staff, seed }) => {
    await staff(adminActivityApi.remove, { body: { id: seed.activity, reason: REASON } });
    await staff(adminAnnouncementApi.remove, { body: { id: seed.announcement, reason: REASON } });
    await staff(adminCaseApi.remove, { body: { id: seed.case, reason: REASON } });
    await staff(adminFormApi.remove, { body: { id: seed.form, reason: REASON } });
  },
  "restores what staff wrote": async ({ staff, seed }) => {
    await staff(adminFormApi.restore, { body: { id: seed.form } });
    await staff(adminActivityApi.restore, { body: { id: seed.activity } });
    await staff(adminAnnouncementApi.restore, { body: { id: seed.announcement } });
    await staff(adminCaseApi.restore, { body: { id: seed.case } });
  },
  "hides a document and removes an offer": async ({ staff, seed }) => {
    await staff(adminZhikuContentApi.hide, { body: { id: seed.zhikuContent } });
    await staff(adminOfferApi.remove, { body: { id: seed.offer, reason: REASON } });
  },
  "shows it again": ({ staff, seed }) => staff(adminZhikuContentApi.show, { body: { id: seed.zhikuContent } } as never),
  "hides a classification": ({ staff, seed }) =>
    staff(adminClassificationApi.hide, { body: { id: seed.articleClass ?? 0, reason: REASON } }),
  "switches parts off": without("case", "activity", "zhiku"),
  "switches another part off": without("article"),
  "switches all of them on": without(),
  "merges people": async ({ seed, write, upstream: { services }, left }) => {
    const fields = { nickname: "林致远的旧号", headline: "旧" };
    const from = (await write.inside((trx) => createUser(trx, services, fields))).id;
    left.old = from;
    await write.article({ authorId: from, title: `${LATE}旧号的文章` });
    await write.inside((trx) => mergePeople(trx, services, { from, into: seed.alice }));
  },
  "closes an account": ({ write, upstream: { services }, seed }) =>
    write.inside((trx) => deleteUser(trx, services, seed.alice)),
};

/** Makes `CHANGES` one by one; `look` is called before the first, and after each, with what it did. */
export async function changeEverything(
  { upstream, write, seed }: Pick<World, "upstream" | "write" | "seed">,
  look: (after: string) => Promise<void>,
): Promise<void> {
  const token = await staffToken(upstream, await addStaff(upstream, "owner"));
  const staff: Changing["staff"] = (endpoint, input) => upstream.call(endpoint, input, { token });
  const world: Changing = { upstream, write, seed, staff, left: {} };
  await look("");
  for (const [name, change] of Object.entries(CHANGES)) {
    await upstream.services.db.deleteFrom("rate_limits").execute();
    await change(world).catch((error: unknown) => {
      throw new Error(`a site that ${name}: ${error}`, { cause: error });
    });
    await look(name);
  }
}
