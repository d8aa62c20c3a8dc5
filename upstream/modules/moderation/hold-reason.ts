import type { HeldReason } from "#app/contract/admin/held-reasons";
import { DAY } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { ReviewsTable } from "#upstream/db/schema/reviews";
import { readSetting } from "#upstream/modules/config/settings";
import { rolesOf } from "#upstream/policy/require-staff";
import { readWebAddress } from "#upstream/text/web-address";
import { countHit, findWord } from "./find-word";

/** Words that will be shown, and whose they are. */
export type ShownWords = {
  kind: ReviewsTable["kind"];
  authorId: number;
  /** All of them, by the field that they come from. */
  texts: Record<string, readonly string[]>;
};

/** Reason to hold a text; `word` is empty where it is none. */
export type Hold = { heldFor: HeldReason; word: string };

const REJECTED = "含有不适合发布的信息，请修改";

/**
 * The reason for which an operator has to read a text first; null when it may be published. Words come before the rules
 * of its kind, from which what staff write is free.
 * @throws BusinessError CONTENT_REJECTED with `data.fields` for a word that nobody may publish
 */
export async function holdReason(services: Services, words: ShownWords): Promise<Hold | null> {
  const rule = (await readSetting(services, "review-rules"))[words.kind];
  const word = await wordOf(services, words.texts);
  if (word !== null && rule.words) {
    await countHit(services.db, { word });
    return { heldFor: "word", word };
  }
  const linked = rule.links && linksElsewhere(services, words.texts);
  if (!rule.all && !rule.firstPosts && !rule.newDays && !linked) return null;
  if ((await rolesOf(services.db, words.authorId)).length > 0) return null;
  if (rule.all) return { heldFor: "all", word: "" };
  const { published, since } = await standingOf(services, words.authorId);
  if (published < rule.firstPosts) return { heldFor: "first-posts", word: "" };
  if (services.clock().getTime() - since < rule.newDays * DAY) return { heldFor: "new-account", word: "" };
  return linked ? { heldFor: "links", word: "" } : null;
}

/** The first word that asks for a review. @throws BusinessError CONTENT_REJECTED */
async function wordOf(services: Services, texts: ShownWords["texts"]): Promise<string | null> {
  let held: string | null = null;
  for (const [field, parts] of Object.entries(texts)) {
    const found = await findWord(services, ...parts);
    if (found?.action === "reject") {
      await countHit(services.db, found);
      throw new BusinessError("CONTENT_REJECTED", undefined, { fields: { [field]: REJECTED } });
    }
    held ??= found?.word ?? null;
  }
  return held;
}

/** How many texts of somebody are public, and since when (milliseconds) they are a member. */
async function standingOf({ db }: Pick<Services, "db">, id: number): Promise<{ published: number; since: number }> {
  const { question_count, answer_count, article_count, comment_count, created_at } = await db
    .selectFrom("users")
    .select(["question_count", "answer_count", "article_count", "comment_count", "created_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return {
    published: question_count + answer_count + article_count + comment_count,
    since: Date.parse(created_at),
  };
}

/** Addresses as people write them, with and without what browsers add. */
const ADDRESS =
  /(?:https?:)?\/\/[^\s<>()[\]"'\u2e80-\u9fff\uff00-\uffef]+|\bwww\.[^\s<>()[\]"'\u2e80-\u9fff\uff00-\uffef]+/giu;

/** Whether there is an address in these texts that leads to another site. */
function linksElsewhere({ config, objects }: Pick<Services, "config" | "objects">, texts: ShownWords["texts"]) {
  const site = { origin: config.publicOrigin, objectsUrl: objects.publicUrl("") };
  const leadsElsewhere = (address: string) =>
    readWebAddress(/^www\./i.test(address) ? `https://${address}` : address, site)?.kind === "external";
  // Full-width letters are addresses to who reads them.
  return Object.values(texts)
    .flat()
    .some((text) => (text.normalize("NFKC").match(ADDRESS) ?? []).some(leadsElsewhere));
}
