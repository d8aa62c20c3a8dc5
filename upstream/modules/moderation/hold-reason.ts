import type { HeldReason } from "#app/contract/admin/review/held-reasons";
import type { ReviewRule } from "#app/contract/admin/review/review-rule";
import type { RuleCondition } from "#app/contract/admin/review/rule-conditions";
import { KINDS } from "#app/contract/kinds";
import { DAY } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { ReviewsTable } from "#upstream/db/schema/reviews";
import { redeemPass } from "#upstream/modules/captcha/pass";
import { readSetting } from "#upstream/modules/config/settings";
import { rolesOf } from "#upstream/policy/require-staff";
import { readWebAddress } from "#upstream/text/web-address";
import { countHit, findWord } from "./find-word";

/** Text that will be shown, and its author. */
export type ShownWords = {
  kind: ReviewsTable["kind"];
  authorId: number;
  /** All texts by field. */
  texts: Record<string, readonly string[]>;
  /** Captcha pass, if one was sent; null if none is asked for, because the author accepts somebody else's words. */
  pass?: string | null | undefined;
};

/** Reason to hold a text; `word` is empty unless it is a word. */
export type Hold = { heldFor: HeldReason; word: string };

const REJECTED = "含有不适合发布的信息，请修改";

/** A rule's condition that matches a text, with the field, and the word if it is one. */
type Match = { condition: RuleCondition; field: string; word: string };

const HELD_FOR: Record<RuleCondition, HeldReason> = {
  words: "word",
  all: "all",
  firstPosts: "first-posts",
  newDays: "new-account",
  links: "links",
};

/** Default messages for a refusal by a rule. */
const REFUSALS: Record<RuleCondition, (kind: string, rule: ReviewRule) => string> = {
  words: () => REJECTED,
  all: (kind) => `现在不能发布${kind}`,
  firstPosts: (kind) => `你公开的内容还太少，现在不能发布${kind}`,
  newDays: (kind, { newDays }) => `注册满 ${newDays} 天才能发布${kind}`,
  links: (kind) => `${kind}里不能有站外链接，请去掉`,
};

/**
 * Returns the reason why an operator must review a text first; null if it may be published. Words are checked before
 * the rules of its kind, from which staff are exempt; refusing takes precedence over holding, and holding over a
 * captcha.
 * @throws BusinessError CONTENT_REJECTED with `data.fields` for a forbidden word, or if a rule refuses;
 * CAPTCHA_REQUIRED if a rule requires a captcha, one may be asked for, and there is no valid pass
 */
export async function holdReason(services: Services, words: ShownWords): Promise<Hold | null> {
  const rule = (await readSetting(services, "review-rules"))[words.kind];
  const matches = await matchesOf(services, rule, words);
  const those = (outcome: "hold" | "captcha" | "refuse") =>
    matches.find(({ condition }) => (rule.outcomes?.[condition]?.outcome ?? "hold") === outcome);
  const refused = those("refuse");
  if (refused) {
    const { condition, field } = refused;
    const message = rule.outcomes?.[condition]?.sentence || REFUSALS[condition](KINDS[words.kind].name, rule);
    throw new BusinessError("CONTENT_REJECTED", message, { fields: { [field]: message } });
  }
  const held = those("hold");
  if (held) return { heldFor: HELD_FOR[held.condition], word: held.word };
  if (words.pass !== null && those("captcha")) await redeemPass(services.db, services, words.pass ?? "");
  return null;
}

/** All conditions of a rule that match a text, in order. */
async function matchesOf(services: Services, rule: ReviewRule, { texts, authorId }: ShownWords): Promise<Match[]> {
  const matches: Match[] = [];
  const word = await wordOf(services, texts);
  if (word !== null && rule.words) {
    await countHit(services.db, word);
    matches.push({ condition: "words", ...word });
  }
  const linked = rule.links ? fieldThatLinksElsewhere(services, texts) : null;
  if (!rule.all && !rule.firstPosts && !rule.newDays && linked === null) return matches;
  if ((await rolesOf(services.db, authorId)).length > 0) return matches;
  const whole = { field: "content" in texts ? "content" : (Object.keys(texts)[0] ?? "content"), word: "" };
  if (rule.all) matches.push({ condition: "all", ...whole });
  if (rule.firstPosts || rule.newDays) {
    const { published, since } = await standingOf(services, authorId);
    if (published < rule.firstPosts) matches.push({ condition: "firstPosts", ...whole });
    const age = services.clock().getTime() - since;
    if (age < rule.newDays * DAY) matches.push({ condition: "newDays", ...whole });
  }
  if (linked !== null) matches.push({ condition: "links", field: linked, word: "" });
  return matches;
}

/** The first word that requires a review, with its field. @throws BusinessError CONTENT_REJECTED */
async function wordOf(services: Services, texts: ShownWords["texts"]): Promise<Pick<Match, "word" | "field"> | null> {
  let held: Pick<Match, "word" | "field"> | null = null;
  for (const [field, parts] of Object.entries(texts)) {
    const found = await findWord(services, ...parts);
    if (found?.action === "reject") {
      await countHit(services.db, found);
      throw new BusinessError("CONTENT_REJECTED", undefined, { fields: { [field]: REJECTED } });
    }
    if (found) held ??= { field, word: found.word };
  }
  return held;
}

/** Number of somebody's public texts, and the time (milliseconds) since which they are a member. */
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

/**
 * URLs as people write them, with or without a scheme. The destinations of Markdown links are among the texts as they
 * were rendered.
 */
const ADDRESS =
  /(?:https?:)?\/\/[^\s<>()[\]"'\u2e80-\u9fff\uff00-\uffef]+|\bwww\.[^\s<>()[\]"'\u2e80-\u9fff\uff00-\uffef]+/giu;

/** The field with a link to another site; null for none. */
function fieldThatLinksElsewhere({ site }: Pick<Services, "site">, texts: ShownWords["texts"]): string | null {
  const leadsElsewhere = (address: string) =>
    readWebAddress(/^www\./i.test(address) ? `https://${address}` : address, site)?.kind === "external";
  // Full-width letters read as URLs, too.
  const links = (text: string) => (text.normalize("NFKC").match(ADDRESS) ?? []).some(leadsElsewhere);
  return Object.entries(texts).find(([, parts]) => parts.some(links))?.[0] ?? null;
}
