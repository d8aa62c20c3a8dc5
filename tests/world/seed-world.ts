import { AGREEMENTS, agreementKeys } from "#app/contract/people/agreements";
import type { TestUpstream } from "#tests/upstream/support/harness";
import { addRefused } from "#tests/upstream/support/refused-text";
import type { Writer } from "#tests/upstream/support/writer";
import { reportPdf } from "#upstream/demo/report-pdf";
import { insertActivity, prepareActivity } from "#upstream/modules/activity/write";
import { insertAgreement, prepareAgreement } from "#upstream/modules/agreement/write";
import { insertAnnouncement, prepareAnnouncement } from "#upstream/modules/announcement/write";
import { acceptAnswer } from "#upstream/modules/answer/write";
import { insertCase, prepareCase } from "#upstream/modules/case/write";
import { createClassification } from "#upstream/modules/classification/write";
import { setSetting } from "#upstream/modules/config/settings";
import { prepareSiteText, setSiteTexts } from "#upstream/modules/config/site-texts";
import { changeText } from "#upstream/modules/content/change-text";
import { prepareWritten } from "#upstream/modules/content/written-text";
import { createFolder, putIntoFolders } from "#upstream/modules/favorite-folder/write";
import { setFavorite } from "#upstream/modules/favorites/write";
import { setUserFollow } from "#upstream/modules/follow/write";
import { insertForm, prepareForm } from "#upstream/modules/form/write";
import { setLike } from "#upstream/modules/like/write";
import { unsubscribeToken } from "#upstream/modules/outside/unsubscribe-token";
import { setQuestionFollow } from "#upstream/modules/question/write";
import { createUser } from "#upstream/modules/user/write";
import { setVote } from "#upstream/modules/vote/write";
import { createCategory } from "#upstream/modules/zhiku/category/write";
import { insertContent, prepareContent } from "#upstream/modules/zhiku/content/write";
import { putZhikuProfile } from "#upstream/modules/zhiku/profile/write";
import { grantRight } from "#upstream/modules/zhiku/rights/grant";
import { createOffer } from "#upstream/modules/zhiku/rights/offers";

/** Ids of the seed data. */
export type Seed = Awaited<ReturnType<typeof seedWorld>>;

const HOUR = 60 * 60 * 1000;

/** Creates two members and at least one of everything that a page can show. */
export async function seedWorld({ services }: TestUpstream, write: Writer) {
  const { inside } = write;
  const at = (hours: number) => new Date(services.clock().getTime() + hours * HOUR).toISOString();
  const user = (fields: Parameters<typeof createUser>[2]) =>
    inside(async (trx) => (await createUser(trx, services, { createdAt: at(-1000), ...fields })).id);

  const alice = await user({
    nickname: "林致远",
    headline: "后端工程师",
    bio: "写代码十年",
    city: "杭州",
    phone: "8613800000001",
  });
  const bob = await user({ nickname: "周小雨", headline: "产品经理", company: "某公司", phone: "8613800000002" });

  const [articleClass, caseClass] = await inside(async (trx) => [
    (await createClassification(trx, { kind: "article", slug: "engineering", name: "技术", position: 0 })).id,
    (await createClassification(trx, { kind: "case", slug: "retail", name: "零售", position: 0 })).id,
  ]);

  const question = await write.question({
    authorId: alice,
    title: "数据库迁移怎样做到不停机？",
    content: "我们有一张**两亿行**的表。\n\n```sql\nalter table orders add column note text;\n```",
    tags: ["数据库", "运维"],
    createdAt: at(-100),
  });
  const lonelyQuestion = await write.question({
    authorId: bob,
    title: "怎样写好一份需求文档？",
    tags: ["产品"],
    createdAt: at(-90),
  });
  const answer = await write.answer({
    questionId: question,
    authorId: bob,
    content: "先加可空的列，再分批回填。\n\n1. 建影子表\n2. 双写",
    createdAt: at(-80),
  });
  const { id: held } = await services.db
    .insertInto("reviews")
    .values({
      author_id: alice,
      kind: "article",
      word: "词",
      created_at: at(-75),
      decided_at: null,
      target_id: null,
      published_id: null,
      fields: JSON.stringify({ title: "等待审核的文章", content: "正文" }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const refused = await addRefused(services.db, alice);
  const otherAnswer = await write.answer({
    questionId: question,
    authorId: alice,
    content: "用在线变更工具。",
    createdAt: at(-70),
  });
  const { id: proposal } = await services.db
    .insertInto("proposals")
    .values({
      kind: "answer",
      item_id: answer,
      user_id: alice,
      reason: "少了一步",
      created_at: at(-60),
      decided_at: null,
      words_before: JSON.stringify({ content: "先加可空的列，再分批回填。\n\n1. 建影子表\n2. 双写" }),
      words_after: JSON.stringify({ content: "先加可空的列，再分批回填。\n\n1. 建影子表\n2. 双写\n3. 切换" }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await inside((trx) => acceptAnswer(trx, services, { questionId: question, answerId: answer }));

  const onCaches = {
    authorId: alice,
    title: "缓存一致性的五种做法",
    content:
      "## 旁路缓存\n\n先写库，再删缓存。\n\n| 做法 | 代价 |\n| --- | --- |\n| 旁路 | 低 |\n\n## 版本号\n\n每次写入都加一。",
    classificationId: articleClass ?? null,
    tags: ["缓存"],
    createdAt: at(-60),
  };
  const article = await write.article({ ...onCaches, content: "## 旁路缓存\n\n先删缓存，再写库。" });
  const mended = await prepareWritten(services, "article", onCaches);
  await inside((trx) =>
    changeText(trx, services, { kind: "article", id: article, version: 1, reason: "次序反了", text: mended }),
  );
  const otherArticle = await write.article({
    authorId: bob,
    title: "一次失败的改版",
    content: "我们学到了什么。",
    createdAt: at(-50),
  });

  const oneCase = await prepareCase(services, {
    title: "连锁便利店的选址",
    content: "## 背景\n\n三百家门店。",
    classificationId: caseClass ?? null,
    tags: ["选址"],
    cover: null,
    report: null,
    createdAt: at(-40),
  }).then((prepared) => inside(async (trx) => (await insertCase(trx, services, prepared)).id));

  const form = await prepareForm(services, {
    title: "活动报名",
    description: "请如实填写。",
    fields: [
      { name: "name", label: "姓名", type: "text", rules: [{ required: true, whitespace: true }] },
      { name: "age", label: "年龄", type: "number", rules: [{ type: "integer", min: 1, max: 150 }] },
      {
        name: "city",
        label: "城市",
        type: "select",
        options: [
          { value: "hz", label: "杭州" },
          { value: "sh", label: "上海" },
        ],
        rules: [{ enum: ["hz", "sh"] }],
      },
      { name: "note", label: "备注", type: "textarea" },
    ],
    opensAt: null,
    closesAt: null,
    oncePerPerson: false,
  }).then((prepared) => inside(async (trx) => (await insertForm(trx, prepared)).id));

  const activity = await prepareActivity(services, {
    title: "数据库之夜",
    content: "聊聊迁移。",
    cover: null,
    city: "杭州",
    startsAt: at(48),
    endsAt: at(50),
    formId: form,
    createdAt: at(-30),
  }).then((prepared) => inside(async (trx) => (await insertActivity(trx, services, prepared)).id));

  const announcement = await prepareAnnouncement(services, {
    title: "社区规范更新",
    content: "请阅读新版规范。",
    createdAt: at(-20),
  }).then((prepared) => inside(async (trx) => (await insertAnnouncement(trx, services, prepared)).id));

  const onQuestion = { targetKind: "question", targetId: question } as const;
  const comment = await write.comment({ authorId: bob, ...onQuestion, text: "表有外键吗？" });
  const reply = await write.comment({ authorId: alice, ...onQuestion, replyToId: comment, text: "没有。" });
  await write.comment({ authorId: alice, targetKind: "answer", targetId: answer, text: "试过了，可行。" });
  await write.comment({ authorId: bob, targetKind: "article", targetId: article, text: "第三种最常见。" });

  await inside(async (trx) => {
    await setUserFollow(trx, services, { followerId: bob, followedId: alice, on: true });
    await setLike(trx, services, { userId: bob, targetKind: "article", targetId: article, on: true });
    await setVote(trx, services, { userId: alice, answerId: answer, vote: "up" });
    await setQuestionFollow(trx, services, { userId: bob, questionId: question, on: true });
    await setFavorite(trx, services, { userId: bob, targetKind: "article", targetId: article, on: true });
    await setFavorite(trx, services, { userId: bob, targetKind: "case", targetId: oneCase, on: true });
  });
  const folder = await inside(async (trx) => {
    const { id } = await createFolder(trx, services, { userId: alice, name: "以后再看", shown: true });
    const folderIds = [id];
    await putIntoFolders(trx, services, { userId: alice, targetKind: "answer", targetId: answer, folderIds });
    await putIntoFolders(trx, services, { userId: alice, targetKind: "article", targetId: article, folderIds });
    await putIntoFolders(trx, services, { userId: alice, targetKind: "case", targetId: oneCase, folderIds });
    return id;
  });

  const texts = await Promise.all([
    prepareSiteText(services, { key: "siteSlogan", content: "把经验写下来", kind: "short" }),
    prepareSiteText(services, { key: "siteDescription", content: "一个开放的中文社区。", kind: "short" }),
    ...[
      ["about", "关于我们"],
      ["joinus", "加入我们"],
    ].map(([key = "", title = ""]) =>
      prepareSiteText(services, { key, title, content: `## 总则\n\n${title}正文。`, kind: "page" }),
    ),
  ]);
  const agreements = await Promise.all(
    agreementKeys.map((key) => {
      const title = AGREEMENTS[key].name;
      return prepareAgreement(services, { key, title, content: `## 总则\n\n${title}正文。` });
    }),
  );
  await inside(async (trx) => {
    await setSiteTexts(trx, texts);
    for (const agreement of agreements) await insertAgreement(trx, agreement, 0);
    await setSetting(trx, "logo", { name: "试验社区", url: null, urlDark: null });
    await setSetting(trx, "banner", [{ id: 1, title: "欢迎", subtitle: "从这里开始", href: "/about", image: null }]);
    await setSetting(trx, "poster", [{ id: 1, title: "征文", subtitle: "", href: "/question", image: null }]);
    await setSetting(trx, "recommend-author", [alice, bob]);
    await setSetting(trx, "footer", {
      groups: [{ title: "社区", links: [{ label: "关于我们", href: "/about" }] }],
      icp: "浙ICP备00000000号",
      police: "",
      copyright: "© 试验社区",
    });
  });

  const { id: offer } = await inside((trx) =>
    createOffer(trx, {
      name: "全库年卡",
      description: "所有分类",
      categoryId: null,
      price: 69_800,
      days: 365,
      position: 0,
      onSale: true,
    }),
  );

  const zhiku = await seedZhiku({ services, inside, alice });
  const unsubscribe = unsubscribeToken(services, { userId: alice, sort: "mail" });
  return {
    ...zhiku,
    unsubscribe,
    alice,
    bob,
    question,
    lonelyQuestion,
    answer,
    otherAnswer,
    held,
    refused,
    proposal,
    folder,
    article,
    otherArticle,
    case: oneCase,
    form,
    activity,
    announcement,
    comment,
    reply,
    articleClass,
    caseClass,
    offer,
  };
}

/** A zhiku category with a paid document and a trial; alice may read both. */
async function seedZhiku({
  services,
  inside,
  alice,
}: Pick<TestUpstream, "services"> & Pick<Writer, "inside"> & { alice: number }) {
  const description = "给运营和产品的资料";
  const top = {
    parentId: null,
    slug: "seed-growth",
    name: "增长",
    description,
    cover: null,
    banner: null,
    position: 0,
  };
  const zhikuCategory = await inside(async (trx) => (await createCategory(trx, top)).id);
  const key = "zhiku/202611/seed.pdf";
  const bytes = reportPdf({ title: "留存曲线怎么读", paragraphs: ["正文"] });
  await services.objects.put(key, bytes, "application/pdf");
  const file = { key, fileName: "留存曲线怎么读.pdf", contentType: "application/pdf", bytes: bytes.length };
  const add = async (title: string, trial: boolean) => {
    const prepared = await prepareContent(services, {
      categoryId: zhikuCategory,
      type: "report",
      title,
      abstract: "一份读图指南，附可以照着做的步骤",
      content:
        "先看前七天。\n\n<!--more-->\n\n## 平台期\n\n| 天 | 留存 |\n| --- | --- |\n| 7 | 31% |\n\n## 做法\n\n逐步来。",
      source: "知库研究组",
      cover: null,
      trial,
      document: file,
      attachments: [file],
    });
    return inside(async (trx) => (await insertContent(trx, services, prepared)).id);
  };
  const zhikuContent = await add("留存曲线怎么读", false);
  const zhikuTrial = await add("同期群表的五个看点", true);
  const profile = {
    name: "林致远",
    company: "某公司",
    department: "工程部",
    position: "工程师",
    email: "lin@example.com",
  };
  await inside(async (trx) => {
    await putZhikuProfile(trx, services, alice, { ...profile, phone: "13800000001" });
    const grant = { userId: alice, categoryId: null, days: 30, source: "operator", orderId: null } as const;
    await grantRight(trx, services, grant);
  });
  return { zhikuCategory, zhikuContent, zhikuTrial };
}
