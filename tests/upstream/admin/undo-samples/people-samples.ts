import { adminPersonApi } from "#app/contract/admin/user/person";
import { adminUserApi } from "#app/contract/admin/user/user";
import { adminZhikuCategoryApi } from "#app/contract/admin/zhiku/category";
import { adminCodeApi } from "#app/contract/admin/zhiku/code";
import { adminZhikuContentApi } from "#app/contract/admin/zhiku/content";
import { adminOfferApi } from "#app/contract/admin/zhiku/offer";
import { adminOrderApi } from "#app/contract/admin/zhiku/order";
import { adminProfileApi } from "#app/contract/admin/zhiku/profile";
import { adminRightApi } from "#app/contract/admin/zhiku/right";
import { reportApi } from "#app/contract/moderation/report";
import { likeApi } from "#app/contract/reading/like";
import { addProfessional } from "#tests/upstream/zhiku/professional";
import { transact } from "#upstream/db/transact";
import { createUser } from "#upstream/modules/user/write";
import { fresh, offSince, PICTURE, type UndoSample, type UndoWorld, writtenAgain } from "./undo-world";

const REASON = "试一试";

const member = ({ upstream }: UndoWorld) => upstream.addUser(fresh("会员"));
const sanction = (call: UndoWorld["staff"], userId: number, kind: "mute" | "read-only" | "ban", days: number | null) =>
  call(adminUserApi.sanction, { body: { userId, kind, days, reason: REASON } });
const imposed = (kind: "mute" | "read-only" | "ban"): UndoSample => ({
  async prepare(world) {
    const userId = await member(world);
    // Replaces an active one.
    await sanction(world.colleague, userId, kind, 3);
    return () => sanction(world.staff, userId, kind, 30);
  },
});

const offer = async ({ colleague, zhiku }: UndoWorld) => {
  const body = { name: fresh("一年"), categoryId: zhiku.categories.growth, price: 19_900, days: 365, onSale: true };
  return { id: (await colleague(adminOfferApi.add, { body })).id, ...body };
};
const codes = async (world: UndoWorld) => {
  const { id: offerId } = await offer(world);
  return (await world.colleague(adminCodeApi.add, { body: { offerId, count: 3, expiresAt: null } })).id;
};
const voidCodes = (call: UndoWorld["staff"], id: number, numbers?: number[]) =>
  call(adminCodeApi.void, { body: { id, reason: "发错了人", ...(numbers ? { numbers } : {}) } });

const right = (call: UndoWorld["staff"], { zhiku, professional }: UndoWorld, days = 30) => {
  const body = { people: String(professional), categoryId: zhiku.categories.finance, days, reason: REASON };
  return call(adminRightApi.grant, { body });
};

/** A complete profile that nobody has reviewed. */
async function profile(world: UndoWorld) {
  const userId = await addProfessional(world.upstream, fresh("新会员"), null);
  const { list } = await world.staff(adminProfileApi.list, { query: { q: String(userId) } });
  return { userId, updatedAt: list.find(({ owner }) => owner.userId === userId)?.updatedAt ?? "" };
}

const category = async ({ colleague, zhiku }: UndoWorld) => {
  const body = { name: fresh("类"), description: "说明", parentId: zhiku.categories.finance, cover: "", banner: "" };
  return { ...body, id: (await colleague(adminZhikuCategoryApi.add, { body })).id };
};
const DOCUMENT = {
  type: "report" as const,
  title: "定价实验怎么做",
  abstract: "一份指南",
  source: "研究组",
  cover: "",
  content: `先定**假设**。\n\n<!--more-->\n\n## 样本量\n\n付费的正文。${PICTURE}`,
};
const document = async (world: UndoWorld, publish = true) => {
  const body = { ...DOCUMENT, categoryId: world.zhiku.categories.retention, publish };
  return (await world.colleague(adminZhikuContentApi.add, { body })).id;
};
const moved = (verb: "show" | "hide" | "remove" | "restore", from: "public" | "hidden" | "removed"): UndoSample => ({
  async prepare(world) {
    const id = await document(world);
    await world.pass();
    if (from === "hidden") await world.colleague(adminZhikuContentApi.hide, { body: { id } });
    if (from === "removed") await world.colleague(adminZhikuContentApi.remove, { body: { id } });
    await world.pass();
    return () => world.staff(adminZhikuContentApi[verb], { body: { id } } as never);
  },
});

/** Actions on members, on zhiku, and on payments. */
export const PEOPLE_SAMPLES: Record<string, UndoSample> = {
  "user.mute": imposed("mute"),
  "user.read-only": imposed("read-only"),
  "user.ban": imposed("ban"),
  "user.lift": {
    async prepare(world) {
      const { id } = await sanction(world.colleague, await member(world), "ban", null);
      return () => world.staff(adminUserApi.lift, { body: { id, reason: REASON } });
    },
  },
  "user.purge": {
    async prepare(world) {
      const userId = await member(world);
      const { write, author, reader, upstream } = world;
      const theirs = await write.article({ authorId: userId, tags: ["广告"] });
      await write.comment({ authorId: reader, targetKind: "article", targetId: theirs });
      const question = await write.question({ authorId: author });
      await write.answer({ authorId: userId, questionId: question });
      const article = await write.article({ authorId: author });
      await upstream.call(likeApi.add, { body: { targetKind: "article", targetId: article } }, { as: userId });
      const body = { targetKind: "article" as const, targetId: article, reason: "spam" as const };
      await upstream.call(reportApi.add, { body }, { as: userId });
      await world.pass();
      return () => world.staff(adminUserApi.purge, { body: { userId, reason: "只发广告" } });
    },
  },
  "handover.make": {
    async prepare(world) {
      const { services } = world.upstream;
      const { id } = await transact(services.db, (trx) => createUser(trx, services, { nickname: fresh("作者") }));
      return () => world.staff(adminPersonApi.makeHandover, { body: { userId: id } });
    },
    stays: { handovers: "a link that was out stays in the list of that person's links, and opens nothing" },
  },
  "offer.add": {
    prepare: async ({ staff }) => {
      const body = { name: fresh("一月"), categoryId: null, price: 1_900, days: 30 };
      return () => staff(adminOfferApi.add, { body });
    },
  },
  "offer.put": {
    async prepare(world) {
      const { id, ...fields } = await offer(world);
      return () => world.staff(adminOfferApi.put, { body: { ...fields, id, version: 1, price: 9_900 } });
    },
    stays: writtenAgain("zhiku_offers", []),
  },
  "offer.order": {
    async prepare(world) {
      await offer(world);
      await offer(world);
      const ids = (await world.staff(adminOfferApi.list, {})).map(({ id }) => id).toReversed();
      return () => world.staff(adminOfferApi.order, { body: { ids } });
    },
  },
  "offer.remove": {
    async prepare(world) {
      const { id } = await offer(world);
      return () => world.staff(adminOfferApi.remove, { body: { id, reason: REASON } });
    },
  },
  "refund-limit.put": {
    async prepare({ staff, colleague }) {
      await colleague(adminOrderApi.setRefundLimit, { body: { limit: 20_000 } });
      return () => staff(adminOrderApi.setRefundLimit, { body: { limit: 10_000 } });
    },
    stays: writtenAgain("site_settings"),
  },
  "code.add": {
    async prepare(world) {
      const { id: offerId } = await offer(world);
      return () => world.staff(adminCodeApi.add, { body: { offerId, count: 3, expiresAt: null } });
    },
  },
  "code.void": {
    async prepare(world) {
      const id = await codes(world);
      await voidCodes(world.colleague, id, [2]);
      await world.pass();
      return () => voidCodes(world.staff, id);
    },
  },
  "code.restore": {
    async prepare(world) {
      const id = await codes(world);
      await voidCodes(world.colleague, id, [1]);
      await world.pass();
      await voidCodes(world.colleague, id, [3]);
      return () => world.staff(adminCodeApi.restore, { body: { id } });
    },
  },
  "right.grant": {
    prepare: async (world) => () => right(world.staff, world),
  },
  "right.import": {
    async prepare(world) {
      const userId = await addProfessional(world.upstream, fresh("客户"), `139${String(Date.now()).slice(-8)}`);
      const { phone } = await world.upstream.services.db
        .selectFrom("users")
        .select("phone")
        .where("id", "=", userId)
        .executeTakeFirstOrThrow();
      const text = `手机号,分类,截止日\n${phone?.slice(2)},财务,2027-01-01`;
      return () => world.staff(adminRightApi.import, { body: { text, reason: "年度客户" } });
    },
  },
  "right.revoke": {
    async prepare(world) {
      const [given] = (await right(world.colleague, world)).granted;
      await world.pass();
      return () => world.staff(adminRightApi.revoke, { body: { ids: [given?.id ?? 0], reason: "发错了人" } });
    },
  },
  "profile.approve": {
    async prepare(world) {
      const items = [await profile(world)];
      return () => world.staff(adminProfileApi.review, { body: { items, rejected: false } });
    },
  },
  "profile.reject": {
    async prepare(world) {
      const items = [await profile(world)];
      return () => world.staff(adminProfileApi.review, { body: { items, rejected: true, reason: "公司写全称" } });
    },
  },
  "zhiku-category.add": {
    prepare:
      async ({ staff, zhiku }) =>
      () =>
        staff(adminZhikuCategoryApi.add, { body: { name: fresh("类"), parentId: zhiku.categories.growth } }),
  },
  "zhiku-category.put": {
    async prepare(world) {
      const fields = await category(world);
      const body = { ...fields, version: 1, name: fresh("新类"), parentId: world.zhiku.categories.growth };
      return () => world.staff(adminZhikuCategoryApi.put, { body });
    },
    stays: { ...writtenAgain("zhiku_categories", []) },
  },
  "zhiku-category.order": {
    async prepare(world) {
      const { parentId, id } = await category(world);
      const { id: other } = await category(world);
      const all = (await world.staff(adminZhikuCategoryApi.list, {})).filter((one) => one.parentId === parentId);
      const ids = all.map((one) => one.id).toReversed();
      if (!ids.includes(id) || !ids.includes(other)) throw new Error("not in their level");
      return () => world.staff(adminZhikuCategoryApi.order, { body: { parentId, ids } });
    },
  },
  "zhiku-category.hide": {
    async prepare(world) {
      const { id } = await category(world);
      await world.zhiku.add({ categoryId: id });
      return () => world.staff(adminZhikuCategoryApi.hide, { body: { id } });
    },
  },
  "zhiku-category.show": {
    async prepare(world) {
      const { id } = await category(world);
      await world.zhiku.add({ categoryId: id });
      await world.colleague(adminZhikuCategoryApi.hide, { body: { id } });
      return () => world.staff(adminZhikuCategoryApi.show, { body: { id } });
    },
    stays: { ...offSince("zhiku_categories", "hidden_at"), ...offSince("zhiku_contents", "deleted_at") },
  },
  "zhiku-category.remove": {
    async prepare(world) {
      const { id } = await category(world);
      return () => world.staff(adminZhikuCategoryApi.remove, { body: { id, reason: REASON } });
    },
  },
  "zhiku-rights-text.put": {
    async prepare(world) {
      const categoryId = world.zhiku.categories.growth;
      const { version } = await world.staff(adminZhikuCategoryApi.rightsText, { query: { categoryId } });
      const body = { categoryId, version, title: "增长的权益", content: `**全部**资料${PICTURE}` };
      const shown = await world.colleague(adminZhikuCategoryApi.putRightsText, { body });
      return () =>
        world.staff(adminZhikuCategoryApi.putRightsText, { body: { ...body, ...shown, content: "**部分**资料" } });
    },
    stays: writtenAgain("zhiku_rights_texts", []),
  },
  "zhiku-hero.put": {
    async prepare(world) {
      const { version } = await world.staff(adminZhikuCategoryApi.heroes, {});
      return () => world.staff(adminZhikuCategoryApi.putHeroes, { body: { heroes: [], version } });
    },
  },
  "zhiku-content.add": {
    prepare:
      async ({ staff, zhiku }) =>
      () =>
        staff(adminZhikuContentApi.add, { body: { ...DOCUMENT, categoryId: zhiku.categories.finance, publish: true } }),
  },
  "zhiku-content.put": {
    async prepare(world) {
      const id = await document(world);
      await world.pass();
      const { finance } = world.zhiku.categories;
      const body = { ...DOCUMENT, id, version: 1, title: "定价实验怎么读", categoryId: finance, trial: true };
      return () => world.staff(adminZhikuContentApi.put, { body });
    },
    stays: { ...writtenAgain("zhiku_contents", []) },
  },
  "zhiku-content.publish": {
    async prepare(world) {
      const id = await document(world, false);
      await world.pass();
      return () => world.staff(adminZhikuContentApi.show, { body: { id } });
    },
  },
  "zhiku-content.show": moved("show", "hidden"),
  "zhiku-content.hide": moved("hide", "public"),
  "zhiku-content.remove": moved("remove", "public"),
  "zhiku-content.restore": moved("restore", "removed"),
};
