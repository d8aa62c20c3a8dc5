import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminReviewApi } from "#app/contract/admin/review/review";
import { adminReviewRuleApi, type ReviewRule } from "#app/contract/admin/review/review-rule";
import { auditApi } from "#app/contract/admin/system/audit";
import { answerApi } from "#app/contract/content/answer";
import { commentApi } from "#app/contract/content/comment";
import { questionApi } from "#app/contract/content/question";
import { kindsWith } from "#app/contract/kinds";
import { reviewApi } from "#app/contract/moderation/review";
import { EDITOR_CALLS } from "#app/features/write/editor-calls.server";
import { release } from "#tests/upstream/support/decide";
import { type CallError, createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, giveRole, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { issueToken } from "#upstream/db/one-time-tokens";

const DAY = 24 * 3600 * 1000;
const OPEN: ReviewRule = { words: true, all: false, firstPosts: 0, newDays: 0, links: false };
const LINK = "请看 https://ads.example/x";
const KINDS = kindsWith("reviewed");
type Kind = (typeof KINDS)[number];

let now: number;
let upstream: TestUpstream;
let write: Writer;
let member: number;
let owner: string;
let moderator: string;

beforeEach(async () => {
  now = Date.parse("2026-03-01T08:00:00.000Z");
  upstream = await createTestUpstream({ clock: () => new Date(now) });
  write = createWriter(upstream);
  member = await upstream.addUser("新来的人", "8613800001234");
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
  moderator = await staffToken(upstream, await addStaff(upstream, "moderator"));
});
afterEach(() => upstream.close());

const get = () => upstream.call(adminReviewRuleApi.get, {}, { token: moderator });
/** Sets the rule of one kind; the others have none. */
async function rule(kind: Kind, change: Partial<ReviewRule>) {
  const { rules, version } = await get();
  const body = { version, rules: { ...rules, [kind]: { ...OPEN, ...change } } };
  return upstream.call(adminReviewRuleApi.put, { body }, { token: moderator });
}

let count = 0;
/** Publishes a text of a kind, as a member does. */
async function publish(kind: Kind, words = "正文", as = member, more = {}): Promise<unknown> {
  // Limits are not tested here.
  now += 61_000;
  count += 1;
  const title = `一个足够长的标题 ${count}`;
  const by = { as };
  const content = `${words} ${count}`;
  const authorId = await upstream.addUser(`作者${count}`);
  if (kind === "comment") {
    const targetId = await write.article({ authorId });
    return upstream.call(commentApi.add, { body: { targetKind: "article", targetId, text: content, ...more } }, by);
  }
  if (kind === "answer") {
    const questionId = await write.question({ authorId });
    return upstream.call(answerApi.create, { body: { questionId, content, ...more } }, by);
  }
  return upstream.call(EDITOR_CALLS[kind].create, { body: { title, content, ...more } }, by);
}
const edit = (kind: Exclude<Kind, "comment">, id: number, content: string, more = {}) => {
  now += 61_000;
  const body = { id, version: 1, title: "一个足够长的标题", content, ...more };
  return codeOf(upstream.call(EDITOR_CALLS[kind].update, { body }, { as: member }));
};
const queue = async () =>
  (await upstream.call(adminReviewApi.list, { query: { sort: "age" } }, { token: moderator })).list;

describe.each(KINDS)("a rule for every %s", (kind) => {
  test("holds it with the reason in the queue, and holds no other kind", async () => {
    expect(await codeOf(publish(kind))).toBe("SUCCESS");
    await rule(kind, { all: true });
    for (const one of KINDS) expect(await codeOf(publish(one)), one).toBe(one === kind ? "CONTENT_HELD" : "SUCCESS");
    expect((await queue()).map((held) => [held.kind, held.heldFor, held.word])).toEqual([[kind, "all", ""]]);
    await rule(kind, {});
    expect(await codeOf(publish(kind))).toBe("SUCCESS");
  });

  test("holds somebody's first texts, until enough are public", async () => {
    await rule(kind, { firstPosts: 2 });
    expect(await codeOf(publish(kind))).toBe("CONTENT_HELD");
    const [first] = await queue();
    expect(first?.heldFor).toBe("first-posts");
    await release(upstream.services, { id: first?.id ?? 0, version: 1 });
    expect(await codeOf(publish(kind)), "one is public").toBe("CONTENT_HELD");
    const [second] = await queue();
    await release(upstream.services, { id: second?.id ?? 0, version: 1 });
    expect(await codeOf(publish(kind)), "two are").toBe("SUCCESS");
  });

  test("holds texts by new accounts, and texts with links to other sites", async () => {
    await rule(kind, { newDays: 1 });
    expect(await codeOf(publish(kind))).toBe("CONTENT_HELD");
    expect((await queue())[0]?.heldFor).toBe("new-account");
    now += DAY;
    expect(await codeOf(publish(kind))).toBe("SUCCESS");
    await rule(kind, { links: true });
    const own = upstream.services.config.publicOrigin;
    for (const words of ["没有链接", `看 ${own}/question`, "看 /question", "README.md"]) {
      expect(await codeOf(publish(kind, words)), words).toBe("SUCCESS");
    }
    for (const words of [LINK, "[字](//ads.example)", "ＨＴＴＰＳ：／／ads.example", "去www.ads.example看看"]) {
      expect(await codeOf(publish(kind, words)), words).toBe("CONTENT_HELD");
    }
    expect((await queue()).at(-1)?.heldFor).toBe("links");
  });

  test("does not hold texts by staff, except for sensitive words; with its words option off, such words hold nobody's", async () => {
    const BAD = "跟我兼职刷单";
    await rule(kind, { words: false });
    expect(await codeOf(publish(kind, BAD))).toBe("SUCCESS");
    await rule(kind, { all: true, words: true });
    await giveRole(upstream, member, "editor");
    expect(await codeOf(publish(kind))).toBe("SUCCESS");
    expect(await codeOf(publish(kind, BAD))).toBe("CONTENT_HELD");
    expect((await queue())[0]?.heldFor).toBe("word");
  });
});

test.each(["question", "article", "answer"] as const)(
  "a %s with links to other sites is held however their destinations are spelled",
  async (kind) => {
    await rule(kind, { links: true });
    for (const words of [
      "[优惠](https:\\/\\/ads.example)",
      "[优惠](https:&#47;&#47;ads.example)",
      // Not relative, because this site is at http:.
      "[优惠](https:/ads.example)",
      "![优惠](https:\\/\\/ads.example/a.png)",
      "看[这里]\n\n[这里]: https:\\/\\/ads.example",
    ]) {
      expect(await codeOf(publish(kind, words)), words).toBe("CONTENT_HELD");
      expect((await queue()).at(-1)?.heldFor).toBe("links");
    }
    const own = upstream.services.config.publicOrigin.replaceAll("/", "\\/");
    for (const words of [`[字](${own}/question)`, "[字](\\/question)", "`[字](https:\\/\\/ads.example)`"]) {
      expect(await codeOf(publish(kind, words)), words).toBe("SUCCESS");
    }
  },
);

test.each(["question", "article", "answer"] as const)(
  "a change of a public %s is held like a new one",
  async (kind) => {
    const { id } = (await publish(kind)) as { id: number };
    await rule(kind, { links: true });
    expect(await edit(kind, id, LINK)).toBe("CONTENT_HELD");
    expect(await edit(kind, id, "没有链接")).toBe("SUCCESS");
  },
);

describe.each(KINDS)("a rule that refuses a %s", (kind) => {
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => expect.unreachable("was not refused"),
      ({ code, data }: CallError) => ({ code, fields: (data as { fields?: object } | null)?.fields }),
    );
  const field = kind === "comment" ? "text" : "content";

  test("says which rule, in the wording of staff or the default, and leaves nothing in the queue", async () => {
    await rule(kind, { links: true, outcomes: { links: { outcome: "refuse", sentence: "这里不放链接" } } });
    expect(await refusal(publish(kind, LINK))).toEqual({
      code: "CONTENT_REJECTED",
      fields: { [field]: "这里不放链接" },
    });
    expect(await codeOf(publish(kind))).toBe("SUCCESS");
    await rule(kind, { newDays: 9, outcomes: { newDays: { outcome: "refuse", sentence: "" } } });
    expect((await refusal(publish(kind))).fields).toEqual({
      [field]: expect.stringMatching(/^注册满 9 天才能发布/),
    });
    now += 9 * DAY;
    expect(await codeOf(publish(kind))).toBe("SUCCESS");
    await rule(kind, { all: true, outcomes: { all: { outcome: "refuse", sentence: "" } } });
    expect((await refusal(publish(kind))).fields).toEqual({ [field]: expect.stringMatching(/^现在不能发布/) });
    await rule(kind, { firstPosts: 99, outcomes: { firstPosts: { outcome: "refuse", sentence: "先读一读" } } });
    expect((await refusal(publish(kind))).fields).toEqual({ [field]: "先读一读" });
    await giveRole(upstream, member, "editor");
    expect(await codeOf(publish(kind))).toBe("SUCCESS");
    expect(await queue()).toEqual([]);
  });

  test("takes precedence over one that holds, and also applies to words, whoever writes them", async () => {
    const BAD = "跟我兼职刷单";
    await rule(kind, { links: true, outcomes: { links: { outcome: "refuse", sentence: "不放链接" } } });
    expect((await refusal(publish(kind, `${BAD} ${LINK}`))).fields).toEqual({ [field]: "不放链接" });
    expect(await codeOf(publish(kind, BAD))).toBe("CONTENT_HELD");
    await rule(kind, { outcomes: { words: { outcome: "refuse", sentence: "" } } });
    await giveRole(upstream, member, "editor");
    expect((await refusal(publish(kind, BAD))).fields).toEqual({ [field]: expect.stringMatching(/不适合发布/) });
    // A disabled condition has no effect.
    await rule(kind, { words: false, outcomes: { words: { outcome: "refuse", sentence: "" } } });
    expect(await codeOf(publish(kind, BAD))).toBe("SUCCESS");
  });
});

describe.each(KINDS)("a rule that asks a captcha for a %s", (kind) => {
  const ask: Partial<ReviewRule> = { links: true, outcomes: { links: { outcome: "captcha", sentence: "" } } };
  const passed = () =>
    issueToken(upstream.services.db, upstream.services, { purpose: "captcha-pass", payload: "text", lifetime: DAY });

  test("accepts it with a captcha pass, once, and refuses it without one", async () => {
    await rule(kind, ask);
    expect(await codeOf(publish(kind))).toBe("SUCCESS");
    expect(await codeOf(publish(kind, LINK))).toBe("CAPTCHA_REQUIRED");
    const captchaVerification = await passed();
    expect(await codeOf(publish(kind, LINK, member, { captchaVerification }))).toBe("SUCCESS");
    expect(await codeOf(publish(kind, LINK, member, { captchaVerification }))).toBe("CAPTCHA_REQUIRED");
    expect(await codeOf(publish(kind, LINK, member, { captchaVerification: "made-up" }))).toBe("CAPTCHA_REQUIRED");
    await giveRole(upstream, member, "editor");
    expect(await codeOf(publish(kind, LINK))).toBe("SUCCESS");
    expect(await queue()).toEqual([]);
  });

  test("is skipped if another rule holds the text, and the pass is not used up", async () => {
    await rule(kind, { ...ask, all: true });
    const captchaVerification = await passed();
    expect(await codeOf(publish(kind, LINK, member, { captchaVerification }))).toBe("CONTENT_HELD");
    const { fields } = await upstream.services.db.selectFrom("reviews").select("fields").executeTakeFirstOrThrow();
    expect(fields).not.toContain("captcha");
  });

  if (kind === "comment") return;
  test("also applies to a change, and to a text that is submitted again", async () => {
    const { id } = (await publish(kind)) as { id: number };
    await rule(kind, ask);
    expect(await edit(kind, id, LINK)).toBe("CAPTCHA_REQUIRED");
    expect(await edit(kind, id, LINK, { captchaVerification: await passed() })).toBe("SUCCESS");
    await rule(kind, { all: true });
    await publish(kind).catch(() => {});
    const [held] = await queue();
    await rule(kind, ask);
    const put = (more: object) => {
      const body = { id: held?.id ?? 0, version: 1, title: "一个足够长的标题", content: LINK, ...more };
      return codeOf(upstream.call(reviewApi.put, { body }, { as: member }));
    };
    expect(await put({})).toBe("CAPTCHA_REQUIRED");
    expect(await put({ captchaVerification: await passed() })).toBe("SUCCESS");
  });
});

test("a text submitted twice under one key needs one pass", async () => {
  await rule("question", { all: true, outcomes: { all: { outcome: "captcha", sentence: "" } } });
  const pass = { purpose: "captcha-pass", payload: "text", lifetime: DAY };
  const captchaVerification = await issueToken(upstream.services.db, upstream.services, pass);
  const body = { title: "一个足够长的标题", content: "正文", idempotencyKey: "0123456789abcdef" };
  const sent = await upstream.call(questionApi.create, { body: { ...body, captchaVerification } }, { as: member });
  expect(await upstream.call(questionApi.create, { body }, { as: member })).toEqual(sent);
});

test("a sentence shown to authors ends with a full stop", async () => {
  const outcomes = { links: { outcome: "refuse" as const, sentence: "长".repeat(101) } };
  await expect(rule("article", { links: true, outcomes })).rejects.toMatchObject({
    code: "INVALID_PARAMS",
    data: { fields: { "rules.article.outcomes.links.sentence": expect.stringContaining("100") } },
  });
});

test("a held text stays held when its author submits it again, as long as there is a reason", async () => {
  await rule("comment", { all: true });
  await publish("comment").catch(() => {});
  const [held] = await queue();
  const put = (version: number, content: string) =>
    upstream.call(reviewApi.put, { body: { id: held?.id ?? 0, version, content } }, { as: member });
  expect(await put(1, "改过的评论")).toMatchObject({ state: "waiting" });
  await rule("comment", { links: true });
  expect(await put(2, LINK)).toMatchObject({ state: "waiting" });
  expect((await queue())[0]?.heldFor).toBe("links");
  expect(await put(3, "没有链接")).toMatchObject({ state: "approved" });
});

test("the second of two concurrent changes of the rules gets a conflict; a change is logged and can be undone", async () => {
  await rule("article", { firstPosts: 3 });
  const { rules, version } = await get();
  const body = { rules, version: version - 1 };
  expect(await codeOf(upstream.call(adminReviewRuleApi.put, { body }, { token: moderator }))).toBe("CONFLICT");
  const { list } = await upstream.call(auditApi.list, { query: {} }, { token: owner });
  expect(list.map(({ action, target }) => [action, target])).toEqual([["review-rule.put", "review-rules"]]);
  await upstream.call(auditApi.undo, { body: { id: list[0]?.id ?? 0 } }, { token: owner });
  expect((await get()).rules.article).toEqual(OPEN);
  expect(await codeOf(publish("article"))).toBe("SUCCESS");
});
