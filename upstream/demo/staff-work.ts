import type { Services } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import { setPlaced } from "#upstream/modules/pin/write";
import { lockedTree } from "#upstream/modules/zhiku/category/tree";
import { takeContentsOff } from "#upstream/modules/zhiku/content/on-site";
import { insertContent, insertDraft, prepareContent } from "#upstream/modules/zhiku/content/write";
import { createOffer } from "#upstream/modules/zhiku/rights/offers";
import { shifted } from "./demo-time";

/**
 * Number of items of each kind featured by the demo's editor: the most discussed ones, and questions only if answered.
 */
const FEATURED = { question: 3, article: 4, case: 1 } as const;
/** Minimum answers of a featured question. */
const ANSWERS = 3;

const DRAFT = {
  title: "渠道分成的三种算法（待补数据）",
  abstract: "按成交、按线索、按保底三种分成各适合谁。数据还在核对，核对完再发布。",
  content:
    "## 按成交\n\n谁带来的单，谁拿一成。适合渠道自己会跟单的时候。\n\n<!--more-->\n\n## 按线索\n\n等财务给出去年的口径。",
};
const HIDDEN = {
  title: "2023 年报价模板（已过时）",
  abstract: "按旧的税率做的报价模板，新版发布后隐藏，买过的读者也不再看到。",
  content: "## 说明\n\n这一版的税率已经过时。\n\n<!--more-->\n\n## 模板\n\n数量乘单价，再乘旧税率。",
};

/** Pins and features the most discussed items, and puts zhiku documents into each state that only staff see. */
export async function createStaffWork(services: Services): Promise<void> {
  await placeThings(services);
  await leaveUnfinished(services);
}

async function placeThings({ db }: Services): Promise<void> {
  const hottest = async (kind: keyof typeof FEATURED) => {
    const rows = await db
      .selectFrom("feed_entries as f")
      .leftJoin("questions as q", (join) => join.on("f.kind", "=", "question").onRef("q.id", "=", "f.item_id"))
      .select("f.item_id")
      .where("f.kind", "=", kind)
      .where((eb) => eb.or([eb("f.kind", "!=", "question"), eb("q.answer_count", ">=", ANSWERS)]))
      .orderBy("f.hot", "desc")
      .orderBy("f.item_id", "desc")
      .limit(FEATURED[kind])
      .execute();
    return rows.map(({ item_id }) => item_id);
  };
  for (const kind of ["question", "article", "case"] as const) {
    for (const [at, id] of (await hottest(kind)).entries()) {
      const home = kind === "question" && at === 0 ? { position: 0, until: null } : null;
      const marks = { home, list: null, class: null, featured: { until: null } };
      await transact(db, (trx) => setPlaced(trx, { kind, id }, marks));
    }
  }
}

async function leaveUnfinished(services: Services): Promise<void> {
  const { db } = services;
  const category = await db
    .selectFrom("zhiku_categories")
    .select("id")
    .where("parent_id", "is not", null)
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const common = { categoryId: category.id, type: "article", source: "", cover: null, trial: false } as const;
  const files = { document: null, attachments: [] };
  const draft = await prepareContent(services, { ...common, ...files, ...DRAFT });
  const old = await prepareContent(services, {
    ...common,
    ...files,
    ...HIDDEN,
    createdAt: shifted(services.clock(), -400),
  });
  await transact(db, (trx) => insertDraft(trx, draft));
  await transact(db, async (trx) => {
    const { id } = await insertContent(trx, services, old);
    const at = shifted(services.clock(), -20);
    await takeContentsOff(trx, services, { tree: await lockedTree(trx), ids: [id], at });
  });
  await transact(db, (trx) =>
    createOffer(trx, {
      name: "知库两周体验卡",
      description: "只在活动期间出售，活动结束后下架。",
      categoryId: null,
      price: 1900,
      days: 14,
      position: 99,
      onSale: false,
    }),
  );
}
