import type { Page } from "@playwright/test";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { setZhikuFavorite } from "#upstream/modules/zhiku/favorites/write";
import { putZhikuProfile, reviewZhikuProfile } from "#upstream/modules/zhiku/profile/write";
import { grantRight } from "#upstream/modules/zhiku/rights/grant";
import { demoDatabase } from "./demo-database";
import { type Member, newMember } from "./member";

export type ReaderOf = {
  /** Professional profile: none, complete, or rejected with this reason. */
  profile?: "none" | "complete" | { refused: string };
  /** Whether the member has a right to everything for a month. */
  entitled?: boolean;
  /** Number of the oldest documents that are favorites. */
  favorites?: number;
};

const services = { clock: () => new Date() };

/** Creates a new member in a given state for zhiku. */
export async function newReader({ profile = "complete", entitled = false, favorites = 0 }: ReaderOf): Promise<Member> {
  const member = await newMember();
  const { userId, phone } = member;
  const { db } = await demoDatabase();
  const fields = { name: "林知远", company: "某公司", department: "产品部", position: "产品经理", phone };
  const documents = await oldest(db, favorites);
  await transact(db, async (trx) => {
    if (profile !== "none") await putZhikuProfile(trx, services, userId, { ...fields, email: "lin@example.com" });
    if (typeof profile === "object")
      await reviewZhikuProfile(trx, services, userId, { rejected: true, reason: profile.refused });
    const grant = { userId, categoryId: null, days: 30, source: "operator", orderId: null } as const;
    if (entitled) await grantRight(trx, services, grant);
    for (const contentId of documents) await setZhikuFavorite(trx, services, { userId, contentId, on: true });
  });
  return member;
}

/** Fills in the professional profile; the account's phone number is already there. */
export async function fillInProfile(page: Page): Promise<void> {
  for (const label of ["姓名", "公司", "部门", "职位"]) await page.getByLabel(label).fill("某某");
  await page.getByLabel("邮箱").fill("lin@example.com");
}

async function oldest(db: Db, count: number): Promise<number[]> {
  const rows = await db.selectFrom("zhiku_contents").select("id").orderBy("id").limit(count).execute();
  return rows.map(({ id }) => id);
}
