import { afterEach, beforeEach, expect, test } from "vitest";
import { adminRewriteApi } from "#app/contract/admin/content/rewrite";
import { adminReviewApi } from "#app/contract/admin/review/review";
import { articleApi } from "#app/contract/content/article";
import { proposalApi } from "#app/contract/writing/proposal";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { giveRole, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { deleteUser } from "#upstream/modules/user/delete-user";
import { newObjectKey } from "#upstream/services/storage/object-key";

const BEFORE = "原来的正文。";
const WORD = "敏感词";

let upstream: TestUpstream;
let write: Writer;
let author: number;
let giver: number;
let token: string;

beforeEach(async () => {
  let now = Date.parse("2026-05-01T00:00:00Z");
  upstream = await createTestUpstream({
    clock: () => {
      now += 1000;
      return new Date(now);
    },
  });
  write = createWriter(upstream);
  author = await upstream.addUser("作者", "8613800000001");
  giver = await upstream.addUser("添图的人", "8613800000002");
  await giveRole(upstream, giver, "moderator");
  await giveRole(upstream, giver, "editor");
  token = await staffToken(upstream, giver);
});
afterEach(() => upstream.close());

/** A text before and after the change. */
type Change = { before: string; after: string };

async function upload(kind: string): Promise<string> {
  const key = newObjectKey(kind, "png", upstream.services.clock());
  const file = { file_name: "图.png", content_type: "image/png", bytes: 1, width: 4, height: 3, confirmed: 1 as const };
  const row = { key, owner_id: giver, ...file, created_at: upstream.services.clock().toISOString() };
  await upstream.services.db.insertInto("objects").values(row).execute();
  return key;
}

async function holdTexts(): Promise<void> {
  const row = { word: WORD, word_key: WORD, action: "review" as const, created_at: "2026-05-01T00:00:00Z" };
  await upstream.services.db.insertInto("words").values(row).execute();
  await write.inside((trx) => bump(trx, ["words"]));
}

async function waiting() {
  const rows = upstream.services.db.selectFrom("reviews").select(["id", "version"]).where("state", "=", "waiting");
  return rows.executeTakeFirstOrThrow();
}

/** @param meanwhile done between the suggestion and its acceptance */
async function suggestAndTake({ before, after }: Change, meanwhile?: () => Promise<void>): Promise<number> {
  const id = await write.article({ authorId: author, content: before });
  const body = { kind: "article", id, version: 1, content: after, reason: "补一张图" } as const;
  const proposal = await upstream.call(proposalApi.send, { body }, { as: giver });
  await meanwhile?.();
  const { createdAt } = await upstream.call(proposalApi.get, { params: proposal }, { as: author });
  await upstream
    .call(proposalApi.take, { body: { ...proposal, createdAt, answer: "" } }, { as: author })
    .catch((error: Error) => expect(error.message).toContain("CONTENT_HELD"));
  return id;
}

/** Everything that publishes a text of one person with pictures that another uploaded for it; returns the article's id. */
const WAYS: Record<string, (change: Change) => Promise<number>> = {
  "a suggestion": (change) => suggestAndTake(change),
  "a suggestion that is held": async ({ before, after }) => {
    const id = await suggestAndTake({ before, after: `${after}\n\n${WORD}` }, holdTexts);
    const body = { items: [await waiting()], action: "approve" as const };
    await upstream.call(adminReviewApi.decide, { body }, { token });
    return id;
  },
  "a held text that staff edit": async ({ before, after }) => {
    await holdTexts();
    const body = { title: "一篇送审的文章", content: `${before}${WORD}`, tags: [] };
    await upstream.call(articleApi.create, { body }, { as: author }).catch(() => null);
    const edited = { ...(await waiting()), title: body.title, content: after, tags: [] };
    return (await upstream.call(adminReviewApi.edit, { body: edited }, { token })).publishedId;
  },
  "a text that staff rewrite": async ({ before, after }) => {
    const id = await write.article({ authorId: author, content: before });
    const params = { kind: "article", id } as const;
    const {
      name: _,
      owner: __,
      classifications: ___,
      ...fields
    } = await upstream.call(adminRewriteApi.get, { params }, { token });
    await upstream.call(
      adminRewriteApi.put,
      { body: { ...fields, ...params, content: after, reason: "补图" } },
      { token },
    );
    return id;
  },
};

test.each(Object.keys(WAYS))("a picture that somebody added with %s stays when they leave", async (way) => {
  const { db } = upstream.services;
  const [given, ownPicture] = [await upload("content"), await upload("avatar")];
  const id = await WAYS[way]?.({ before: BEFORE, after: `${BEFORE}\n\n![](/oss/${given})\n\n![](/oss/${ownPicture})` });
  const article = await db.selectFrom("articles").select("content").where("id", "=", Number(id)).executeTakeFirst();
  expect(article?.content).toContain(given);
  const released = await transact(db, (trx) => deleteUser(trx, upstream.services, giver));
  expect(released).toEqual([ownPicture]);
  const rows = await db.selectFrom("objects").select(["key", "owner_id", "file_name"]).execute();
  expect(rows).toEqual([{ key: given, owner_id: author, file_name: "" }]);
});

/** What somebody may do with a picture of their own article in a text of another person, who then leaves. */
const BORROWED: Record<string, (shown: string) => Change> = {
  "is already in": (shown) => ({ before: `${BEFORE}错字。\n\n${shown}`, after: `${BEFORE}\n\n${shown}` }),
  "is added to": (shown) => ({ before: BEFORE, after: `${BEFORE}\n\n${shown}` }),
};
const CASES = Object.keys(BORROWED).flatMap((how) => Object.keys(WAYS).map((way) => [how, way] as const));

test.each(CASES)(
  "a picture of one's own article that %s another's text, changed with %s, remains one's own",
  async (how, way) => {
    const { db } = upstream.services;
    const key = await upload("content");
    await write.article({ authorId: giver, content: `我的文章。\n\n![](/oss/${key})` });
    const change = BORROWED[how]?.(`![](/oss/${key})`);
    const id = await WAYS[way]?.(change as Change);
    const article = await db.selectFrom("articles").select("content").where("id", "=", Number(id)).executeTakeFirst();
    expect(article?.content).not.toContain("错字");
    expect(await transact(db, (trx) => deleteUser(trx, upstream.services, author))).toEqual([]);
    const rows = await db.selectFrom("objects").select(["key", "owner_id", "file_name"]).execute();
    expect(rows).toEqual([{ key, owner_id: giver, file_name: "图.png" }]);
  },
);

test("a picture that was in a text before somebody else changed it remains its owner's", async () => {
  const shown = `![](/oss/${await upload("content")})`;
  await WAYS["a text that staff rewrite"]?.({ before: `${BEFORE}错字。${shown}`, after: `${BEFORE}${shown}` });
  const owners = await upstream.services.db.selectFrom("objects").select("owner_id").execute();
  expect(owners).toEqual([{ owner_id: giver }]);
});
