import { adminFormApi } from "#app/contract/admin/content/form";
import { adminMessageApi } from "#app/contract/admin/content/message";
import { adminSubmissionApi } from "#app/contract/admin/content/submission";
import { adminHouseRuleApi } from "#app/contract/admin/review/house-rule";
import { adminReviewRuleApi } from "#app/contract/admin/review/review-rule";
import { adminWordApi } from "#app/contract/admin/review/word";
import { adminAgreementApi } from "#app/contract/admin/site/agreement";
import { adminClassificationApi } from "#app/contract/admin/site/classification";
import { adminSearchSynonymApi } from "#app/contract/admin/site/search-synonym";
import { adminSiteApi } from "#app/contract/admin/site/site";
import { adminTagApi } from "#app/contract/admin/site/tag";
import { adminTextApi } from "#app/contract/admin/site/text";
import { adminLimitApi } from "#app/contract/admin/system/limit";
import { formApi } from "#app/contract/content/form";
import { fresh, offSince, PICTURE, type UndoSample, type UndoWorld, writtenAgain } from "./undo-world";

const REASON = "试一试";

const agreement = async ({ colleague }: UndoWorld) => {
  const key = "terms" as const;
  const newest = async () => (await colleague(adminAgreementApi.get, { params: { key } })).versions[0]?.version ?? 0;
  const body = { key, title: "用户协议", content: `说好的事${PICTURE}` };
  if ((await newest()) === 0) await colleague(adminAgreementApi.publish, { body: { ...body, version: 0 } });
  return { ...body, version: await newest(), effectiveOn: "2026-06-01" };
};

const classification = async ({ colleague }: UndoWorld) =>
  (await colleague(adminClassificationApi.add, { body: { kind: "article", name: fresh("分类") } })).id;

const FIELDS = [{ label: "姓名", type: "text" as const, rules: [{ required: true }] }];
const form = async ({ colleague }: UndoWorld) =>
  (await colleague(adminFormApi.add, { body: { title: fresh("报名"), fields: FIELDS, oncePerPerson: true } })).id;
const submission = async (world: UndoWorld) => {
  const body = { id: await form(world), values: { f1: "林知远" } };
  return (await world.upstream.call(formApi.submit, { body }, { as: world.reader })).submissionId;
};

const MESSAGE = { title: "今晚维护", text: "二十三点起", path: "/announcement", to: "all" as const };
const message = async ({ colleague }: UndoWorld) => (await colleague(adminMessageApi.add, { body: MESSAGE })).id;

/** A tag with a question and an article. */
const tag = async ({ write, author }: UndoWorld) => {
  const name = fresh("标签");
  await write.question({ authorId: author, tags: [name, "共有"] });
  await write.article({ authorId: author, tags: [name] });
  return name;
};
const word = async ({ colleague, upstream }: UndoWorld) => {
  const name = fresh("敏感词");
  await colleague(adminWordApi.put, { body: { word: name, action: "review" } });
  const { db } = upstream.services;
  await db.updateTable("words").set({ hits: 7 }).where("word", "=", name).execute();
  const row = await db.selectFrom("words").select("id").where("word", "=", name).executeTakeFirstOrThrow();
  return { ...row, word: name };
};

/** Actions on the site's settings and structure. */
export const SITE_SAMPLES: Record<string, UndoSample> = {
  "agreement.publish": {
    async prepare(world) {
      const body = await agreement(world);
      return () => world.staff(adminAgreementApi.publish, { body });
    },
  },
  "agreement.withdraw": {
    async prepare(world) {
      const body = await agreement(world);
      const { version } = await world.colleague(adminAgreementApi.publish, { body });
      return () => world.staff(adminAgreementApi.withdraw, { body: { key: body.key, version, reason: REASON } });
    },
  },
  "classification.add": {
    prepare:
      async ({ staff }) =>
      () =>
        staff(adminClassificationApi.add, { body: { kind: "article", name: fresh("分类") } }),
  },
  "classification.put": {
    async prepare(world) {
      const id = await classification(world);
      const { version, slug } = await world.staff(adminClassificationApi.get, { params: { id } });
      return () => world.staff(adminClassificationApi.put, { body: { id, version, slug, name: fresh("新名") } });
    },
    stays: writtenAgain("classifications", []),
  },
  "classification.order": {
    async prepare(world) {
      await classification(world);
      await classification(world);
      const all = await world.staff(adminClassificationApi.list, {});
      const ids = all.flatMap(({ id, kind }) => (kind === "article" ? [id] : [])).toReversed();
      return () => world.staff(adminClassificationApi.order, { body: { kind: "article", ids } });
    },
  },
  "classification.hide": {
    async prepare(world) {
      const id = await classification(world);
      return () => world.staff(adminClassificationApi.hide, { body: { id, reason: REASON } });
    },
  },
  "classification.show": {
    async prepare(world) {
      const id = await classification(world);
      await world.colleague(adminClassificationApi.hide, { body: { id } });
      return () => world.staff(adminClassificationApi.show, { body: { id } });
    },
    stays: offSince("classifications", "hidden_at"),
  },
  "classification.move": {
    async prepare(world) {
      const [from, to] = [await classification(world), await classification(world)];
      await world.write.article({ authorId: world.author, classificationId: from });
      await world.write.article({ authorId: world.author, classificationId: to });
      return () => world.staff(adminClassificationApi.move, { body: { from, to } });
    },
  },
  "classification.remove": {
    async prepare(world) {
      const id = await classification(world);
      return () => world.staff(adminClassificationApi.remove, { body: { id, reason: REASON } });
    },
  },
  "form.add": {
    prepare:
      async ({ staff }) =>
      () =>
        staff(adminFormApi.add, { body: { title: fresh("报名"), fields: FIELDS } }),
    stays: { forms: "is taken off: somebody may have filled it in meanwhile" },
  },
  "form.put": {
    async prepare(world) {
      const id = await form(world);
      const [first, second] = await world.staff(adminFormApi.readers, {});
      const notify = [first?.userId ?? 0];
      const { fields } = await world.staff(adminFormApi.get, { params: { id } });
      const put = { id, fields, description: PICTURE, oncePerPerson: true };
      const { version } = await world.staff(adminFormApi.put, {
        body: { ...put, version: 1, title: fresh("报名"), notify },
      });
      const body = { ...put, version, title: fresh("改了"), notify: [second?.userId ?? 0] };
      return () => world.staff(adminFormApi.put, { body });
    },
    stays: { ...writtenAgain("forms"), form_versions: "answers are read by the version that they were given to" },
  },
  "form.remove": {
    async prepare(world) {
      const id = await form(world);
      return () => world.staff(adminFormApi.remove, { body: { id, reason: REASON } });
    },
  },
  "form.restore": {
    async prepare(world) {
      const id = await form(world);
      await world.colleague(adminFormApi.remove, { body: { id } });
      return () => world.staff(adminFormApi.restore, { body: { id } });
    },
    stays: offSince("forms", "deleted_at"),
  },
  "submission.put": {
    async prepare(world) {
      const id = await submission(world);
      return () => world.staff(adminSubmissionApi.put, { body: { ids: [id], state: "handled", note: "来过电话" } });
    },
  },
  "submission.remove": {
    async prepare(world) {
      const id = await submission(world);
      return () => world.staff(adminSubmissionApi.remove, { body: { id, reason: REASON } });
    },
  },
  "house-rule.put": {
    async prepare({ staff, colleague }) {
      const { rules, version } = await colleague(adminHouseRuleApi.get, {});
      const put = { body: { rules: [...rules, { name: fresh("规则") }], version } };
      const now = await colleague(adminHouseRuleApi.put, put);
      return () => staff(adminHouseRuleApi.put, { body: { rules: rules.slice(1), version: now.version } });
    },
    stays: writtenAgain("site_settings"),
  },
  "limit.put": {
    async prepare({ staff, colleague }) {
      const { version } = await colleague(adminLimitApi.put, { body: { limits: { publishDay: 9 }, version: 0 } });
      return () => staff(adminLimitApi.put, { body: { limits: { editDay: 10 }, version } });
    },
    stays: writtenAgain("site_settings"),
  },
  "review-rule.put": {
    async prepare({ staff, colleague }) {
      const { rules, version } = await colleague(adminReviewRuleApi.get, {});
      const links = { ...rules, article: { ...rules.article, links: true } };
      const now = await colleague(adminReviewRuleApi.put, { body: { rules: links, version } });
      return () => staff(adminReviewRuleApi.put, { body: { rules, version: now.version } });
    },
    stays: writtenAgain("site_settings"),
  },
  "site.put": {
    async prepare({ staff, colleague }) {
      const links = [{ label: "问答", href: "/question" }];
      const { version } = await colleague(adminSiteApi.putNavigation, { body: { links, version: 0 } });
      return () => staff(adminSiteApi.putNavigation, { body: { links: [], version } });
    },
    stays: writtenAgain("site_settings"),
  },
  "text.put": {
    async prepare({ staff, colleague }) {
      const body = { key: "about" as const, title: "关于我们", content: `我们**都**在这里${PICTURE}` };
      const { version } = await colleague(adminTextApi.put, { body: { ...body, version: 0 } });
      return () => staff(adminTextApi.put, { body: { ...body, content: "搬走了", version } });
    },
    stays: writtenAgain("site_texts"),
  },
  "message.add": {
    prepare:
      async ({ staff }) =>
      () =>
        staff(adminMessageApi.add, { body: MESSAGE }),
  },
  "message.put": {
    async prepare(world) {
      const id = await message(world);
      return () => world.staff(adminMessageApi.put, { body: { ...MESSAGE, id, version: 1, title: "改了时间" } });
    },
    stays: writtenAgain("messages"),
  },
  "message.remove": {
    async prepare(world) {
      const id = await message(world);
      await world.colleague(adminMessageApi.put, { body: { ...MESSAGE, id, version: 1, title: "改过的" } });
      return () => world.staff(adminMessageApi.remove, { body: { id } });
    },
  },
  "message.send": {
    async prepare(world) {
      const id = await message(world);
      return () => world.staff(adminMessageApi.send, { body: { id, version: 1, sendAt: "2026-12-01T00:00:00Z" } });
    },
  },
  "tag.rename": {
    async prepare(world) {
      const from = await tag(world);
      return () => world.staff(adminTagApi.rename, { body: { from, to: fresh("改名") } });
    },
  },
  "tag.merge": {
    async prepare(world) {
      const [from, to] = [await tag(world), await tag(world)];
      await world.write.article({ authorId: world.reader, tags: [from, to] });
      return () => world.staff(adminTagApi.merge, { body: { from, to, reason: REASON } });
    },
  },
  "tag.hide": {
    async prepare(world) {
      const name = await tag(world);
      return () => world.staff(adminTagApi.hide, { body: { name, reason: REASON } });
    },
  },
  "tag.show": {
    async prepare(world) {
      const name = await tag(world);
      await world.colleague(adminTagApi.hide, { body: { name } });
      return () => world.staff(adminTagApi.show, { body: { name } });
    },
    stays: {
      ...offSince("tags", "hidden_at"),
      taxonomy_moves: "is a hiding of its own, which remembers what to bring back",
      taxonomy_moved: "belongs to that hiding",
    },
  },
  "tag.add-synonym": {
    async prepare(world) {
      const name = await tag(world);
      return () => world.staff(adminTagApi.addSynonym, { body: { tag: name, synonym: fresh("同义") } });
    },
  },
  "tag.remove-synonym": {
    async prepare(world) {
      const synonym = fresh("同义");
      await world.colleague(adminTagApi.addSynonym, { body: { tag: await tag(world), synonym } });
      return () => world.staff(adminTagApi.removeSynonym, { body: { synonym } });
    },
  },
  "search-synonym.put": {
    async prepare({ staff, colleague }) {
      const read = async () => (await colleague(adminSearchSynonymApi.get, {})).version;
      const before = { synonyms: `${fresh("甲")}, ${fresh("乙")}\n部署, 上线`, version: await read() };
      await colleague(adminSearchSynonymApi.put, { body: before });
      const body = { synonyms: `部署, 上线\n${fresh("丙")}, ${fresh("丁")}`, version: await read() };
      return () => staff(adminSearchSynonymApi.put, { body });
    },
  },
  "word.put": {
    async prepare(world) {
      const { word: name } = await word(world);
      return () => world.staff(adminWordApi.put, { body: { word: name, action: "reject" } });
    },
  },
  "word.remove": {
    async prepare(world) {
      const { id } = await word(world);
      return () => world.staff(adminWordApi.remove, { body: { id } });
    },
  },
  "word.import": {
    async prepare(world) {
      const { word: name } = await word(world);
      return () => world.staff(adminWordApi.import, { body: { text: `${name},reject\n${fresh("另一个词")},review` } });
    },
  },
};
