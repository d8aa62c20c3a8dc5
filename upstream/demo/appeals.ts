import { DEMO_STAFF } from "#app/contract/site/demo-staff";
import { HOUR, MINUTE } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import { CLAIMED_FOR } from "#upstream/modules/admin/claim/claims";
import { sendAppeal } from "#upstream/modules/appeal/write";
import { prepareRefusal } from "#upstream/modules/review/decide";
import type { Chance } from "./chance";

/** Refused texts by title, with the reason, and their authors' appeals. */
const APPEALS = [
  {
    title: "反诈宣传文案怎么写才不招人烦",
    reason: "含有广告、招揽或重复发布的内容",
    words: "我是社区的反诈志愿者，标题里的词是要提醒人的骗术，正文没有任何联系方式，请再看一次。",
  },
  {
    title: "论文想研究日赚千元类广告的话术",
    reason: "与本站的主题无关，或看不出要说什么",
    words: "这是我毕业论文的选题，想问的是语料从哪里合法地拿，不是在推广。",
  },
] as const;

/** Refuses some held texts as the demo's moderator, lets their authors appeal, and claims one of those waiting. */
export async function writeAppeals({ db, ...services }: Services, { chance }: { chance: Chance }): Promise<void> {
  const phone = DEMO_STAFF.find(({ role }) => role === "moderator")?.phone;
  const { id: by } = await db
    .selectFrom("users")
    .select("id")
    .where("phone", "=", `86${phone}`)
    .executeTakeFirstOrThrow();
  for (const { title, reason, words } of APPEALS) {
    const held = await db
      .selectFrom("reviews")
      .select(["id", "author_id", "version", "created_at"])
      .where("kind", "=", "question")
      .where("state", "=", "waiting")
      .where("fields", "like", `%${title}%`)
      .executeTakeFirstOrThrow();
    const decided = new Date(Math.min(Date.parse(held.created_at) + HOUR, services.clock().getTime() - 2 * MINUTE));
    const at = { ...services, db, clock: () => decided };
    const { write } = await prepareRefusal(at, { id: held.id, version: held.version, by }, reason);
    const said = new Date(
      Math.min(decided.getTime() + chance.between(10, 200) * MINUTE, services.clock().getTime() - MINUTE),
    );
    await transact(db, async (trx) => {
      await write(trx);
      const appeal = { kind: "review" as const, id: held.id, words, userId: held.author_id };
      await sendAppeal(trx, { ...at, clock: () => said }, appeal);
    });
  }
  await openOne(db, services.clock, by);
}

/** Claims the longest waiting text for the demo's moderator. */
async function openOne(db: Services["db"], clock: Services["clock"], by: number): Promise<void> {
  const waiting = db
    .selectFrom("reviews")
    .select("id")
    .where("state", "=", "waiting")
    .orderBy("created_at")
    .orderBy("id");
  const { id } = await waiting.limit(1).executeTakeFirstOrThrow();
  const until_at = new Date(clock().getTime() + CLAIMED_FOR).toISOString();
  await db
    .insertInto("claims")
    .values({ queue: "review", target: String(id), user_id: by, until_at })
    .execute();
}
