import type { TestUpstream } from "#tests/upstream/support/harness";
import { transact } from "#upstream/db/transact";
import { createCategory, prepareRightsText, setRightsTexts } from "#upstream/modules/zhiku/category/write";
import { setZhikuImages } from "#upstream/modules/zhiku/config/write";
import { type ContentFields, insertContent, prepareContent } from "#upstream/modules/zhiku/content/write";
import { reviewZhikuProfile } from "#upstream/modules/zhiku/profile/write";
import { grantRight } from "#upstream/modules/zhiku/rights/grant";
import { addProfessional } from "./professional";

/** Six people with different access to zhiku; `anonymous` has no session. */
export type Identity = keyof ZhikuPeople;
export type ZhikuPeople = {
  anonymous: undefined;
  /** Logged in, no professional profile. */
  newcomer: number;
  /** The operator has rejected the profile. */
  rejected: number;
  /** Complete, without a right. */
  unentitled: number;
  /** Has an active right to `growth`. */
  entitled: number;
  /** Had a right, which has expired. */
  expired: number;
};
export type ZhikuWorld = {
  /** `growth` contains `retention`; `finance` is separate. */
  categories: { growth: number; retention: number; finance: number };
  people: ZhikuPeople;
  add(fields?: Partial<ContentFields>): Promise<number>;
};

const DAY = 24 * 60 * 60 * 1000;
const image = { url: "/oss/cover/one.webp", width: 1200, height: 630, alt: "" };

/** Creates a small zhiku with a member in each state. */
export async function createZhikuWorld(upstream: TestUpstream): Promise<ZhikuWorld> {
  const { services, addUser } = upstream;
  const { db } = services;
  const category = async (slug: string, name: string, parentId: number | null, position: number) => {
    const fields = { parentId, slug, name, description: `${name}的资料`, cover: image, banner: null, position };
    return (await transact(db, (trx) => createCategory(trx, fields))).id;
  };
  const finance = await category("finance", "财务", null, 2);
  const growth = await category("growth", "增长", null, 1);
  const retention = await category("retention", "留存", growth, 1);
  const texts = await Promise.all([
    prepareRightsText(services, { categoryId: null, title: "全库权益", content: "**全部**分类" }),
    prepareRightsText(services, { categoryId: growth, title: "增长权益", content: "只含增长" }),
  ]);
  await transact(db, async (trx) => {
    await setRightsTexts(trx, texts);
    await setZhikuImages(trx, [{ key: "home-hero", title: "知库", href: "/zhiku", image }]);
  });

  const member = (nickname: string, phone: string) => addProfessional(upstream, nickname, phone);
  const newcomer = await addUser("新来的", "8613700000001");
  const rejected = await member("被退回", "13700000002");
  const unentitled = await member("没有权益", "13700000003");
  const entitled = await member("有权益", "13700000004");
  const expired = await member("已到期", "13700000005");
  await transact(db, async (trx) => {
    await reviewZhikuProfile(trx, services, rejected, { rejected: true, reason: "公司名称有误" });
    const grant = { days: 30, source: "operator", orderId: null } as const;
    await grantRight(trx, services, { ...grant, userId: entitled, categoryId: growth });
    const past = { clock: () => new Date(services.clock().getTime() - 31 * DAY) };
    await grantRight(trx, past, { ...grant, userId: expired, categoryId: growth });
  });

  return {
    categories: { growth, retention, finance },
    people: { anonymous: undefined, newcomer, rejected, unentitled, entitled, expired },
    async add(fields = {}) {
      const prepared = await prepareContent(services, {
        categoryId: retention,
        type: "report",
        title: "留存曲线怎么读",
        abstract: "给运营的一份读图指南",
        content: "先看**前七天**。\n\n<!--more-->\n\n## 平台期\n\n付费的正文在这里。",
        source: "知库研究组",
        cover: null,
        trial: false,
        document: null,
        attachments: [],
        ...fields,
      });
      return (await transact(db, (trx) => insertContent(trx, services, prepared))).id;
    },
  };
}
